import AudioTestSupport
import Dispatch
import Synchronization
import Testing

@testable import SoundSignal

struct AudioTapTests {
  private final class Log: Sendable {
    let pieces = Mutex<[(count: Int, time: StreamTime)]>([])
    let failure = Mutex<(any Error)?>(nil)
    let ended = DispatchSemaphore(value: 0)
  }

  private func tap(
    _ source: ScriptedSource, bufferSize: Int
  ) -> (pieces: [(count: Int, time: StreamTime)], failure: (any Error)?) {
    let log = Log()
    let tap = source.installTap(bufferSize: bufferSize) { buffer, time in
      log.pieces.withLock { $0.append((buffer.frameCount, time)) }
    } completion: { error in
      log.failure.withLock { $0 = error }
      log.ended.signal()
    }
    log.ended.wait()
    tap.remove()
    return (log.pieces.withLock { $0 }, log.failure.withLock { $0 })
  }

  @Test func buffersHaveTheWantedSize() throws {
    let source = try ScriptedSource(sound: [Float](repeating: 0, count: 2500), framesPerBuffer: 300)
    let (pieces, failure) = tap(source, bufferSize: 1000)
    #expect(pieces.map(\.count) == [1000, 1000, 500])
    #expect(pieces.map(\.time.frame) == [0, 1000, 2000])
    #expect(failure == nil)
  }

  @Test func lostFramesEndABufferEarly() throws {
    let block = ScriptedSource.Step.samples([Float](repeating: 0, count: 700))
    let (pieces, _) = tap(
      try ScriptedSource([block, .gap(frames: 50), block]), bufferSize: 600)
    #expect(pieces.map(\.count) == [600, 100, 600, 100])
    #expect(pieces.map(\.time.frame) == [0, 600, 750, 1350])
  }

  @Test func anErrorComesBehindTheSound() throws {
    let (pieces, failure) = tap(
      try ScriptedSource([
        .samples([Float](repeating: 0, count: 10)), .failure(ScriptedSource.Failure()),
      ]), bufferSize: 100)
    #expect(pieces.map(\.count) == [10])
    #expect(failure is ScriptedSource.Failure)
  }

  @Test func planarBuffersAreCutPlaneByPlane() throws {
    let format = try PCMFormat(.int16, sampleRate: 8000, channelCount: 2, isInterleaved: false)
    let bytes = [1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0].map { UInt8($0) }
    let buffer = PCMBuffer(format: format, bytes: bytes)
    var grouper = BufferGrouper(format: format, frameCount: 2)
    var pieces: [[UInt8]] = []
    func note(_ buffer: PCMBuffer, _: Int64) {
      pieces.append(unsafe buffer.withBytes { unsafe Array($0) })
    }
    grouper.append(buffer, at: 0, note)
    grouper.flush(note)
    #expect(pieces == [[1, 0, 2, 0, 11, 0, 12, 0], [3, 0, 13, 0]])
  }
}
