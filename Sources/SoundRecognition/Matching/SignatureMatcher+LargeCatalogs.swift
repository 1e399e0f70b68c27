extension SignatureMatcher {
  /// Searches a large catalog in rounds, of which each reads more than the one before, until one is
  /// convincing. Most queries end with the first.
  func verified(
    _ query: Signature, _ verifier: CandidateVerifier, in search: LargeCatalogSearch
  ) throws(RecognitionError) -> [VerifiedAlignment] {
    var verified: [VerifiedAlignment] = []
    for round in LargeCatalogRound.all {
      let candidates =
        try round.isSkewed
        ? search.skewedCandidates(for: query, budget: round.budget, limit: round.limit)
        : search.plainCandidates(for: query, budget: round.budget, limit: round.limit)
      verified += try verify(candidates, with: verifier, in: search.index)
      if verified.contains(where: { $0.score >= round.convincing }) { break }
    }
    return verified
  }
}

/// One of the rounds in which a large catalog is searched.
struct LargeCatalogRound {
  var isSkewed: Bool
  /// How many postings are read.
  var budget: Int
  /// How many candidates are verified.
  var limit: Int
  /// The score from which on no further round is needed.
  var convincing: Double

  static let all = [
    LargeCatalogRound(isSkewed: false, budget: 300_000, limit: 40, convincing: 4),
    LargeCatalogRound(isSkewed: true, budget: 300_000, limit: 40, convincing: 4),
    LargeCatalogRound(isSkewed: false, budget: 1_500_000, limit: 100, convincing: 2.5),
    LargeCatalogRound(isSkewed: true, budget: 1_500_000, limit: 100, convincing: 0),
  ]
}
