/// A place that audio comes from, read from front to back at the reader's pace: a media file, a pipe,
/// a script of a test.
///
/// *Confined*: one reader at a time. ``cancel()`` may be called from anywhere.
public protocol AudioSource: AnyObject, Sendable {
  /// The format of every buffer that the source delivers.
  var format: PCMFormat { get }

  /// The length of the whole sound in frames where it is known beforehand. It is an estimate.
  var estimatedFrameCount: Int64? { get }

  /// Waits for the next run of samples and puts it into `buffer`, whose memory is used again.
  ///
  /// *Blocking*: may wait for disk or network.
  /// - Returns: the frame position of the buffer's first frame, or `nil` at the end of the sound.
  ///   A position beyond the end of the previous buffer means that samples were lost in between.
  func read(into buffer: inout PCMBuffer) throws -> Int64?

  /// Makes a `read` that is under way, and every later one, return `nil` soon. *Thread-safe*.
  func cancel()
}
