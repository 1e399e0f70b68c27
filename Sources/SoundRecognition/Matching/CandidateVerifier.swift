internal import Glibc

/// Lays a query on a reference, peak by peak, moves it until it fits best, and weighs what that is worth:
/// the second, fine step of matching.
///
/// A reference's peak that is found again in the query is worth the logarithm of how much more likely that
/// is when the alignment is right than by chance; one that is missing costs what it costs to believe that
/// only a share of the peaks survived. The share is fitted, so noise is no reason to doubt.
struct CandidateVerifier {
  /// How far from its place a peak is looked for, in frames and bins.
  struct Tolerance {
    var time: Float
    var frequency: Float

    /// For candidates, whose place is known to a few frames.
    static let wide = Tolerance(time: 5, frequency: 1.5)
    /// For refining, step by step.
    static let narrowing = [
      Tolerance(time: 3, frequency: 1.2), Tolerance(time: 2.5, frequency: 1),
      Tolerance(time: 2.5, frequency: 1),
    ]
    /// For the verdict.
    static let final = Tolerance(time: 2.5, frequency: 1.2)
  }

  /// A peak of the reference that has one of the query near it.
  struct Hit {
    /// Where it should be in the query.
    var time: Float
    var frequency: Float
    /// By how much the query's peak is later and higher.
    var timeError: Float
    var frequencyError: Float
    /// How much more likely the hit is in a right alignment than by chance.
    var likelihood: Float
  }

  let query: QueryPeaks
  private let density = HitDensity()

  /// The shares of surviving peaks that are tried.
  static let shares: SIMD8<Double> = [0.08, 0.15, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95]

  init(_ query: QueryPeaks) { self.query = query }

  /// Moves an alignment to where it fits better, and sets its strength to the evidence for it.
  func improve(
    _ alignment: inout Alignment, on peaks: [SpectralPeak], _ tolerance: Tolerance,
    _ hits: inout [Hit]
  ) {
    let expected = self.hits(of: peaks, alignment, tolerance, into: &hits)
    refine(&alignment, hits)
    alignment.strength = Float(evidence(hits, expected: expected).evidence)
  }

  /// Works out where an alignment fits best, and what it is worth there.
  func verified(
    _ start: Alignment, on peaks: [SpectralPeak], _ hits: inout [Hit]
  ) -> VerifiedAlignment {
    var alignment = start
    for tolerance in Tolerance.narrowing {
      _ = self.hits(of: peaks, alignment, tolerance, into: &hits)
      refine(&alignment, hits)
    }
    let expected = self.hits(of: peaks, alignment, .final, into: &hits)
    let share = evidence(hits, expected: expected).share
    return VerifiedAlignment(
      alignment: alignment, score: score(hits, of: peaks, alignment, share: share),
      survivingShare: share)
  }

  /// What the query has of a reference's peaks in an alignment.
  /// - Returns: the hits, and how many peaks should have been found.
  func hits(
    of peaks: [SpectralPeak], _ alignment: Alignment, _ tolerance: Tolerance,
    into hits: inout [Hit]
  ) -> Int {
    hits.removeAll(keepingCapacity: true)
    var expected = 0
    forEachExpected(peaks, alignment) { time, frequency in
      expected += 1
      guard
        let found = query.nearest(
          time: time, frequency: frequency, timeTolerance: tolerance.time,
          frequencyTolerance: tolerance.frequency)
      else { return }
      hits.append(
        Hit(
          time: time, frequency: frequency, timeError: found.timeError,
          frequencyError: found.frequencyError,
          likelihood: density[found.timeError, found.frequencyError] / found.chance))
    }
    return expected
  }

  /// Calls `body` with where the query should have each of a reference's peaks, as far as it reaches.
  @inline(__always)
  func forEachExpected(
    _ peaks: [SpectralPeak], _ alignment: Alignment,
    _ body: (_ time: Float, _ frequency: Float) -> Void
  ) {
    let timeScale = 1 / (alignment.stretch * Float(PeakGrid.stepsPerFrame))
    // Whole milliseconds are taken off as integers: what is left fits a Float.
    let start = alignment.start * Double(PeakGrid.stepsPerFrame)
    let origin = Int32(start)
    let timeShift = Float(start - Double(origin)) * timeScale
    let frequencyScale = alignment.skew / Float(PeakGrid.stepsPerBin)
    let lastTime = query.frameCount - 2
    let (lowest, highest) = (Float(PeakGrid.bins.lowerBound), Float(PeakGrid.bins.upperBound))
    for peak in peaks {
      let time = Float(peak.time &- origin) * timeScale - timeShift
      let frequency = Float(peak.frequency) * frequencyScale
      if time >= 1, time <= lastTime, frequency >= lowest, frequency < highest {
        body(time, frequency)
      }
    }
  }

  /// The evidence for the best share of surviving peaks.
  func evidence(_ hits: [Hit], expected: Int) -> (evidence: Double, share: Double) {
    let missing = 1 - Self.shares
    var sums = SIMD8<Double>(repeating: 0)
    var product = SIMD8<Double>(repeating: 1)
    for (index, hit) in hits.enumerated() {
      product *= missing + Self.shares * Double(hit.likelihood)
      // One logarithm for several factors, of which each is below 10^5.
      if index & 31 == 31 {
        for lane in 0..<8 { sums[lane] += log(product[lane]) }
        product = SIMD8(repeating: 1)
      }
    }
    var best = (evidence: -Double.infinity, share: 0.0)
    for lane in 0..<8 {
      let value =
        sums[lane] + log(product[lane]) + Double(expected - hits.count) * log(missing[lane])
      if value > best.evidence { best = (value, Self.shares[lane]) }
    }
    return best
  }

  /// Moves an alignment so that the hits lie better: a line through their errors in time, and the mean
  /// of their errors in frequency.
  func refine(_ alignment: inout Alignment, _ hits: [Hit]) {
    guard hits.count > 3 else { return }
    var (weights, sumX, sumY): (Float, Float, Float) = (0, 0, 0)
    for hit in hits {
      let weight = weight(of: hit) / (1 + abs(hit.timeError))
      weights += weight
      sumX += weight * hit.time
      sumY += weight * hit.timeError
    }
    let (meanX, meanY) = (sumX / weights, sumY / weights)
    var (covariance, variance): (Float, Float) = (0, 0)
    var (frequencyShift, frequencyWeight): (Float, Float) = (0, 0)
    for hit in hits {
      let weight = weight(of: hit)
      let x = hit.time - meanX
      let timeWeight = weight / (1 + abs(hit.timeError))
      covariance += timeWeight * x * (hit.timeError - meanY)
      variance += timeWeight * x * x
      let place = hit.frequency / alignment.skew
      let frequencyWeights = weight / (0.05 + abs(hit.frequencyError))
      frequencyShift += frequencyWeights * place * hit.frequencyError
      frequencyWeight += frequencyWeights * place * place
    }
    // The ridge keeps the slope of a few hits from running away.
    let slope = covariance / (variance + 200 * weights)
    let intercept = meanY - slope * meanX
    alignment.start -= Double(alignment.stretch * intercept / (1 + slope))
    alignment.stretch = min(max(alignment.stretch / (1 + slope), 0.9), 1.1)
    alignment.skew = min(max(alignment.skew + frequencyShift / frequencyWeight, 0.9), 1.1)
  }

  private func weight(of hit: Hit) -> Float { hit.likelihood > 1 ? 1 : 0.1 * hit.likelihood + 1e-6 }
}
