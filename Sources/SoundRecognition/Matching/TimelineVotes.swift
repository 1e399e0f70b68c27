/// Counts votes for places on a timeline of billions of frames.
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
    var model: Int
    var votes: Int
  }

  /// Votes for starts that differ by less than this, in frames, are for one place: 2 to the power of 2.
  private static let binBits: UInt32 = 2
  /// So many votes are counted exactly.
  private static let exactLimit = 20_000

  /// The model above, the place below.
  private var votes: [UInt64] = []

  init() { votes.reserveCapacity(1 << 18) }

  /// Takes a vote.
  /// - Parameters:
  ///   - start: a place in frames.
  ///   - model: 0 to 255.
  @inline(__always)
  mutating func append(start: UInt32, model: UInt32) {
    votes.append(UInt64(model) << 32 | UInt64(start >> Self.binBits))
  }

  /// The places with the most votes, each with those of its larger neighbour.
  consuming func strongest(_ limit: Int) -> [Place] {
    let selected = selectPromising()
    var bins: [(key: UInt64, count: Int)] = []
    for vote in selected {
      if bins.last?.key == vote { bins[bins.count - 1].count += 1 } else { bins.append((vote, 1)) }
    }
    var places: [Place] = []
    for index in bins.indices {
      let (key, count) = bins[index]
      let before = index > 0 && bins[index - 1].key + 1 == key ? bins[index - 1].count : 0
      let after =
        index + 1 < bins.count && bins[index + 1].key == key + 1 ? bins[index + 1].count : 0
      guard count > before, count >= after, count + max(before, after) >= 3 else { continue }
      let neighbour = max(before, after)
      let share = 0.5 * Double(neighbour) / Double(count)
      let bin = Double(key & 0xffff_ffff) + 0.5 + (after >= before ? share : -share)
      places.append(
        Place(start: bin * 4, model: Int(key >> 32), votes: count + neighbour))
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
    // Neighbouring places have neighbouring slots; models are spread.
    (Int(truncatingIfNeeded: vote &+ (vote >> 32) &* 0x9e37_79b1) & mask) + 1
  }
}
