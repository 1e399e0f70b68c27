/// Two peaks in one number: what the index of a catalog is sorted by.
///
/// From the top: the distance of the two in frequency (a cell of half a unit), their distance in time
/// (frames), the place of the first in frequency, and then what remains of the two distances. In this
/// order everything that a query asks for is a range: the place in frequency may be a little off,
/// because a recording has noise, or up to 6.5 % off, because it plays faster, and both are one
/// contiguous run of keys for each cell of the distances.
///
/// | bits | what | unit |
/// |---|---|---|
/// | 8 | distance in frequency, plus 128 | 1/2 |
/// | 6 | distance in time | frame of 16 ms |
/// | 12 | frequency of the first peak | 1/8 |
/// | 3 | rest of the distance in frequency | 1/16 |
/// | 3 | rest of the distance in time | 1/8 frame |
///
/// Frequencies are *warped*; see ``WarpedFrequency``.
///
/// *Thread-safe*: a value.
package struct PairKey: Sendable, Hashable, Comparable, BitwiseCopyable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Distances in time that a key can hold, in milliseconds.
  package static let timeDistances: Range<Int32> = 32..<64 * Int32(PeakGrid.stepsPerFrame)
  /// Distances in warped frequency that a key can hold.
  package static let frequencyDistances: Range<Float> = -64..<64

  /// The key of two peaks, unless they are too far apart.
  package init?(_ first: SpectralPeak, _ second: SpectralPeak) {
    let time = second.time - first.time
    let place = WarpedFrequency.of(first)
    let distance = WarpedFrequency.of(second) - place
    guard Self.timeDistances.contains(time), Self.frequencyDistances.contains(distance)
    else { return nil }
    let fineDistance = UInt32((distance + 64) * 16)
    let fineTime = UInt32(time) >> 1
    let upper = (fineDistance >> 3) << 24 | (fineTime >> 3) << 18
    rawValue = upper | UInt32(place * 8) << 6 | (fineDistance & 7) << 3 | (fineTime & 7)
  }

  /// The distance in warped frequency, plus 64, in sixteenths.
  var frequencySteps: Int32 { Int32((rawValue >> 24) << 3 | (rawValue >> 3) & 7) }
  /// The distance in time in eighths of a frame.
  var timeSteps: Int32 { Int32(((rawValue >> 18) & 63) << 3 | rawValue & 7) }
  /// The warped frequency of the first peak in eighths.
  var placeSteps: Int32 { Int32((rawValue >> 6) & 0xfff) }

  package static func < (left: PairKey, right: PairKey) -> Bool { left.rawValue < right.rawValue }
}
