internal import FoundationEssentials

/// The media items of a reference, one behind the other: their number, and of each its length and its
/// bytes.
enum MediaItemArchive {
  static func bytes(of items: [Data]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(items.count))
    for item in items {
      bytes.append(littleEndian: UInt32(item.count))
      bytes += item
    }
    return bytes
  }

  static func items(in bytes: [UInt8]) throws(RecognitionError) -> [Data] {
    var rest = bytes[...]
    func number() throws(RecognitionError) -> Int {
      guard rest.count >= 4 else { throw .damagedCatalog("its media items are cut short") }
      defer { rest = rest.dropFirst(4) }
      return Int(UInt32(littleEndianBytes: rest.prefix(4)))
    }
    let count = try number()
    var items: [Data] = []
    for _ in 0..<count {
      let length = try number()
      guard length <= rest.count else { throw .damagedCatalog("its media items are cut short") }
      items.append(Data(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    guard rest.isEmpty else { throw .damagedCatalog("bytes follow its media items") }
    return items
  }
}
