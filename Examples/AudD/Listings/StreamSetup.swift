import AudD

/// The callback URL, and a stream to listen to.
func streamSetup() async throws {
  let audd = try AudD()
  try await audd.streams.setCallbackURL(
    "https://your-app.example.com/audd-callback",
    returnMetadata: ["apple_music", "spotify"]  // optional; populates each callback
  )
  let radioID: Int64 = 1  // any integer you choose — your handle for this stream
  try await audd.streams.add(
    url: "https://radio.example.com/stream.mp3",
    radioID: radioID
  )
  try await audd.streams.setURL(radioID: radioID, url: "https://radio.example.com/new.mp3")
  let streams = try await audd.streams.list()  // [Stream] with radioID, url, streamRunning, …
  for stream in streams {
    print(stream.radioID, stream.url, stream.streamRunning, stream.longpollCategory ?? "-")
  }
  try await audd.streams.delete(radioID: radioID)
}
