/// Counts votes for places on a timeline of many billions of frames.
///
/// Votes are collected first. Then a table of bytes, small enough for the processor's cache, counts them
/// by a part of their number, which is too many where several places share a byte, but never too few: so
/// only votes where the table has enough are sorted and counted exactly.
///
/// *Confined*.
struct TimelineVotes {
  /// Where many votes are.
  struct Place {
    /// Frames from the start of the timeline.
    var start: Double
    var change: TimelineChange
    /// How much faster or higher, as most votes say.
    var factor: Float
    var votes: Int
  }

  /// Votes for starts that differ by less than this, in frames, are for one place: 2 to the power of 2.
  private static let binBits: UInt64 = 2
  /// So many votes are counted exactly.
  private static let exactLimit = 20_000

  /// From above: 8 bits of the change, 48 of the place, and 8 of the factor, which does not tell places apart.
  private var votes: [UInt64] = []

  init() { votes.reserveCapacity(1 << 18) }

  /// Takes a vote.
  /// - Parameters:
  ///   - start: a place in frames.
  ///   - factor: how much faster or higher, 0.9 to 1.1.
  @inline(__always)
  mutating func append(start: UInt64, _ change: TimelineChange, _ factor: Float) {
    votes.append(
      change.rawValue << 56 | (start >> Self.binBits) << 8
        | UInt64(truncatingIfNeeded: Int((factor - 0.9) * 1250 + 0.5)))
  }

  /// The places with the most votes, each with those of its larger neighbour.
  consuming func strongest(_ limit: Int) -> [Place] {
    let selected = selectPromising()
    var bins: [(key: UInt64, first: Int, count: Int)] = []
    for (index, vote) in selected.enumerated() {
      if bins.last?.key == vote >> 8 {
        bins[bins.count - 1].count += 1
      } else {
        bins.append((vote >> 8, index, 1))
      }
    }
    var places: [Place] = []
    for index in bins.indices {
      let (key, first, count) = bins[index]
      let before = index > 0 && bins[index - 1].key + 1 == key ? bins[index - 1].count : 0
      let after =
        index + 1 < bins.count && bins[index + 1].key == key + 1 ? bins[index + 1].count : 0
      guard count > before, count >= after, count + max(before, after) >= 3 else { continue }
      let neighbour = max(before, after)
      let share = 0.5 * Double(neighbour) / Double(count)
      let bin = Double(key & (1 << 48 - 1)) + 0.5 + (after >= before ? share : -share)
      // Sorted as they are, the one in the middle is not led astray by chance.
      let factor = 0.9 + Float(selected[first + count / 2] & 255) / 1250
      places.append(
        Place(
          start: bin * 4, change: TimelineChange(rawValue: key >> 48) ?? .none, factor: factor,
          votes: count + neighbour))
    }
    places.sort { $0.votes > $1.votes }
    return Array(places.prefix(limit))
  }

  /// The votes for places that may be among the strongest, sorted.
  private consuming func selectPromising() -> [UInt64] {
    var bits = 10
    while bits < 22, 1 << bits < 4 * votes.count { bits += 1 }
    let mask = (1 << bits) - 1
    // One more on both sides, which saves a question for each slot.
    var table = [UInt8](repeating: 0, count: mask + 3)
    var selected: [UInt64] = []
    unsafe votes.withUnsafeBufferPointer { votes in
      unsafe table.withUnsafeMutableBufferPointer { table in
        for index in 0..<votes.count {
          let vote = unsafe votes[index]
          let slot = Self.slot(vote, mask)
          if unsafe table[slot] < 255 { unsafe table[slot] += 1 }
        }
        var histogram = [Int](repeating: 0, count: 511)
        for slot in 1...mask + 1 {
          let count = unsafe table[slot]
          if count > 0 {
            let sum = unsafe Int(count) + Int(max(table[slot - 1], table[slot + 1]))
            histogram[sum] += Int(count)
          }
        }
        var (threshold, total) = (510, 0)
        while threshold > 3, total + histogram[threshold] <= Self.exactLimit {
          total += histogram[threshold]
          threshold -= 1
        }
        threshold += threshold > 3 ? 1 : 0
        for index in 0..<votes.count {
          let vote = unsafe votes[index]
          let slot = Self.slot(vote, mask)
          let sum = unsafe Int(table[slot]) + Int(max(table[slot - 1], table[slot + 1]))
          if sum >= threshold { selected.append(vote) }
        }
      }
    }
    selected.sort()
    return selected
  }

  @inline(__always)
  private static func slot(_ vote: UInt64, _ mask: Int) -> Int {
    // Neighbouring places have neighbouring slots; changes are spread.
    let key = vote >> 8
    return (Int(truncatingIfNeeded: key &+ (key >> 48) &* 0x9e37_79b1) & mask) + 1
  }
}

/// In which way a query differs from the reference.
enum TimelineChange: UInt64 {
  case none, tempo, pitch, speed

  /// What a factor means for times and frequencies.
  @inline(__always)
  func scales(_ factor: Float) -> (stretch: Float, skew: Float) {
    switch self {
    case .none: (1, 1)
    case .tempo: (factor, 1)
    case .pitch: (1, factor)
    case .speed: (factor, factor)
    }
  }
}
