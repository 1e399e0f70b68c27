internal import SoundSignal

/// From samples at any rate to log-mel frames: rates of 40 kHz and more are halved until they fall
/// below, then the spectrogram is computed at the rate that remains.
///
/// There is no conversion to the model's own rate. Windows and hops keep their length in seconds and
/// the mel bands are carried over to the finer or coarser bins, which is measured to be cheaper than a
/// resampler and gives the same labels (`Benchmarks/RESULTS.md`).
///
/// *Confined*; *Realtime* once made.
package struct SpectralFrontEnd: ~Copyable {
  /// The largest piece that is worked on at once; longer input is cut.
  private static let pieceLength = 1024

  private var decimators: [HalfBandDecimator] = []
  private var logMel: LogMelStream
  private var bands: [Float]
  private var scratch: [[Float]] = []

  package init(_ configuration: LogMelConfiguration, sampleRate: Int) {
    var (rate, length) = (sampleRate, Self.pieceLength)
    while rate >= 40_000, rate.isMultiple(of: 2) {
      decimators.append(HalfBandDecimator(maximumInput: length))
      length = length / 2 + 1
      scratch.append([Float](repeating: 0, count: length))
      rate /= 2
    }
    logMel = LogMelStream(configuration, sampleRate: rate)
    bands = [Float](repeating: 0, count: configuration.bands)
  }

  /// Takes samples and hands every frame that they complete to `body`.
  package mutating func process(
    _ samples: UnsafeBufferPointer<Float>,
    _ body: (UnsafeBufferPointer<Float>, LogMelStream.Frame) -> Void
  ) {
    var rest = unsafe samples[...]
    while unsafe !rest.isEmpty {
      let piece = unsafe UnsafeBufferPointer(rebasing: rest.prefix(Self.pieceLength))
      unsafe rest = rest.dropFirst(Self.pieceLength)
      unsafe decimate(piece, stage: 0, body)
    }
  }

  /// Ends the sound and hands its last frames to `body`: all that begin before the end.
  package mutating func finish(_ body: (UnsafeBufferPointer<Float>, LogMelStream.Frame) -> Void) {
    let silence = [Float](repeating: 0, count: HalfBandDecimator.halfLength)
    for stage in decimators.indices {
      unsafe silence.withUnsafeBufferPointer { unsafe decimate($0, stage: stage, body) }
    }
    logMel.finish()
    unsafe takeFrames(body)
  }

  private mutating func decimate(
    _ samples: UnsafeBufferPointer<Float>, stage: Int,
    _ body: (UnsafeBufferPointer<Float>, LogMelStream.Frame) -> Void
  ) {
    guard stage < decimators.count else {
      unsafe analyze(samples, body)
      return
    }
    // Moved out for the time of the call: two parts of self cannot be borrowed at once otherwise.
    var output: [Float] = []
    swap(&output, &scratch[stage])
    let count = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe decimators[stage].process(samples, into: output)
    }
    unsafe output.withUnsafeBufferPointer { output in
      unsafe decimate(UnsafeBufferPointer(rebasing: output[..<count]), stage: stage + 1, body)
    }
    swap(&output, &scratch[stage])
  }

  private mutating func analyze(
    _ samples: UnsafeBufferPointer<Float>,
    _ body: (UnsafeBufferPointer<Float>, LogMelStream.Frame) -> Void
  ) {
    var rest = unsafe samples[...]
    while unsafe !rest.isEmpty {
      let taken = unsafe logMel.accept(UnsafeBufferPointer(rebasing: rest))
      unsafe rest = rest.dropFirst(taken)
      unsafe takeFrames(body)
    }
  }

  private mutating func takeFrames(
    _ body: (UnsafeBufferPointer<Float>, LogMelStream.Frame) -> Void
  ) {
    unsafe bands.withUnsafeMutableBufferPointer { bands in
      while let frame = unsafe logMel.nextFrame(into: bands) {
        unsafe body(UnsafeBufferPointer(bands), frame)
      }
    }
  }
}
