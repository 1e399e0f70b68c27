/// How likely it is that a reference has a pair of the query's, which says which pairs are worth reading for.
///
/// Of 390,000 pairs of queries in noise, babble and rooms, 17 % of those of two of the strongest peaks were among the
/// reference's, and 0.7 % of those of two of the faintest; of each peak's first pairs 15 %, and 0.4 % of its eighth.
enum PairSurvival {
  /// What the rank of each of the two peaks is worth.
  private static let ofRank: [Float] = [1, 0.85, 0.6, 0.3, 0.12]
  /// What it is worth that the second peak is the next, the one after it, and so on: references have the first two.
  private static let ofPartner: [Float] = [1, 0.97, 0.61, 0.34, 0.18, 0.1, 0.05]

  /// The likelihood that a pair is in the reference, compared with that of two strong neighbours.
  static func relative(_ first: SpectralPeak, _ second: SpectralPeak, partner: Int) -> Float {
    ofRank[min(Int(first.rank), ofRank.count - 1)]
      * ofRank[min(Int(second.rank), ofRank.count - 1)]
      * ofPartner[min(partner, ofPartner.count - 1)]
  }
}
