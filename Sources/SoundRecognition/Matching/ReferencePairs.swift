/// Chooses the pairs of peaks by which a reference is found.
package enum ReferencePairs {
  /// Each peak is joined with so many later ones.
  private static let partners = 2

  /// The pairs of a reference's signature, in the order of their first peaks.
  /// - Parameter signature: as ``Signature/asReference`` gives it.
  package static func postings(
    of signature: Signature, reference: ReferenceNumber
  ) -> [Posting] {
    PeakPair.pairs(of: signature.peaks, partners: partners, longest: 48).map { pair in
      Posting(
        key: pair.key, reference: reference,
        frame: UInt32(pair.first.time) / UInt32(PeakGrid.stepsPerFrame))
    }
  }
}

/// Two peaks of a sound, the second behind the first.
struct PeakPair {
  var first: SpectralPeak
  var second: SpectralPeak
  var key: PairKey
  /// How many pairs of the same first peak come before it.
  var partner: Int

  /// Joins each peak with the next ones that a key can hold.
  /// - Parameters:
  ///   - partners: how many peaks each is joined with.
  ///   - longest: the greatest distance in time, in frames.
  static func pairs(of peaks: [SpectralPeak], partners: Int, longest: Int32) -> [PeakPair] {
    var pairs: [PeakPair] = []
    pairs.reserveCapacity(peaks.count * partners)
    let longest = longest * Int32(PeakGrid.stepsPerFrame)
    for index in peaks.indices {
      let first = peaks[index]
      var (found, other) = (0, index + 1)
      while found < partners, other < peaks.count, peaks[other].time - first.time <= longest {
        if let key = PairKey(first, peaks[other]) {
          pairs.append(PeakPair(first: first, second: peaks[other], key: key, partner: found))
          found += 1
        }
        other += 1
      }
    }
    return pairs
  }
}
