/// What it tells that just this peak of a query is hit: the strong ones are what is left of the music when
/// noise comes over it, the faint ones are hit because there are so many.
///
/// Of the hits in right and in the best wrong alignments of a tuning set, these shares were on peaks of
/// each ``SpectralPeak/rank``. Among right ones they hardly depend on how much of the music survived.
enum PeakProminence {
  private static let right: [Float] = [0.548, 0.106, 0.142, 0.063, 0.041, 0.052, 0.029, 0.019]
  private static let wrong: [Float] = [0.282, 0.068, 0.119, 0.096, 0.082, 0.113, 0.124, 0.116]

  /// How much likelier a hit on a peak of each rank is in a right alignment than in a wrong one.
  /// - Parameter signature: the query. One that was thinned has only the peaks of low ranks.
  static func ofRanks(in signature: Signature) -> [Float] {
    let ranks = 0...Int(signature.peaks.map(\.rank).max() ?? 0)
    let (allRight, allWrong) = (right[ranks].reduce(0, +), wrong[ranks].reduce(0, +))
    return ranks.map { right[$0] / allRight / (wrong[$0] / allWrong) }
  }
}
