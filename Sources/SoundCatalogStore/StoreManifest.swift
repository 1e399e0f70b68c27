internal import Foundation
internal import Glibc
internal import SoundRecognition

/// Which files make up a catalog on disk.
struct StoreManifest: Sendable, Equatable {
  struct Segment: Sendable, Equatable {
    var number: UInt64
    /// The references that do not count any more.
    var removed: [ReferenceNumber]
  }

  /// In the order of their references.
  var segments: [Segment] = []
  /// The oldest first. Changes go to the last one.
  var journals: [UInt64] = []
  /// The number that the next new file gets.
  var nextNumber: UInt64 = 0

  private static let magic = Array("SOUNDDIR".utf8)
  private static let version: UInt32 = 1

  mutating func takeNumber() -> UInt64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.append(littleEndian: Self.version)
    bytes.append(littleEndian: nextNumber)
    bytes.append(littleEndian: UInt32(segments.count))
    bytes.append(littleEndian: UInt32(journals.count))
    for segment in segments {
      bytes.append(littleEndian: segment.number)
      bytes.append(littleEndian: UInt32(segment.removed.count))
      for number in segment.removed { bytes.append(littleEndian: number) }
    }
    for journal in journals { bytes.append(littleEndian: journal) }
    let checksum = CatalogChecksum.of(bytes)
    bytes.append(littleEndian: checksum)
    return bytes
  }

  init() {}

  init(_ bytes: [UInt8]) throws(RecognitionError) {
    let damaged = RecognitionError.damagedCatalog("its manifest cannot be read")
    guard bytes.count >= 36, bytes.starts(with: Self.magic) else { throw damaged }
    let version = UInt32(littleEndianBytes: bytes[8..<12])
    guard version <= Self.version else {
      throw RecognitionError(
        .customCatalogInvalid,
        "The catalog was written by a newer version of soundwatch (format \(version); this one "
          + "reads \(Self.version)).")
    }
    let content = bytes.dropLast(8)
    guard
      CatalogChecksum.of(Array(content)) == UInt64(littleEndianBytes: bytes[content.endIndex...])
    else { throw damaged }
    var rest = content.dropFirst(12)
    func number<Number: FixedWidthInteger>() throws(RecognitionError) -> Number {
      let length = MemoryLayout<Number>.size
      guard rest.count >= length else { throw damaged }
      defer { rest = rest.dropFirst(length) }
      return Number(littleEndianBytes: rest.prefix(length))
    }
    nextNumber = try number()
    let counts: (segments: UInt32, journals: UInt32) = (try number(), try number())
    for _ in 0..<counts.segments {
      var segment = Segment(number: try number(), removed: [])
      let removed: UInt32 = try number()
      for _ in 0..<removed { segment.removed.append(try number()) }
      segments.append(segment)
    }
    for _ in 0..<counts.journals { journals.append(try number()) }
    guard rest.isEmpty, !journals.isEmpty else { throw damaged }
  }

  /// Reads the manifest of a folder.
  static func read(_ folder: StoreFolder) throws(RecognitionError) -> StoreManifest {
    let descriptor: Int32
    do throws(RecognitionError) {
      descriptor = try CatalogFile.openForReading(folder.manifest)
    } catch {
      throw RecognitionError(
        .customCatalogInvalidURL, "There is no catalog at \(folder.path), or it cannot be read.",
        underlying: error.underlying)
    }
    let file = try CatalogBytes(mapping: descriptor)
    let bytes = unsafe try file.withBytes(0..<file.count) { (bytes) throws(RecognitionError) in
      unsafe Array(bytes)
    }
    do throws(RecognitionError) {
      return try StoreManifest(bytes)
    } catch {
      throw RecognitionError(error.code, "\(folder.path): \(error.message)")
    }
  }

  func write(_ folder: StoreFolder) throws(RecognitionError) {
    let bytes = bytes
    try CatalogFile.replace(folder.manifest) { (descriptor) throws(RecognitionError) in
      try FileSink(descriptor).write(bytes, at: 0)
    }
  }
}
