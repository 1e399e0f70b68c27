import Foundation
import SoundRecognition

/// Reads the bytes as a catalog, as they are and under checksums that fit them, and does with it all that
/// can be done.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCatalog(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  _ = try? CustomCatalog(dataRepresentation: Data(input))
  use(input)
  use(withFittingChecksums(input))
  return 0
}

private let query = Signature(
  peaks: (0..<140).map { SpectralPeak(time: $0 * 20, frequency: UInt16(800 + $0 * 37), rank: 0) },
  sampleCount: 48_000)

private func use(_ bytes: [UInt8]) {
  guard let segment = try? CatalogSegment(CatalogBytes(bytes)) else { return }
  let index = SegmentedIndex([SegmentedIndex.Part(segment)])
  _ = try? SignatureMatcher().matches(for: query, in: index)
  for number in index.references { _ = try? index.catalogReference(number) }
  guard let merged = try? CatalogSegmentMerger(index.parts).bytes() else { return }
  // What was made of it is a sound catalog in its form.
  guard let copy = try? CatalogSegment(CatalogBytes(merged)), (try? copy.verifyChecksums()) != nil
  else { fatalError("what was merged cannot be opened") }
}

private func withFittingChecksums(_ bytes: [UInt8]) -> [UInt8] {
  let (header, entry, sections) = (48, 24, 7)
  guard bytes.count >= header + sections * entry else { return bytes }
  var fitting = bytes
  func number(_ place: Int) -> Int {
    Int(truncatingIfNeeded: UInt64(littleEndianBytes: fitting[place..<place + 8]))
  }
  func set(_ place: Int, _ value: UInt64) {
    for byte in 0..<8 {
      fitting[place + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))
    }
  }
  set(24, UInt64(bytes.count))
  for section in 0..<sections {
    let place = header + section * entry
    let (start, length) = (number(place), number(place + 8))
    guard start >= 0, length >= 0, start <= bytes.count, length <= bytes.count - start else {
      continue
    }
    set(place + 16, CatalogChecksum.of(Array(fitting[start..<start + length])))
  }
  set(40, CatalogChecksum.of(Array(fitting[..<40] + fitting[header..<header + sections * entry])))
  return fitting
}
