extension SignatureMatcher {
  /// Searches a large catalog in rounds, of which each reads more than the one before, until one is
  /// convincing. Most queries end with the first.
  func verified(
    _ query: Signature, _ verifier: CandidateVerifier, in search: LargeCatalogSearch
  ) throws(RecognitionError) -> [VerifiedAlignment] {
    var verified: [VerifiedAlignment] = []
    for round in LargeCatalogRound.all {
      let candidates = try search.candidates(for: query, round)
      verified += try verify(candidates, with: verifier, in: search.index)
      if verified.contains(where: { $0.score >= round.convincing }) { break }
    }
    return verified
  }
}

/// One of the rounds in which a large catalog is searched.
struct LargeCatalogRound {
  var isSkewed: Bool
  /// Which of the query's peaks are used.
  var density: PeakDensity
  /// In how many pairs each of them is the first.
  var partners: Int
  /// How many postings are read; finding them counts, too.
  var budget: Int
  /// How many candidates are verified.
  var limit: Int
  /// The score from which on no further round is needed.
  var convincing: Double

  static let all = [
    LargeCatalogRound(
      isSkewed: false, density: .perSecond30, partners: 3, budget: 200_000, limit: 20,
      convincing: 4),
    LargeCatalogRound(
      isSkewed: false, density: .perSecond50, partners: 5, budget: 1_000_000, limit: 60,
      convincing: 4),
    LargeCatalogRound(
      isSkewed: true, density: .perSecond30, partners: 2, budget: 1_300_000, limit: 60,
      convincing: 0),
  ]
}
