package import SoundSignal

/// Everything that the screen of a live command shows, as it stands at one moment.
///
/// *Thread-safe*: a value.
package struct ScreenContent: Sendable, Hashable {
  /// What the source is doing.
  package enum Status: Sendable, Hashable {
    case opening
    case listening
    /// It has gone and is waited for.
    case waiting(reason: String, attempt: Int)
  }

  /// A piece of music that was recognized.
  package struct Music: Sendable, Hashable {
    package var title: String
    package var artist: String?
    /// How far into the piece the sound is, in seconds; `nil` where nobody knows.
    package var offset: Double?
    /// Where on the time line that was, in seconds; `nil` where it does not move on.
    package var heardAt: Double?
    /// How fast it moves on.
    package var rate = 1.0
    /// Who recognized it.
    package var recognizer: String

    package init(title: String, artist: String?, offset: Double?, recognizer: String) {
      self.title = title
      self.artist = artist
      self.offset = offset
      self.recognizer = recognizer
    }

    init(_ play: RecognizedPlay) {
      let (summary, artist) = (play.summary, play.summary.artist)
      self.init(
        title: summary.title.isEmpty ? summary.name : summary.title,
        artist: artist.isEmpty || summary.title.isEmpty ? nil : artist, offset: play.offset,
        recognizer: play.recognizer)
      heardAt = play.start.seconds
      rate = play.rate
    }

    /// How far into the piece the sound is at a place of the time line.
    func offset(at now: Double) -> Double? {
      guard let offset, let heardAt else { return offset }
      return offset + (now - heardAt) * rate
    }
  }

  /// The name of the command, such as `mic`.
  package var command: String
  /// What is listened to.
  package var source: String
  package var format: PCMFormat?
  package var status = Status.opening
  /// Seconds of the time line so far.
  package var now = 0.0
  package var meter = LevelMeter()
  /// All labels, in the order of their bars.
  package var labels: [String]
  /// The scores of the last window, in the same order; empty before the first.
  package var scores: [Double] = []
  /// The label that is being heard and where it began, in seconds.
  package var current: (label: String, start: Double)? {
    get { currentLabel.map { ($0, currentStart) } }
    set {
      currentLabel = newValue?.label
      currentStart = newValue?.start ?? 0
    }
  }
  private var currentLabel: String?
  private var currentStart = 0.0
  package var history = MinuteHistory()
  /// The last segments that have ended, the newest last.
  package var segments: [ResultRow] = []
  /// What the station says is on.
  package var title: String?
  package var music: Music?
  /// Whether somebody is there who could recognize music.
  package var recognizesMusic = false
  package var framesLost: Int64 = 0
  /// The share of one processor that the program takes, 0 to 1 and more.
  package var processorShare: Double?
  /// The file that is being recorded.
  package var recording: String?
  /// What went wrong and does not end the command.
  package var warning: String?

  package init(command: String, source: String, labels: [String]) {
    self.command = command
    self.source = source
    self.labels = labels
  }

  /// How many segments are kept: more than the tallest terminal shows.
  package static let segmentLimit = 200

  /// Adds a segment that has ended.
  package mutating func append(_ segment: ResultRow) {
    segments.append(segment)
    if segments.count > Self.segmentLimit { segments.removeFirst() }
  }
}
