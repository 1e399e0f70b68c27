/// A pair of the query's, with which an index is asked.
protocol PairProbe {
  /// What pairs of references are looked for.
  var window: PairWindow { get }
}

/// How far a pair of the query may be off the reference's. Wider ones find nothing more, even in noise
/// (measured up to twice these), and cost more.
enum PairTolerance {
  /// Of the first peak's frequency, warped.
  static let place: Float = 0.3
  /// Of the distance in frequency, warped.
  static let distance: Float = 0.3
  /// Of the distance in time, in frames.
  static let time: Float = 0.75
}

/// A pair of a query that is neither faster nor higher than the reference.
struct PlainProbe: PairProbe {
  let window: PairWindow
  /// Where the pair lies in the query, in frames.
  let start: Float

  init(_ pair: PeakPair) {
    start = Float(pair.first.time) / Float(PeakGrid.stepsPerFrame)
    let place = WarpedFrequency.of(pair.first)
    let distance = WarpedFrequency.of(pair.second) - place
    let time = Float(pair.second.time - pair.first.time) / Float(PeakGrid.stepsPerFrame)
    window = PairWindow(
      distances: distance - PairTolerance.distance...distance + PairTolerance.distance,
      times: time - PairTolerance.time...time + PairTolerance.time,
      places: place - PairTolerance.place...place + PairTolerance.place)
  }

  /// Votes for where a posting says that the query begins.
  @inline(__always)
  func vote(for posting: Posting, into votes: inout [VoteTable.Place]) {
    votes.append(VotePlace(posting.reference, start: Float(posting.frame) + 0.5 - start).packed)
  }
}
