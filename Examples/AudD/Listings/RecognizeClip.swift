import AudD
import Foundation

/// A clip from an address, a file, bytes and a stream.
func recognizeClip(at path: String) async throws {
  let audd = try AudD()
  // URL — server fetches the audio
  do {
    let result = try await audd.recognize("https://audd.tech/example.mp3")
    show(result)
  }
  // Filesystem path
  do {
    let result = try await audd.recognize(.file(URL(fileURLWithPath: path)))
    show(result)
  }
  // Raw bytes
  do {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let result = try await audd.recognize(.data(bytes))
    show(result)
  }
  // InputStream (drained into memory once for retry support)
  do {
    // swift-format-ignore: NeverForceUnwrap
    let stream = InputStream(fileAtPath: path)!
    let result = try await audd.recognize(.stream(stream, name: "clip.mp3"))
    show(result)
  }
}

private func show(_ result: RecognitionResult?) {
  if let r = result {
    print("\(r.artist ?? "?") — \(r.title ?? "?") @ \(r.timecode)")
    print("song page:", r.songLink ?? "-")
    print("cover art:", r.thumbnailURL ?? "-")
  }
}
