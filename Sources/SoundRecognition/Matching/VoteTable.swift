/// Counts votes for places in a space too large for an array.
///
/// *Confined*.
struct VoteTable {
  /// A place: whoever votes packs its coordinates into a number other than zero.
  typealias Place = UInt64

  private var places: [Place]
  private var counts: [UInt32]
  private let mask: Int

  /// Counts votes that were collected beforehand.
  init(_ votes: [Place]) {
    var capacity = 64
    while capacity < 2 * votes.count { capacity *= 2 }
    mask = capacity - 1
    places = [Place](repeating: 0, count: capacity)
    counts = [UInt32](repeating: 0, count: capacity)
    unsafe places.withUnsafeMutableBufferPointer { places in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        for vote in votes {
          var slot = Self.hash(vote) & mask
          while unsafe places[slot] != vote, unsafe places[slot] != 0 { slot = (slot + 1) & mask }
          unsafe places[slot] = vote
          unsafe counts[slot] += 1
        }
      }
    }
  }

  /// The votes for a place.
  subscript(place: Place) -> Int {
    var slot = Self.hash(place) & mask
    while places[slot] != 0 {
      if places[slot] == place { return Int(counts[slot]) }
      slot = (slot + 1) & mask
    }
    return 0
  }

  /// The places with the most votes, at least two each: all that have as many as the last of `limit`.
  func strongest(_ limit: Int) -> [(place: Place, count: Int)] {
    var histogram = [Int](repeating: 0, count: 256)
    for count in counts { histogram[min(Int(count), 255)] += 1 }
    var (minimum, number) = (256, 0)
    while minimum > 2, number < limit {
      minimum -= 1
      number += histogram[minimum]
    }
    var result: [(Place, Int)] = []
    result.reserveCapacity(number)
    for slot in counts.indices where Int(counts[slot]) >= minimum {
      result.append((places[slot], Int(counts[slot])))
    }
    return result
  }

  @inline(__always)
  private static func hash(_ place: Place) -> Int {
    Int(truncatingIfNeeded: (place &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }
}
