internal import Synchronization

/// A tap on a source: it hands the sound to your code, buffer by buffer, in its native format.
///
/// *Thread-safe*.
public final class AudioTap: Sendable {
  private let source: any AudioSource
  private let isRemoved = Atomic<Bool>(false)

  init(_ source: any AudioSource) { self.source = source }

  /// Removes the tap and ends the source. A call of the block that is under way goes on to its end.
  public func remove() {
    isRemoved.store(true, ordering: .releasing)
    source.cancel()
  }

  func run(
    bufferSize: Int, block: (PCMBuffer, StreamTime) -> Void, completion: ((any Error)?) -> Void
  ) {
    let rate = source.format.sampleRate
    var buffer = PCMBuffer(format: source.format)
    var grouper = BufferGrouper(format: source.format, frameCount: bufferSize)
    func deliver(_ buffer: PCMBuffer, _ position: Int64) {
      guard !isRemoved.load(ordering: .acquiring) else { return }
      block(buffer, StreamTime(frame: position, sampleRate: rate))
    }
    do {
      while let position = try source.read(into: &buffer) {
        grouper.append(buffer, at: position, deliver)
      }
      grouper.flush(deliver)
      completion(nil)
    } catch {
      grouper.flush(deliver)
      completion(error)
    }
  }
}

extension AudioSource {
  /// Hands the sound to your code on a thread of its own, in the source's native format.
  ///
  /// The tap is the source's one reader. It goes on until the source ends or ``AudioTap/remove()`` is
  /// called.
  /// - Parameters:
  ///   - bufferSize: how many frames the block gets at once. Fewer come before lost frames and at the end.
  ///   - block: is called with the buffer and the time of its first frame, one call after the other. The
  ///     source goes on meanwhile, and a live one loses what finds no room.
  ///   - completion: is called once behind the last buffer, with the error if there was one.
  public func installTap(
    bufferSize: Int = 4096,
    block: @escaping @Sendable (PCMBuffer, StreamTime) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void = { _ in }
  ) -> AudioTap {
    precondition(bufferSize > 0, "A tap's buffers have at least one frame.")
    let tap = AudioTap(self)
    startThread {
      tap.run(bufferSize: bufferSize, block: block, completion: completion)
    }
    return tap
  }
}
