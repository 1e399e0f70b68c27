internal import CSoundKernels
internal import Glibc
internal import SoundSignal

/// Turns samples into log-mel frames, however the samples are cut into pieces: ``accept(_:)`` takes
/// some, ``nextFrame(into:)`` gives frames as long as there are any, ``finish()`` ends the sound.
///
/// Frame `t` covers a window that begins `t` hops from the start; at rates where a hop is not a whole
/// number of samples, at the nearest sample. Its value in band `b` is
/// `ln(sum of weight * |X|² * 2 / (sum of window)² + floor)`, so a sine at full scale gives about ln(1/2).
///
/// *Confined*; *Realtime* once made.
package struct LogMelStream: ~Copyable {
  package let configuration: LogMelConfiguration
  /// The rate of the samples that are accepted.
  package let sampleRate: Int
  package let windowLength: Int

  private let window: FloatMemory
  private let bank: MelFilterbank
  private var fft: RealFFT
  private var power: FloatMemory
  /// Samples that coming frames need; the first is number `pendingStart` of the sound.
  private var pending: FloatMemory
  private var pendingCount = 0
  private var pendingStart: Int64 = 0
  private var frameIndex: Int64 = 0
  private var end: Int64 = .max

  /// What a frame says beside its bands.
  package struct Frame: Sendable {
    /// ln of the mean over the bands of their power: how loud the frame is.
    package var level: Float
    /// The mean square of the samples between this frame's start and the next one's.
    package var meanSquare: Float

    package init(level: Float = 0, meanSquare: Float = 0) {
      self.level = level
      self.meanSquare = meanSquare
    }
  }

  /// - Parameters:
  ///   - sampleRate: the rate of the samples, where it differs from the configuration's. Windows and
  ///     hops then have the configuration's lengths in seconds.
  package init(_ configuration: LogMelConfiguration, sampleRate: Int? = nil) {
    precondition(configuration.problem == nil, configuration.problem ?? "")
    self.configuration = configuration
    let rate = sampleRate ?? configuration.sampleRate
    self.sampleRate = rate
    let native = rate == configuration.sampleRate
    // A model of a far higher rate may leave less than a sample of its window.
    let length =
      native
      ? configuration.windowLength
      : max(
        2,
        Int(
          (Double(configuration.windowLength) * Double(rate) / Double(configuration.sampleRate))
            .rounded()))
    windowLength = length
    window = FloatMemory(count: length)
    var windowSum = 0.0
    for index in 0..<length {
      let value = Float(0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(length)))
      unsafe window.base[index] = value
      windowSum += Double(value)
    }
    let fftLength =
      native ? configuration.fftLength : Self.fftLength(for: rate, like: configuration)
    fft = RealFFT(length: fftLength)
    bank = MelFilterbank(
      configuration, sampleRate: rate, fftLength: fftLength, scale: 2 / (windowSum * windowSum))
    power = FloatMemory(count: fftLength / 2 + 1 + 4)
    pending = FloatMemory(count: 4 * length)
  }

  /// A power of two, or three times one, at which FFTW is fast: the one whose bins lie where the
  /// configuration's do, as at 8, 24, 32 or 48 kHz; elsewhere one with bins so much closer that the
  /// bands, which are interpolated, change no score by more than 0.03 (measured on speech and music).
  private static func fftLength(for rate: Int, like configuration: LogMelConfiguration) -> Int {
    let wanted = Double(configuration.fftLength) * Double(rate) / Double(configuration.sampleRate)
    var length = 16
    while Double(length) < wanted * 1.4 {
      if Double(length) == wanted { return length }
      length = length & (length - 1) == 0 ? length / 2 * 3 : length / 3 * 4
    }
    return length
  }

  /// The first sample of a frame.
  package func startOfFrame(_ index: Int64) -> Int64 {
    let denominator = Int64(configuration.sampleRate)
    let numerator = index * Int64(configuration.hopLength) * Int64(sampleRate)
    return (2 * numerator + denominator) / (2 * denominator)
  }

  /// Takes samples, as many as there is room for; more room comes from taking frames.
  /// - Returns: how many were taken.
  package mutating func accept(_ samples: UnsafeBufferPointer<Float>) -> Int {
    makeRoom()
    let count = min(samples.count, pending.count - pendingCount)
    if let source = samples.baseAddress {
      unsafe (pending.base + pendingCount).update(from: source, count: count)
    }
    pendingCount += count
    return count
  }

  /// Says that no more samples come. Frames that begin before the end are then given too, with
  /// digital silence behind the end.
  package mutating func finish() {
    if end == .max { end = pendingStart + Int64(pendingCount) }
  }

  /// Gives the next frame if its samples are there.
  /// - Parameter bands: room for one value a band.
  package mutating func nextFrame(into bands: UnsafeMutableBufferPointer<Float>) -> Frame? {
    precondition(bands.count == configuration.bands)
    let start = startOfFrame(frameIndex)
    guard start < end else { return nil }
    if Int(start - pendingStart) + windowLength > pendingCount {
      guard end != .max else { return nil }
      padWithSilence(upTo: start + Int64(windowLength))
    }
    let first = Int(start - pendingStart)
    let hop = Int(startOfFrame(frameIndex + 1) - start)
    frameIndex += 1
    return unsafe computeFrame(from: pending.base + first, hop: hop, into: bands.baseAddress)
  }

  private mutating func computeFrame(
    from samples: UnsafePointer<Float>, hop: Int, into bands: UnsafeMutablePointer<Float>?
  ) -> Frame? {
    guard let bands = unsafe bands else { return nil }
    unsafe soundwatch_multiply(samples, window.base, fft.samples, windowLength)
    fft.transform()
    let level = unsafe bank.withKernelBank { bank in
      unsafe soundwatch_log_mel(
        fft.spectrum, fft.length / 2 + 1, bank, Float(configuration.floor), power.base, bands)
    }
    let energy = unsafe soundwatch_energy(samples, hop)
    return Frame(level: level, meanSquare: energy / Float(max(hop, 1)))
  }

  /// Moves what is still needed to the front once the rest fills half of the memory.
  private mutating func makeRoom() {
    let used = min(Int(startOfFrame(frameIndex) - pendingStart), pendingCount)
    guard used >= pending.count / 2 || pendingCount == pending.count, used > 0 else { return }
    pending.move(from: used, to: 0, length: pendingCount - used)
    pendingCount -= used
    pendingStart += Int64(used)
  }

  private mutating func padWithSilence(upTo target: Int64) {
    makeRoom()
    let count = Int(target - pendingStart)
    for index in pendingCount..<count { pending[index] = 0 }
    pendingCount = count
  }
}
