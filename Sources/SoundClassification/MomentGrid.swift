internal import SoundSpectra

/// The time line of scores, in frames of the analyzed signal.
///
/// Score `p` covers a moment whose length is a rational number of frames. Everything is computed from
/// `p` in integers, so nothing drifts, however long the stream.
///
/// *Thread-safe*: a value.
package struct MomentGrid: Sendable {
  /// Frames per moment, as a fraction.
  private let numerator: Int64
  private let denominator: Int64

  package init(_ manifest: ModelManifest, sampleRate: Int) {
    numerator = Int64(manifest.framesPerScore * manifest.frontEnd.hopLength) * Int64(sampleRate)
    denominator = Int64(manifest.frontEnd.sampleRate)
  }

  /// The frame where a moment begins, rounded to the nearest.
  package func start(of moment: Int64) -> Int64 {
    (2 * moment * numerator + denominator) / (2 * denominator)
  }

  /// The first moment whose middle lies at or behind a frame.
  package func firstMoment(from frame: Int64) -> Int64 {
    // middle(p) = (2p + 1) * numerator / (2 * denominator) >= frame
    let wanted = 2 * frame * denominator - numerator
    guard wanted > 0 else { return 0 }
    return (wanted + 2 * numerator - 1) / (2 * numerator)
  }

  /// How many moments a number of frames can hold at the most.
  package func capacity(of frameCount: Int64) -> Int {
    Int((frameCount * denominator + numerator - 1) / numerator) + 1
  }

  /// The number of moments that make a duration, at least.
  package func moments(in seconds: Double, sampleRate: Int) -> Int64 {
    let moment = Double(numerator) / Double(denominator) / Double(sampleRate)
    return Int64((seconds / moment).rounded(.up))
  }
}
