/// Decides from moment to moment whether there is music, with hysteresis: it takes clear music to open
/// the gate, and a while without any to close it.
///
/// *Confined*. A pure state machine.
struct MusicGate {
  /// How the gate decides.
  struct Rules: Sendable, Hashable {
    /// Scores of music or singing from here on count as music.
    var openThreshold: Float = 0.5
    /// Scores below this count as no music once the gate is open: a spoken word over music is no end of
    /// it.
    var closeThreshold: Float = 0.2
    /// How much more music than other sound must come before the gate opens.
    var openDuration: Duration = .milliseconds(600)
    /// How long there must be no music before it closes.
    var closeDuration: Duration = .seconds(2)
  }

  /// What a moment changed.
  enum Change: Equatable {
    /// Music has begun at a frame, a little while ago.
    case opened(at: Int64)
    /// Music has ended at a frame, a little while ago.
    case closed(at: Int64)
  }

  private let rules: Rules
  private let openLength: Int64
  private let closeLength: Int64
  private(set) var isOpen = false
  /// When closed, the surplus of music in frames; when open, the frames without music.
  private var balance: Int64 = 0
  /// Where that began.
  private var since: Int64 = 0

  init(_ rules: Rules, sampleRate: Int) {
    self.rules = rules
    openLength = max(1, rules.openDuration.frames(at: sampleRate))
    closeLength = max(1, rules.closeDuration.frames(at: sampleRate))
  }

  /// How far before the present the music of an opening may have begun, in frames.
  var longestLookBack: Int64 { 4 * openLength }

  /// Takes the score of a moment.
  mutating func accept(_ score: Float, from start: Int64, to end: Int64) -> Change? {
    let isEvidence = isOpen ? score < rules.closeThreshold : score >= rules.openThreshold
    if isEvidence {
      if balance == 0 { since = start }
      balance += end - start
    } else {
      // What breaks a beginning delays it. Music that comes back soon makes the silence before it a
      // pause; a moment that only sounds like music does not.
      balance = max(0, balance - (isOpen ? 3 : 1) * (end - start))
    }
    guard balance >= (isOpen ? closeLength : openLength) else { return nil }
    isOpen.toggle()
    balance = 0
    return isOpen ? .opened(at: max(since, end - longestLookBack)) : .closed(at: since)
  }
}
