/// Counts votes for places on a timeline of many billions of frames.
///
/// A place counts its votes in a slot, which it shares with others: so a slot may have too many, but never too few, and
/// only votes in slots that have enough are sorted and counted exactly. Votes are kept in blocks by their slots, so that
/// the counters of one block fit into the processor's cache.
///
/// *Confined*.
@safe struct TimelineVotes: ~Copyable {
  // @safe: the memory is this value's own, and every block has room for what is written, `makeRoom` sees to it.

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
  /// A block has 2 to the power of so many slots.
  private static let blockBits = 16
  /// So many votes are counted exactly.
  private static let exactLimit = 20_000

  /// Votes, from above: 8 bits of the change, 48 of the place, and 8 of the factor, which does not tell places apart.
  private var votes: UnsafeMutablePointer<UInt64>
  /// There is room for so many votes in each block.
  private var blockCapacity: Int
  /// Where the next vote of each block goes.
  private var ends: [Int]
  /// So many votes more no block is too small for.
  private var headroom: Int
  private let slotMask: Int

  /// - Parameter expected: about how many votes there will be.
  init(expected: Int) {
    // Eight slots for a vote, so that few have several by chance.
    var bits = Self.blockBits
    while bits < 24, 1 << bits < 8 * expected { bits += 1 }
    let blocks = 1 << (bits - Self.blockBits)
    slotMask = 1 << bits - 1
    blockCapacity = expected / blocks + 4096
    headroom = blockCapacity
    unsafe votes = .allocate(capacity: blocks * blockCapacity)
    ends = [Int](repeating: 0, count: blocks)
    for block in ends.indices { ends[block] = block * blockCapacity }
  }

  deinit { unsafe votes.deallocate() }

  /// A factor, 0.9 to 1.1, as votes have it.
  @inline(__always)
  static func code(_ factor: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Int((factor - 0.9) * 1250 + 0.5))
  }

  /// Takes what postings say.
  /// - Parameters:
  ///   - run: the postings, of one range of keys.
  ///   - base: where their segment begins on the timeline.
  ///   - probe: the pair of the query's that they were read for.
  ///   - rules: of all ranges.
  ///   - range: the number of the range in them.
  @inline(__always)
  mutating func append<Probe: TimelineProbe>(
    _ run: PostingRun, from base: UInt64, for probe: Probe, _ rules: VoteRules, _ range: Int
  ) {
    // Each says six things at the most: four tempos, and two more.
    unsafe makeRoom(6 * run.count)
    let start = UInt64(probe.start + 0.5)
    // Copies, which the compiler knows that no vote changes.
    let (keys, places, upperBits, entries) = unsafe (
      run.keys, run.places, run.upperBits, run.entries
    )
    let (votes, slotMask) = unsafe (votes, slotMask)
    unsafe rules.withRules(ofRange: range) { rules, origin in
      unsafe ends.withUnsafeMutableBufferPointer { ends in
        @inline(__always)
        func take(
          _ start: UInt64, _ change: TimelineChange, _ factor: UInt8, _ isFitting: Bool
        ) {
          let key = change.rawValue << 48 | start >> Self.binBits
          let block = Self.slot(of: key, slotMask) >> Self.blockBits
          // Written in any case: a jump that cannot be foreseen takes longer.
          unsafe votes[ends[block]] = key << 8 | UInt64(factor)
          unsafe ends[block] &+= isFitting ? 1 : 0
        }
        for entry in entries {
          let key = unsafe upperBits | keys[entry]
          // In a damaged catalog, keys may be out of order.
          let place = origin &+ VoteRules.place(of: key)
          guard UInt(bitPattern: place) < UInt(rules.count) else { continue }
          let rule = unsafe rules[place]
          let rest = UInt8(1) &<< UInt8(truncatingIfNeeded: key & 7)
          guard (rule.unchanged | rule.speed | rule.tempo) & rest != 0 else { continue }
          let frame = base &+ UInt64(unsafe places[entry])
          take(frame &- start, Probe.unchanged, rule.factor, rule.unchanged & rest != 0)
          if Probe.unchanged == .none { continue }
          take(frame &- UInt64(rule.distance), .speed, rule.factor, rule.speed & rest != 0)
          guard rule.tempo & rest != 0 else { continue }
          probe.forEachTempo(ofTime: PairKey(rawValue: key).timeSteps) { tempo in
            take(frame &- UInt64(tempo * probe.start + 0.5), .tempo, Self.code(tempo), true)
          }
        }
      }
    }
  }

  /// Makes sure that every block has room for so many votes more, and one that is written but not counted.
  @inline(__always)
  private mutating func makeRoom(_ count: Int) {
    if headroom <= count { lookForRoom(count) }
    headroom -= count
  }

  @inline(never)
  private mutating func lookForRoom(_ count: Int) {
    var longest = 0
    for (block, end) in ends.enumerated() { longest = max(longest, end - block * blockCapacity) }
    headroom = blockCapacity - longest
    guard headroom <= count else { return }
    let capacity = 2 * blockCapacity + count
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: ends.count * capacity)
    for block in ends.indices {
      let length = ends[block] - block * blockCapacity
      unsafe (larger + block * capacity).initialize(
        from: votes + block * blockCapacity, count: length)
      ends[block] = block * capacity + length
    }
    unsafe votes.deallocate()
    unsafe votes = larger
    blockCapacity = capacity
    headroom = capacity - longest
  }

  /// The places with the most votes, each with those of its larger neighbour.
  func strongest(_ limit: Int) -> [Place] {
    let selected = selected().sorted()
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

  /// The votes in slots that have, together with the larger of their neighbours, the most: at least three, and about
  /// ``exactLimit`` votes in all. At the ends of blocks, one neighbour is not looked at.
  private func selected() -> [UInt64] {
    let total = ends.enumerated().reduce(0) { $0 + $1.element - $1.offset * blockCapacity }
    // One more on both sides, which saves a question for each slot.
    var counts = [UInt8](repeating: 0, count: 1 << Self.blockBits + 2)
    var sums = [UInt16](repeating: 0, count: total)
    var histogram = [Int](repeating: 0, count: 511)
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        unsafe histogram.withUnsafeMutableBufferPointer { histogram in
          var place = 0
          for block in ends.indices {
            unsafe counts.update(repeating: 0)
            let range = block * blockCapacity..<ends[block]
            for index in range {
              let slot = unsafe slotInBlock(votes[index])
              unsafe counts[slot] &+= counts[slot] < 255 ? 1 : 0
            }
            for index in range {
              let slot = unsafe slotInBlock(votes[index])
              let sum =
                unsafe UInt16(counts[slot]) + UInt16(max(counts[slot - 1], counts[slot + 1]))
              unsafe sums[place] = sum
              unsafe histogram[Int(sum)] &+= 1
              place &+= 1
            }
          }
        }
      }
    }
    var (threshold, number) = (histogram.count - 1, 0)
    while threshold > 3, number + histogram[threshold] <= Self.exactLimit {
      number += histogram[threshold]
      threshold -= 1
    }
    threshold += threshold > 3 ? 1 : 0
    var selected: [UInt64] = []
    var place = 0
    for block in ends.indices {
      for index in block * blockCapacity..<ends[block] {
        if sums[place] >= threshold { selected.append(unsafe votes[index]) }
        place &+= 1
      }
    }
    return selected
  }

  @inline(__always)
  private func slotInBlock(_ vote: UInt64) -> Int {
    Self.slot(of: vote >> 8, slotMask) & (1 << Self.blockBits - 1) + 1
  }

  /// Neighbouring places have neighbouring slots; changes are spread.
  @inline(__always)
  private static func slot(of key: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: key &+ (key >> 48) &* 0x9e37_79b1) & mask
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
