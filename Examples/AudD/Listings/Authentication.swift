import AudD

/// Where the token comes from, and how it is exchanged.
func authentication() async throws {
  do {
    let audd = try AudD(apiToken: "your-api-token")  // explicit
    try await audd.setApiToken("new-token")
  }
  do {
    let audd = try AudD()  // reads AUDD_API_TOKEN
    print("token of \(await audd.apiToken.count) letters")
  }
  do {
    let audd = try AudD.fromEnvironment()  // env-only convenience
    try await audd.recognize("https://audd.tech/example.mp3")
  }
}
