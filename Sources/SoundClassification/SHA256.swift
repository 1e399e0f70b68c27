/// The SHA-256 digest (FIPS 180-4), which guards model files against damage.
///
/// *Thread-safe*: a function of its input.
package enum SHA256 {
  /// The digest of several pieces of bytes, taken as one.
  package static func digest(of pieces: [ArraySlice<UInt8>]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    var tail: [UInt8] = []
    var length: UInt64 = 0
    var words = [UInt32](repeating: 0, count: 64)
    for piece in pieces {
      length += UInt64(piece.count)
      var rest = piece
      if !tail.isEmpty {
        let fill = rest.prefix(64 - tail.count)
        tail.append(contentsOf: fill)
        rest = rest.dropFirst(fill.count)
        if tail.count < 64 { continue }
        compress(tail[...], into: &state, words: &words)
        tail.removeAll(keepingCapacity: true)
      }
      while rest.count >= 64 {
        compress(rest.prefix(64), into: &state, words: &words)
        rest = rest.dropFirst(64)
      }
      tail.append(contentsOf: rest)
    }
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: (length * 8) >> shift))
    }
    for start in stride(from: 0, to: tail.count, by: 64) {
      compress(tail[start..<start + 64], into: &state, words: &words)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func compress(
    _ block: ArraySlice<UInt8>, into state: inout [UInt32], words: inout [UInt32]
  ) {
    var place = block.startIndex
    for index in 0..<16 {
      words[index] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16
        | UInt32(block[place + 2]) << 8 | UInt32(block[place + 3])
      place += 4
    }
    for index in 16..<64 {
      let (x, y) = (words[index - 15], words[index - 2])
      let s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >> 3)
      let s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >> 10)
      words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ roundConstants[index] &+ words[index]
      let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ !candidate.isMultiple(of: $0) }) { primes.append(candidate) }
      candidate += 1
    }
    // floor(cbrt(p) * 2^32) by bisection in integers wide enough to be exact.
    return primes.map { prime in
      let target = UInt128(prime) << 96
      var (low, high): (UInt128, UInt128) = (0, 1 << 36)
      while high - low > 1 {
        let middle = (low + high) / 2
        if middle * middle * middle <= target { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }()
}
