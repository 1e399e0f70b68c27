/// A service that plays songs.
///
/// *Thread-safe*: a value.
public enum StreamingProvider: String, CaseIterable, Sendable {
  /// Spotify.
  case spotify
  /// Apple Music.
  case appleMusic = "apple_music"
  /// Deezer.
  case deezer
  /// Napster.
  case napster
  /// YouTube.
  case youtube
}
