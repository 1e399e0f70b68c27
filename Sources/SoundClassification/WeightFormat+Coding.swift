extension ModelManifest.WeightFormat {
  /// Turns stored bytes into numbers.
  func decode(_ bytes: [UInt8]) -> [Float] {
    let width = byteCount
    return (0..<bytes.count / width).map { index in
      let bits = (0..<width).reversed().reduce(UInt32(0)) {
        $0 << 8 | UInt32(bytes[index * width + $1])
      }
      return self == .float32
        ? Float(bitPattern: bits) : Self.widen(UInt16(truncatingIfNeeded: bits))
    }
  }

  /// Turns finite numbers into bytes to store, each into the nearest that the format has.
  func encode(_ numbers: [Float]) -> [UInt8] {
    numbers.flatMap { number in
      let bits = self == .float32 ? number.bitPattern : UInt32(Self.narrow(number))
      return (0..<byteCount).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
    }
  }

  /// The numbers that are read when these are stored.
  package func rounded(_ numbers: [Float]) -> [Float] {
    self == .float32 ? numbers : numbers.map { Self.widen(Self.narrow($0)) }
  }

  /// Half to single precision in integers: Swift has no `Float16` on every platform.
  private static func widen(_ half: UInt16) -> Float {
    let sign: Float = half & 0x8000 == 0 ? 1 : -1
    let exponent = Int(half >> 10 & 0x1f)
    let fraction = Float(half & 0x3ff)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      let significand = 1 + fraction * 0x1p-10
      return sign * Float(sign: .plus, exponent: exponent - 15, significand: significand)
    }
  }

  /// The nearest number of half precision, ties to even. What is too large becomes the largest.
  private static func narrow(_ number: Float) -> UInt16 {
    let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
    let magnitude = min(number.magnitude, 65_504)
    // Below the smallest normal number, steps have the size of that number's.
    let exponent = max(magnitude == 0 ? -14 : Int(magnitude.exponent), -14)
    let steps = (magnitude * Float(sign: .plus, exponent: 10 - exponent, significand: 1))
      .rounded(.toNearestOrEven)
    // A carry out of the fraction counts the exponent up, as it should.
    return sign | UInt16((exponent + 14) << 10 + Int(steps))
  }
}
