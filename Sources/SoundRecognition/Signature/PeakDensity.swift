/// How many peaks a second a signature keeps.
///
/// A peak's ``SpectralPeak/rank`` says in which of these it is found: in the one of that rank and in
/// all denser ones. So one signature serves as a query, with all of its peaks, and thinned as a
/// reference.
package enum PeakDensity: UInt8, Sendable, CaseIterable, Comparable {
  case perSecond15, perSecond20, perSecond30, perSecond40
  case perSecond50, perSecond70, perSecond100, perSecond140

  /// What a catalog keeps of a reference.
  package static let reference = PeakDensity.perSecond30

  /// The number of peaks a second.
  package var peaksPerSecond: Double {
    switch self {
    case .perSecond15: 15
    case .perSecond20: 20
    case .perSecond30: 30
    case .perSecond40: 40
    case .perSecond50: 50
    case .perSecond70: 70
    case .perSecond100: 100
    case .perSecond140: 140
    }
  }

  package static func < (left: PeakDensity, right: PeakDensity) -> Bool {
    left.rawValue < right.rawValue
  }
}
