/// A column of numbers of equal width in bits, one behind the other without gaps, the lowest bit of each
/// first. Eight bytes of zeros follow, so that every number is read with one load.
///
/// *Thread-safe*: a value.
struct PackedColumn: Sendable {
  /// Where the column begins in its file.
  let offset: Int
  /// The width of a number.
  let bits: Int

  /// The length in bytes of a column of `count` numbers.
  static func length(of count: Int, bits: Int) -> Int { (count * bits + 7) / 8 + padding }

  private static let padding = 8

  func length(of count: Int) -> Int { Self.length(of: count, bits: bits) }

  /// The bytes of a file that reading some numbers takes.
  @inline(__always)
  func bytes(of numbers: Range<Int>) -> Range<Int> {
    offset + numbers.lowerBound * bits / 8..<offset + length(of: numbers.upperBound)
  }

  /// The numbers that bytes as ``bytes(of:)`` gives them hold.
  @inline(__always)
  func numbers(_ numbers: Range<Int>, in bytes: UnsafeRawBufferPointer) -> PackedNumbers {
    unsafe PackedNumbers(bytes, bits: bits, firstBit: numbers.lowerBound * bits % 8, numbers.count)
  }
}

/// Some numbers of a ``PackedColumn``. Valid only where their bytes were lent.
@unsafe struct PackedNumbers {
  private let bytes: UnsafeRawBufferPointer
  private let bits: Int
  private let firstBit: Int
  private let mask: UInt64

  init(_ bytes: UnsafeRawBufferPointer, bits: Int, firstBit: Int, _ count: Int) {
    precondition(firstBit + (count - 1) * bits + 64 <= 8 * bytes.count)
    unsafe self.bytes = bytes
    unsafe self.bits = bits
    unsafe self.firstBit = firstBit
    unsafe mask = 1 << UInt64(bits) - 1
  }

  /// The number at a place that is known to exist.
  @inline(__always)
  subscript(place: Int) -> UInt32 {
    let bit = unsafe firstBit &+ place &* bits
    let word = unsafe UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
    return unsafe UInt32(truncatingIfNeeded: word &>> UInt64(bit & 7) & mask)
  }
}

/// Writes a ``PackedColumn``.
struct BitPacker {
  /// What is complete, apart from what was taken away.
  private(set) var bytes: [UInt8] = []
  private let bits: Int
  /// Bits that do not fill a byte yet.
  private var rest: UInt64 = 0
  private var restBits = 0

  init(bits: Int) { self.bits = bits }

  /// Takes the lower bits of a number.
  mutating func append(_ number: UInt32) {
    rest |= (UInt64(number) & (1 << UInt64(bits) - 1)) << UInt64(restBits)
    restBits += bits
    while restBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      restBits -= 8
    }
  }

  /// Takes the complete bytes away.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Completes the column.
  mutating func finish() {
    if restBits > 0 { bytes.append(UInt8(truncatingIfNeeded: rest)) }
    bytes += [UInt8](repeating: 0, count: PackedColumn.length(of: 0, bits: bits))
    (rest, restBits) = (0, 0)
  }
}
