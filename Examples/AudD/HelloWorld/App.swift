import AudD

@main struct App {
  static func main() async throws {
    let audd = try AudD(apiToken: "test")  // 10 reqs/day; get a real token at dashboard.audd.io
    if let result = try await audd.recognize("https://audd.tech/example.mp3") {
      print("\(result.artist ?? "?") — \(result.title ?? "?")")
    }
  }
}
