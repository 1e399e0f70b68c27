internal import CSoundKernels
internal import Glibc

/// Turns samples into rows of log power, however the samples are cut into pieces.
///
/// Row `t` is centred on sample `t * hopLength`: the first and the last reach half a window beyond the
/// sound, into silence, so that nothing at its edges is lost. A number is 512 times the natural
/// logarithm of the power of samples that are full scale at ±32768, with a floor that is far below one
/// step of a 16-bit sample. Whole numbers make sums over rows exact, for as long as a stream goes on.
///
/// *Confined*: a value, whose copies go on by themselves.
package struct LogSpectrumStream {
  package static let stepsPerUnit: Float = 512
  /// Power of a row without sound, in 512ths.
  package static let silence = Int16((stepsPerUnit * log(floorPower)).rounded())

  private static let floorPower: Float = 300

  private let windowLength: Int
  private let hopLength: Int
  private let binCount: Int
  private let window: [Float]
  /// Of 2πk / windowLength for every bin k.
  private let cosines: [Float]
  private let sines: [Float]
  private let transform: Transform
  private var power: [Float]
  private var pending: [Float]

  /// - Parameter binCount: the number of bins in a row, a multiple of 16.
  package init(windowLength: Int, hopLength: Int, binCount: Int) {
    precondition(binCount.isMultiple(of: 16) && binCount <= windowLength / 2)
    self.windowLength = windowLength
    self.hopLength = hopLength
    self.binCount = binCount
    window = (0..<windowLength).map {
      Float(32768 * (0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(windowLength))))
    }
    let angles = (0..<binCount).map { 2 * .pi * Double($0) / Double(windowLength) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
    transform = Transform(length: windowLength)
    power = [Float](repeating: 0, count: binCount)
    pending = [Float](repeating: 0, count: windowLength / 2)
  }

  /// How many zeros behind the last sample bring out all rows that are centred on a sample.
  package var tailLength: Int { windowLength / 2 }

  /// Takes samples and hands every row that they complete to `body`.
  package mutating func process(_ samples: [Float], _ body: (UnsafeBufferPointer<Int16>) -> Void) {
    pending += samples
    var start = 0
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: binCount) { row in
      guard let target = row.baseAddress else { return }
      while pending.count - start >= windowLength {
        unsafe pending.withUnsafeBufferPointer { pending in
          guard let source = pending.baseAddress else { return }
          unsafe transform.run(source + start, window)
        }
        unsafe soundwatch_log_power(
          transform.pairs, cosines, sines, windowLength / 2, Self.floorPower, &power, target,
          binCount)
        unsafe body(UnsafeBufferPointer(row))
        start += hopLength
      }
    }
    pending.removeFirst(min(start, pending.count))
  }

  /// The Fourier transform, which holds nothing from one row to the next: copies of a stream share it.
  private final class Transform {
    private var fft: PairedFFT

    init(length: Int) { fft = PairedFFT(length: length) }

    var pairs: UnsafeMutablePointer<Float> { unsafe fft.pairs }

    func run(_ samples: UnsafePointer<Float>, _ window: [Float]) {
      unsafe soundwatch_multiply(samples, window, fft.samples, fft.length)
      fft.transformPairs()
    }
  }
}
