import AudD
import Foundation

/// A song of one's own.
func customCatalogAdd() async throws {
  let audd = try AudD()
  let audioID: Int64 = 1  // any integer you choose — your reference to the song
  // swift-format-ignore: NeverForceUnwrap
  try await audd.customCatalog.add(
    audioID: audioID,
    source: .url(URL(string: "https://my.cdn/song.mp3")!)
  )
}
