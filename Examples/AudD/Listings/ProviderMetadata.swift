import AudD

/// What the services that play songs know.
func providerMetadata() async throws {
  let audd = try AudD()
  do {
    let result = try await audd.recognize(
      "https://audd.tech/example.mp3",
      return: ["apple_music", "spotify"]
    )
    if let r = result {
      if let am = r.appleMusic {
        print("Apple Music:", am.url ?? "-")
      }
      if let sp = r.spotify {
        print("Spotify URI:", sp.uri ?? "-")
      }
      // Or resolve any provider — direct URL when the metadata block is set,
      // else the lis.tn redirect when songLink is on lis.tn.
      print(r.streamingUrl(.spotify) ?? "-")
      print(r.streamingUrls())  // every provider with a resolvable URL
      print(r.previewUrl() ?? "-")  // 30-second preview, provider terms apply
    }
  }
  do {
    let result = try await audd.recognize(
      "https://audd.tech/example.mp3",
      return: ["apple_music"],
      market: "GB"
    )
    print(result?.appleMusic?.name ?? "-")
  }
}
