/// Tells silence by its level, with two thresholds so that it does not flutter between them.
///
/// *Confined*; *Realtime*.
struct SilenceGate {
  private let enter: Float
  private let leave: Float
  private var wasSilent = false

  /// - Parameter silenceLevel: where silence begins, instead of the model's own level; it then ends as
  ///   much above as with the model's levels.
  init(_ rules: ModelManifest.Segmentation, silenceLevel: Double?) {
    enter = Float(silenceLevel ?? rules.enterSilence)
    leave = Float((silenceLevel ?? rules.enterSilence) + rules.leaveSilence - rules.enterSilence)
  }

  /// Whether the next moment is silent.
  mutating func isSilent(level: Float) -> Bool {
    wasSilent = level < (wasSilent ? leave : enter)
    return wasSilent
  }
}
