public import SoundSignal
import Synchronization

/// Reads another source ahead on a thread of its own, so that decoding and analysis overlap.
///
/// At most ``capacity`` buffers wait. Their memory is passed round and round: once all have been
/// filled, reading allocates nothing. Errors come in order, behind the last good buffer.
///
/// When the object goes away, the other source is cancelled.
///
/// *Confined*: one reader at a time. *Blocking*. ``cancel()`` is *Thread-safe*.
public final class PrefetchingSource: AudioSource {
  /// The format of every buffer.
  public let format: PCMFormat
  /// The other source's estimate.
  public let estimatedFrameCount: Int64?
  /// The most buffers that wait to be read.
  public let capacity: Int

  private let source: any AudioSource
  private let queue: PrefetchQueue

  /// Starts to read ahead.
  /// - Parameters:
  ///   - source: what is read. Nobody else may read it from now on.
  ///   - capacity: the most buffers that wait. Few suffice: they only have to bridge the unevenness
  ///     of both sides.
  public init(_ source: any AudioSource, capacity: Int = 4) {
    precondition(capacity > 0, "A queue needs room for at least one buffer.")
    self.source = source
    self.capacity = capacity
    format = source.format
    estimatedFrameCount = source.estimatedFrameCount
    let queue = PrefetchQueue(capacity: capacity, format: source.format)
    self.queue = queue
    startThread { queue.fill(from: source) }
  }

  deinit { cancel() }

  /// Waits for the next buffer of the other source.
  ///
  /// *Blocking*. `buffer` gets the memory that was filled, and its own memory goes into the queue.
  public func read(into buffer: inout PCMBuffer) throws -> Int64? {
    try queue.take(&buffer)
  }

  /// Ends a `read` that is under way, and all later ones, and cancels the other source.
  public func cancel() {
    source.cancel()
    queue.close()
  }
}
