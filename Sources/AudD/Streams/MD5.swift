import Foundation

/// The MD5 digest (RFC 1321), which the service uses to name things. It protects nothing.
enum MD5 {
  /// The digest of a text's UTF-8 bytes in small hexadecimal digits.
  static func hexadecimal(_ text: String) -> String {
    digest(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bitCount = UInt64(message.count) &* 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * $0)) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      mix(bytes[start..<start + 64], into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[index + $1]) << (8 * UInt32($1)) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let mixed: UInt32
      let index: Int
      switch step / 16 {
      case 0: (mixed, index) = ((b & c) | (~b & d), step)
      case 1: (mixed, index) = ((d & b) | (~d & c), (5 * step + 1) % 16)
      case 2: (mixed, index) = (b ^ c ^ d, (3 * step + 5) % 16)
      default: (mixed, index) = (c ^ (b | ~d), 7 * step % 16)
      }
      let sum = a &+ mixed &+ sines[step] &+ words[index]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }

  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The constants of the standard: 2³² times the sine of 1, 2, 3 and so on.
  private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
}
