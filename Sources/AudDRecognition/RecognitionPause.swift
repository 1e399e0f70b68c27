import AudD

/// Decides how long to leave the service alone after it has refused.
///
/// *Thread-safe*: a value.
struct RecognitionPause: Sendable {
  /// What a refusal leads to.
  enum Length: Sendable, Equatable {
    /// Asking again later may help.
    case lasting(Duration)
    /// Nothing changes unless somebody changes it.
    case endless
  }

  /// How often in a row the service has said that there are too many requests.
  private var rateLimitCount = 0

  /// - Returns: `nil` when the refusal is about this request alone.
  mutating func length(after kind: AudDErrorKind) -> Length? {
    switch kind {
    case .rateLimit:
      // A minute at first, doubled each time up to an hour.
      let minutes = min(60, 1 << min(rateLimitCount, 6))
      rateLimitCount += 1
      return .lasting(.seconds(60 * minutes))
    case .quota:
      // Plans are counted by the day or the month, and can be extended at any time.
      return .lasting(.seconds(3600))
    case .authentication, .subscription, .blocked, .needsUpdate:
      return .endless
    case .customCatalogAccess, .invalidRequest, .invalidAudio, .streamLimit, .notReleased, .server:
      return nil
    }
  }

  mutating func answered() { rateLimitCount = 0 }
}
