/// The checksum XXH64 with seed 0, for catalogs: as quick as memory, so that a catalog can be checked
/// whole when it is opened.
///
/// Written after the public specification of xxHash. *Thread-safe*: a value.
package struct CatalogChecksum: Sendable {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0x85eb_ca77_c2b2_ae63,
    0x27d4_eb2f_1656_67c5
  )

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var length: UInt64 = 0
  /// What is left of the bytes so far: less than a stripe of 32.
  private var rest: [UInt8] = []

  package init() {
    let primes = Self.primes
    lanes = (primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0)
  }

  /// The checksum of some bytes.
  package static func of(_ bytes: [UInt8]) -> UInt64 {
    var checksum = CatalogChecksum()
    unsafe bytes.withUnsafeBytes { unsafe checksum.update($0) }
    return checksum.value
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    var position = 0
    if !rest.isEmpty {
      position = min(32 - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<position])
      guard rest.count == 32 else { return }
      let stripe = rest
      unsafe stripe.withUnsafeBytes { unsafe takeStripes(of: $0, from: 0) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - position) % 32
    unsafe takeStripes(of: UnsafeRawBufferPointer(rebasing: bytes[..<end]), from: position)
    unsafe rest.append(contentsOf: bytes[end...])
  }

  private mutating func takeStripes(of bytes: UnsafeRawBufferPointer, from start: Int) {
    var lanes = lanes
    for position in stride(from: start, to: bytes.count, by: 32) {
      lanes.0 = Self.round(lanes.0, unsafe Self.word(bytes, position))
      lanes.1 = Self.round(lanes.1, unsafe Self.word(bytes, position + 8))
      lanes.2 = Self.round(lanes.2, unsafe Self.word(bytes, position + 16))
      lanes.3 = Self.round(lanes.3, unsafe Self.word(bytes, position + 24))
    }
    self.lanes = lanes
  }

  /// The checksum of everything so far.
  package var value: UInt64 {
    let primes = Self.primes
    var hash: UInt64
    if length >= 32 {
      hash = Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12)
      hash = hash &+ Self.rotate(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* primes.0 &+ primes.3
      }
    } else {
      hash = primes.4
    }
    hash = hash &+ length
    var tail = rest[...]
    while tail.count >= 8 {
      hash ^= Self.round(0, UInt64(littleEndianBytes: tail.prefix(8)))
      hash = Self.rotate(hash, 27) &* primes.0 &+ primes.3
      tail = tail.dropFirst(8)
    }
    if tail.count >= 4 {
      hash ^= UInt64(UInt32(littleEndianBytes: tail.prefix(4))) &* primes.0
      hash = Self.rotate(hash, 23) &* primes.1 &+ primes.2
      tail = tail.dropFirst(4)
    }
    for byte in tail {
      hash ^= UInt64(byte) &* primes.4
      hash = Self.rotate(hash, 11) &* primes.0
    }
    hash = (hash ^ hash >> 33) &* primes.1
    hash = (hash ^ hash >> 29) &* primes.2
    return hash ^ hash >> 32
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* primes.1, 31) &* primes.0
  }

  private static func rotate(_ number: UInt64, _ count: UInt64) -> UInt64 {
    number &<< count | number &>> (64 - count)
  }
}
