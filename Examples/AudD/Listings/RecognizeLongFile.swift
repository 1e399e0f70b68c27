import AudD
import Foundation

/// All songs of a long file.
func recognizeLongFile(at path: String) async throws {
  let audd = try AudD()
  let matches = try await audd.recognizeEnterprise(
    .file(URL(fileURLWithPath: path)),
    limit: 10  // stop after 10 matches; ALWAYS pass this in development
  )
  for m in matches {
    print("\(m.timecode) \(m.artist ?? "?") — \(m.title ?? "?") score=\(m.score)")
  }
}
