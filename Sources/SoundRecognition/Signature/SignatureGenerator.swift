public import SoundSignal

/// Makes a signature of sound that arrives piece by piece.
///
/// ```swift
/// let generator = SignatureGenerator()
/// while let position = try source.read(into: &buffer) {
///   try generator.append(
///     buffer, at: StreamTime(frame: position, sampleRate: source.format.sampleRate))
/// }
/// let signature = generator.signature()
/// ```
///
/// Samples may have any format; all channels are heard equally. The signature is the same for any way
/// of cutting the sound into buffers.
///
/// *Confined*.
public final class SignatureGenerator {
  /// The sample rates that signatures are made of, in hertz.
  public static let supportedSampleRates = 8_000...192_000

  private var hearing: Hearing?

  /// Makes a generator that has heard nothing yet.
  public init() {}

  /// Takes the next samples. The first buffer binds the generator to its format.
  /// - Parameters:
  ///   - buffer: the samples.
  ///   - time: where the buffer begins in its stream, by which gaps are noticed; `nil` where nothing
  ///     is known. Any rate will do; half a millisecond is forgiven, because clocks round.
  /// - Throws: ``RecognitionError`` with the code `invalidAudioFormat` when the format is another than
  ///   before or its rate is not supported, and `audioDiscontinuity` when the buffer does not follow
  ///   the one before it. Nothing of the buffer is taken then.
  public func append(_ buffer: PCMBuffer, at time: StreamTime?) throws(RecognitionError) {
    guard Self.supportedSampleRates.contains(buffer.format.sampleRate) else {
      throw RecognitionError(
        .invalidAudioFormat,
        "Signatures are made of sound with 8000 to 192000 Hz; the buffer has "
          + "\(buffer.format.sampleRate) Hz.")
    }
    if let format = hearing?.format, format != buffer.format {
      throw RecognitionError(
        .invalidAudioFormat,
        "A buffer has the format \(buffer.format) and the one before it \(format); make a new "
          + "generator when the format changes.")
    }
    var current = hearing ?? Hearing(format: buffer.format)
    hearing = nil
    defer { hearing = current }
    try current.append(buffer, at: time)
  }

  /// The signature of everything so far. More may be appended afterwards.
  public func signature() -> Signature {
    hearing?.signature() ?? Signature(peaks: [], sampleCount: 0)
  }
}

/// What a generator has heard of one stream.
private struct Hearing {
  let format: PCMFormat
  private let decoder: SampleDecoder
  private var stream: SignatureStream
  private var samples: [Float] = []
  private var frameCount: Int64 = 0
  /// The frames up to and including the last that is not digital silence.
  private var soundingFrameCount: Int64 = 0
  /// The first time that was given, and the frames before it.
  private var clock: (seconds: Double, frame: Int64)?

  /// Below half a step of 16-bit samples.
  private static let digitalSilence: Float = 0x1p-16
  /// Signatures are limited in length; what comes later is not heard.
  private var longestFrameCount: Int64 {
    Int64(Signature.maximumSampleCount / PeakGrid.sampleRate) * Int64(format.sampleRate)
  }

  init(format: PCMFormat) {
    self.format = format
    decoder = SampleDecoder(format: format, mix: .average)
    stream = SignatureStream(sampleRate: format.sampleRate)
  }

  mutating func append(_ buffer: PCMBuffer, at time: StreamTime?) throws(RecognitionError) {
    if let time {
      // Counted from the first time that is given: rounded clocks must not creep.
      let clock = clock ?? (time.seconds, frameCount)
      let expected =
        clock.seconds + Double(frameCount - clock.frame) / Double(format.sampleRate)
      guard abs(time.seconds - expected) <= 0.0005 else {
        throw RecognitionError(
          .audioDiscontinuity,
          "A buffer begins at \(time.seconds) s where \(expected) s was expected; make a new "
            + "generator behind a gap.")
      }
      self.clock = clock
    }
    let count = Int(min(Int64(buffer.frameCount), max(0, longestFrameCount - frameCount)))
    defer { frameCount += Int64(buffer.frameCount) }
    guard count > 0 else { return }
    if samples.count != count { samples = [Float](repeating: 0, count: count) }
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe buffer.withBytes {
        unsafe decoder.decode($0, frameCount: buffer.frameCount, from: 0, into: samples)
      }
      unsafe stream.process(UnsafeBufferPointer(samples))
      if let last = unsafe samples.lastIndex(where: { abs($0) >= Self.digitalSilence }) {
        soundingFrameCount = frameCount + Int64(last) + 1
      }
    }
  }

  func signature() -> Signature {
    var rest = stream
    let sampleCount = Int(
      soundingFrameCount * Int64(PeakGrid.sampleRate) / Int64(format.sampleRate))
    return Signature(peaks: rest.finish(sampleCount: sampleCount), sampleCount: sampleCount)
  }
}
