/// How the client introduces itself.
enum UserAgent {
  static let text = "soundwatch-audd/1.0 (Swift)"
}
