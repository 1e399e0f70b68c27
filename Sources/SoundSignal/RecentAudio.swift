/// The last seconds of a stream, for what is asked after the sound has gone by: a pre-roll, "what was
/// that?".
///
/// It holds on to the buffers that it is given and copies nothing; whoever fills the next one gets new
/// memory. A gap in the positions is kept as such.
///
/// *Thread-safe*: a value.
public struct RecentAudio: Sendable {
  /// A buffer and the position of its first frame.
  public typealias Piece = (buffer: PCMBuffer, position: Int64)

  /// How much is kept at the least, once so much has come.
  public let duration: Duration
  private var pieces: ArraySlice<Piece> = []
  private var frameCount = 0

  /// Keeps nothing yet.
  public init(_ duration: Duration) { self.duration = duration }

  /// What is kept, the oldest first. At most one buffer more than ``duration``.
  public var buffers: [Piece] { Array(pieces) }

  /// Adds the newest buffer and forgets what has become too old. A buffer of another format makes it
  /// forget everything before.
  public mutating func append(_ buffer: PCMBuffer, at position: Int64) {
    guard duration > .zero, buffer.frameCount > 0 else { return }
    if let last = pieces.last, last.buffer.format != buffer.format { removeAll() }
    pieces.append((buffer, position))
    frameCount += buffer.frameCount
    let wanted = Int(min(duration.seconds * Double(buffer.format.sampleRate), 1e12).rounded(.up))
    while let first = pieces.first, frameCount - first.buffer.frameCount >= wanted {
      frameCount -= first.buffer.frameCount
      pieces.removeFirst()
    }
  }

  /// Forgets everything.
  public mutating func removeAll() {
    pieces = []
    frameCount = 0
  }
}
