import Foundation

/// A part of a long file, and the songs in it.
struct EnterpriseChunk: ObjectModel {
  let songs: [EnterpriseMatch]

  /// Each song learns where in the file it lies, which only the part knows.
  init(reading fields: FieldReader) {
    var fields = fields
    let found: [EnterpriseMatch] = fields.objects("songs") ?? []
    let start = fields.string("offset").flatMap(EnterpriseChunk.seconds)
    songs = found.map { song in
      guard let start else { return song }
      var song = song
      song.startSeconds = start + Double(song.startOffset ?? 0) / 1000
      song.endSeconds = start + Double(song.endOffset ?? 0) / 1000
      return song
    }
  }

  init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }

  /// `SS`, `MM:SS` or `HH:MM:SS` as seconds.
  static func seconds(_ clock: String) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    var total = 0.0
    for part in parts {
      let part = part.trimmingCharacters(in: .whitespaces)
      guard let number = Double(part), number.isFinite, number >= 0 else { return nil }
      total = total * 60 + number
    }
    return total
  }
}
