/// The checksum CRC-32 of zip, PNG and Ethernet (ISO 3309), for signatures and catalogs.
///
/// *Thread-safe*: a value.
package struct CRC32: Sendable {
  private var state: UInt32 = ~0

  package init() {}

  /// The checksum of everything so far.
  package var value: UInt32 { ~state }

  /// Takes the next bytes.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    var state = state
    for byte in bytes {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1
    }
  }
}

extension FixedWidthInteger {
  /// Reads a number from as many bytes as it has, the lowest first.
  package init(littleEndianBytes bytes: some Sequence<UInt8>) {
    self = 0
    var shift = 0
    for byte in bytes {
      self |= Self(truncatingIfNeeded: byte) << shift
      shift += 8
    }
  }
}

extension [UInt8] {
  /// Appends the bytes of a number, the lowest first.
  package mutating func append(littleEndian number: some FixedWidthInteger) {
    for shift in stride(from: 0, to: number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
