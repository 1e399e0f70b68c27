package import Foundation
package import SoundSignal

/// Makes the signatures of the slices of a broadcast, with bounded memory: a generator is followed by
/// another one every two minutes, which listens along for a while before it takes over.
///
/// *Confined*.
package struct MonitorHearing {
  package let format: PCMFormat
  private var current: Listener
  private var next: Listener?

  private struct Listener {
    let start: TimeInterval
    let generator = SignatureGenerator()
    var frameCount: Int64 = 0
  }

  /// How much must be heard behind a slice before its last peaks are certain, in seconds.
  package static let lookAhead: TimeInterval = 1
  /// A generator's first peaks are not as certain as the others, in seconds.
  private static let settling: TimeInterval = 1
  private static let longestListening: TimeInterval = 120

  package init(format: PCMFormat, start: TimeInterval) {
    self.format = format
    current = Listener(start: start)
  }

  /// The end of what was heard, in seconds of the broadcast.
  package var end: TimeInterval {
    current.start + Double(current.frameCount) / Double(format.sampleRate)
  }

  package mutating func append(_ buffer: PCMBuffer) throws(RecognitionError) {
    if next == nil, end - current.start >= Self.longestListening { next = Listener(start: end) }
    try current.generator.append(buffer, at: nil)
    current.frameCount += Int64(buffer.frameCount)
    if let next {
      try next.generator.append(buffer, at: nil)
      self.next?.frameCount += Int64(buffer.frameCount)
    }
  }

  /// Lets the next generator take over, when it has heard all slices from `start` on.
  package mutating func renew(keeping start: TimeInterval) {
    guard let next, start >= next.start + Self.settling else { return }
    current = next
    self.next = nil
  }

  /// The signature of a slice, in seconds of the broadcast.
  package func signature(in slice: Range<TimeInterval>) -> Signature {
    let first = Int(((slice.lowerBound - current.start) * 1000).rounded())
    let length = Int(((slice.upperBound - slice.lowerBound) * 1000).rounded())
    return current.generator.signature().part(first..<first + length)
  }
}

/// The peaks of the last part of a broadcast.
struct PeakHistory {
  /// By time, counted from ``origin``.
  private(set) var peaks: [SpectralPeak] = []
  /// Where times count from, in seconds of the broadcast.
  private(set) var origin: TimeInterval = 0
  private var end: TimeInterval = 0

  /// A play of more than this has no exact start.
  private static let longestDuration: TimeInterval = 7200

  /// Begins behind a gap.
  mutating func begin(at time: TimeInterval) { end = max(end, time) }

  /// Appends the peaks of a slice that are new.
  mutating func append(_ signature: Signature, in slice: Range<TimeInterval>) {
    let known = Int32(clamping: Int(((end - slice.lowerBound) * 1000).rounded()))
    let shift = Int32(clamping: Int(((slice.lowerBound - origin) * 1000).rounded()))
    for peak in signature.peaks where peak.time >= known {
      peaks.append(
        SpectralPeak(time: peak.time + shift, frequency: peak.frequency, rank: peak.rank))
    }
    end = max(end, slice.upperBound)
  }

  /// Forgets what is no longer asked for.
  mutating func forget(before time: TimeInterval) {
    let time = max(time, end - Self.longestDuration)
    // Seldom, so that moving the rest costs nothing to speak of.
    guard time - origin >= 60 else { return }
    let shift = Int32(clamping: Int(((time - origin) * 1000).rounded()))
    let first = peaks.partitioningIndex { $0.time >= shift }
    peaks = peaks[first...].map {
      SpectralPeak(time: $0.time - shift, frequency: $0.frequency, rank: $0.rank)
    }
    origin += Double(shift) / 1000
  }
}
