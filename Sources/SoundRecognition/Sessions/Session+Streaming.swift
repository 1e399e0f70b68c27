internal import Foundation
public import SoundSignal
internal import Synchronization

extension Session {
  /// Takes the next samples of a stream and goes on matching, until no more come.
  ///
  /// The first attempt is made as soon as the catalog's shortest query is there; when it finds nothing,
  /// longer ones follow, and with the longest the result is ``Result/noMatch(_:)`` and all begins anew.
  /// After a match the stream is followed: a new result comes when another recording or another set of
  /// media items is heard, at the start and the end of an item's time range, and when somebody has moved
  /// to another place of the recording.
  ///
  /// The samples are put in a queue, and the call returns. Only if a minute of sound is waiting there, it
  /// waits up to a second for room, and drops the buffer if there is none; see ``droppedFrameCount``.
  /// - Parameters:
  ///   - buffer: samples, all in the format of the first buffer. Others are refused with the error
  ///     ``RecognitionError/Code/invalidAudioFormat``.
  ///   - time: where the buffer begins in its stream, or `nil` if it follows the one before it. A gap is
  ///     reported as ``RecognitionError/Code/audioDiscontinuity``.
  public func matchStreamingBuffer(_ buffer: PCMBuffer, at time: StreamTime?) {
    append(buffer, at: time, patience: SessionStream.patience)
  }

  /// The frames that were dropped so far because too many were waiting.
  public var droppedFrameCount: Int64 { stream.droppedFrameCount }

  /// - Parameter patience: how long to wait for room, in seconds.
  func append(_ buffer: PCMBuffer, at time: StreamTime?, patience: TimeInterval) {
    guard stream.put(buffer, at: time, patience: patience) else { return }
    queue.async { self.workThroughStream() }
  }

  /// Says that the stream has ended, so that its last seconds are tried too. The next buffer begins
  /// another stream.
  public func finishStream() {
    queue.async { self.follower.finish { self.deliver($0) } }
  }

  /// Returns when everything that was handed over before has been worked through.
  package func drain() { queue.sync {} }

  /// On the session's queue.
  private func workThroughStream() {
    while let next = stream.takeNext() {
      follower.follow(next) { self.deliver($0) }
    }
    waitForBoundary()
  }

  /// Between two buffers the clock on the wall may reach the start or the end of a range. On the session's
  /// queue.
  private func waitForBoundary() {
    follower.waitForBoundary { [weak self] in
      guard let self else { return }
      queue.async {
        self.follower.passBoundaries { self.deliver($0) }
        self.waitForBoundary()
      }
    }
  }
}
