internal import Glibc
internal import SoundSignal

/// A forward Fourier transform of real samples in plain Swift: the oracle that ``RealFFT`` is tested
/// against, and the production path where FFTW is switched off.
///
/// The real samples are taken as half as many complex ones, transformed by recursive decimation in
/// time for any mix of radices, and separated afterwards.
///
/// *Confined*; ``transform()`` is *Realtime*.
@safe package struct PlainRealFFT: ~Copyable {
  private typealias Complex = SIMD2<Float>

  package let length: Int
  private let input: FloatMemory
  private let output: FloatMemory
  /// exp(-2πi k / length) for the separation and, at every second entry, for the half-length transform.
  private let twiddles: [Complex]
  private let factors: [Int]
  /// The half-length transform, then room for the inputs of one butterfly.
  private let work: UnsafeMutableBufferPointer<Complex>

  package init(length: Int) {
    precondition(length > 0 && length.isMultiple(of: 2), "The length must be even.")
    self.length = length
    input = FloatMemory(count: length)
    output = FloatMemory(count: length + 2)
    twiddles = (0..<length).map { k in
      let angle = -2 * Double.pi * Double(k) / Double(length)
      return Complex(Float(cos(angle)), Float(sin(angle)))
    }
    factors = Self.factorize(length / 2)
    unsafe work = .allocate(capacity: length / 2 + (factors.max() ?? 1))
    unsafe work.initialize(repeating: .zero)
  }

  deinit { unsafe work.deallocate() }

  /// The samples to transform, ``length`` of them. They survive the transform.
  package var samples: UnsafeMutablePointer<Float> { unsafe input.base }
  /// The result: real and imaginary parts in turn, for `length / 2 + 1` bins.
  package var spectrum: UnsafeMutablePointer<Float> { unsafe output.base }

  /// The samples taken in pairs as complex ones, and transformed: real and imaginary parts in turn.
  package var pairs: UnsafeMutablePointer<Float> {
    guard let base = unsafe UnsafeMutableRawPointer(work.baseAddress) else {
      preconditionFailure("There is no transform of nothing.")
    }
    return unsafe base.assumingMemoryBound(to: Float.self)
  }

  /// Transforms ``samples`` into ``pairs``.
  package mutating func transformPairs() {
    let half = length / 2
    unsafe transformHalf(
      from: 0, stride: 1, count: half, factor: 0,
      into: UnsafeMutableBufferPointer(rebasing: work[..<half]),
      scratch: UnsafeMutableBufferPointer(rebasing: work[half...]))
  }

  /// Transforms ``samples`` into ``spectrum``.
  package mutating func transform() {
    let half = length / 2
    transformPairs()
    let result = unsafe UnsafeMutableBufferPointer(rebasing: work[..<half])
    // X[k] = E[k] + w^k O[k], where E and O are the transforms of the even and the odd samples.
    for k in 0...half {
      let z = unsafe result[k == half ? 0 : k]
      let m = unsafe result[k == 0 ? 0 : half - k]
      let even = Complex(z.x + m.x, z.y - m.y) * 0.5
      let odd = Complex(z.y + m.y, m.x - z.x) * 0.5
      let w = k == half ? Complex(-1, 0) : twiddles[k]
      let value = even + Self.multiply(w, odd)
      unsafe output.base[2 * k] = value.x
      unsafe output.base[2 * k + 1] = value.y
    }
  }

  /// Transforms `count` complex samples, each the pair of real samples at `from + i * stride`.
  private func transformHalf(
    from: Int, stride: Int, count: Int, factor: Int,
    into out: UnsafeMutableBufferPointer<Complex>, scratch: UnsafeMutableBufferPointer<Complex>
  ) {
    if count == 1 {
      unsafe out[0] = unsafe Complex(input.base[2 * from], input.base[2 * from + 1])
      return
    }
    let radix = factors[factor]
    let part = count / radix
    for r in 0..<radix {
      unsafe transformHalf(
        from: from + r * stride, stride: stride * radix, count: part, factor: factor + 1,
        into: UnsafeMutableBufferPointer(rebasing: out[r * part..<(r + 1) * part]), scratch: scratch
      )
    }
    // Twiddles of this level are every (length / count)-th of the table.
    let step = length / count
    for k in 0..<part {
      for r in 0..<radix {
        unsafe scratch[r] = unsafe Self.multiply(out[r * part + k], twiddles[r * k * step])
      }
      for q in 0..<radix {
        var sum = unsafe scratch[0]
        for r in 1..<radix {
          sum += unsafe Self.multiply(scratch[r], twiddles[(r * q % radix) * part * step])
        }
        unsafe out[q * part + k] = sum
      }
    }
  }

  @inline(__always)
  private static func multiply(_ a: Complex, _ b: Complex) -> Complex {
    Complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }

  /// The prime factors, with pairs of twos joined into fours.
  private static func factorize(_ number: Int) -> [Int] {
    var (rest, factors, candidate) = (number, [Int](), 2)
    while rest.isMultiple(of: 4) {
      factors.append(4)
      rest /= 4
    }
    while rest > 1 {
      if rest.isMultiple(of: candidate) {
        factors.append(candidate)
        rest /= candidate
      } else {
        candidate += 1
      }
    }
    return factors
  }
}
