import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

/// Catalogs whose checksums are right and whose content is not.
struct HostileCatalogTests {
  /// Changes random bytes, makes the checksums fit and uses what opens.
  @Test func nonsenseWithRightChecksumsEndsInAnErrorOrInAnAnswer() throws {
    var builder = CatalogSegmentBuilder()
    for number in 0..<3 {
      try builder.add(
        id: UUID(),
        signature: SyntheticSignature.make(seed: UInt64(number), seconds: 12).asReference,
        mediaItems: [try MediaItem(properties: [.title: "\(number)"]).dataRepresentation])
    }
    let bytes = try builder.bytes()
    let query = SyntheticSignature.make(seed: 1, seconds: 5)
    var generator = SeededGenerator(seed: 5)
    var opened = 0
    for round in 0..<200 {
      var damaged = bytes
      // The front holds most of what can be wrong.
      let reach = round % 2 == 0 ? 600 : bytes.count
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 12..<reach, using: &generator)
        let values = [0, 1, 0x7f, 0x80, 0xff, damaged[place] &+ 1]
        damaged[place] = values[Int.random(in: 0..<values.count, using: &generator)]
      }
      repairChecksums(&damaged)
      if use(damaged, query: query) { opened += 1 }
    }
    #expect(opened > 20)
  }

  /// Does everything that can be done with a segment, until there is an error.
  /// - Returns: whether it could be opened.
  private func use(_ bytes: [UInt8], query: Signature) -> Bool {
    guard let segment = try? CatalogSegment(CatalogBytes(bytes)) else { return false }
    let index = SegmentedIndex([SegmentedIndex.Part(segment)])
    _ = try? CatalogSegmentMerger(index.parts).bytes()
    for number in index.references { _ = try? index.catalogReference(number) }
    _ = try? SignatureMatcher().matches(for: query, in: index)
    return true
  }

  private func repairChecksums(_ bytes: inout [UInt8]) {
    func number(_ place: Int) -> Int {
      Int(truncatingIfNeeded: UInt64(littleEndianBytes: bytes[place..<place + 8]))
    }
    func set(_ place: Int, _ checksum: UInt64) {
      for byte in 0..<8 {
        bytes[place + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(byte)))
      }
    }
    let (header, entry, sections) = (48, 24, 7)
    for section in 0..<sections {
      let place = header + section * entry
      let (start, length) = (number(place), number(place + 8))
      guard start >= 0, length >= 0, start <= bytes.count, length <= bytes.count - start else {
        continue
      }
      set(place + 16, CatalogChecksum.of(Array(bytes[start..<start + length])))
    }
    set(40, CatalogChecksum.of(Array(bytes[..<40] + bytes[header..<header + sections * entry])))
  }
}
