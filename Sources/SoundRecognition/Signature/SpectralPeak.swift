/// A point of a sound's spectrogram that stands out: what a signature consists of.
///
/// Peaks live on a grid that is the same for every sample rate: times in milliseconds, frequencies in
/// sixteenths of 7.8125 Hz.
///
/// *Thread-safe*: a value.
package struct SpectralPeak: Sendable, Hashable, BitwiseCopyable {
  /// Milliseconds from the start of the sound.
  package var time: Int32
  /// The frequency in sixteenths of ``PeakGrid/binWidth``.
  package var frequency: UInt16
  /// How early the peak is dropped when a signature is thinned: 0 stays in the thinnest one. See
  /// ``PeakDensity``.
  package var rank: UInt8

  package init(time: Int32, frequency: UInt16, rank: UInt8) {
    self.time = time
    self.frequency = frequency
    self.rank = rank
  }
}

/// The grid that spectral peaks live on.
package enum PeakGrid {
  /// The rate of the samples that peaks are found in, in hertz.
  package static let sampleRate = 16_000
  /// The length of a Fourier transform in samples.
  package static let windowLength = 2_048
  /// The distance of neighbouring frames in samples: 16 ms.
  package static let hopLength = 256
  /// Steps of ``SpectralPeak/time``, milliseconds, in a frame.
  package static let stepsPerFrame = 16
  /// Steps of ``SpectralPeak/frequency`` in a bin of the Fourier transform.
  package static let stepsPerBin = 16
  /// The distance of neighbouring bins in hertz: 7.8125.
  package static let binWidth = Double(sampleRate) / Double(windowLength)
  /// The distance of neighbouring frames in seconds.
  package static let secondsPerFrame = Double(hopLength) / Double(sampleRate)
  /// The bins in which peaks are looked for: 39 to 5250 Hz. The low edge matters for bass-heavy
  /// music in noise.
  package static let bins = 5..<672
  /// What a peak's ``SpectralPeak/frequency`` may be: interpolation moves it by half a bin at most.
  package static let frequencies =
    bins.lowerBound * stepsPerBin - stepsPerBin / 2..<bins.upperBound * stepsPerBin
}
