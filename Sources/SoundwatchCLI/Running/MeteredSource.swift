import SoundSignal
import Synchronization

/// Passes a source on and remembers how far it has been read.
///
/// *Confined*: one reader at a time. *Blocking*. The figures and ``cancel()`` are *Thread-safe*.
final class MeteredSource: AudioSource {
  let format: PCMFormat
  let estimatedFrameCount: Int64?
  private let source: any AudioSource
  private let start = Atomic<Int64>(-1)
  private let end = Atomic<Int64>(0)

  init(_ source: any AudioSource) {
    self.source = source
    format = source.format
    estimatedFrameCount = source.estimatedFrameCount
  }

  /// The first position that was read; zero before that.
  var startTime: StreamTime {
    StreamTime(frame: max(0, start.load(ordering: .relaxed)), sampleRate: format.sampleRate)
  }

  /// The position behind the last frame that was read.
  var endTime: StreamTime {
    StreamTime(frame: end.load(ordering: .relaxed), sampleRate: format.sampleRate)
  }

  /// How many seconds of sound were read.
  var secondsDone: Double { endTime.seconds - startTime.seconds }

  /// How many seconds of sound there are, where it is known.
  var secondsTotal: Double? {
    estimatedFrameCount.map { Double($0) / Double(format.sampleRate) }
  }

  func read(into buffer: inout PCMBuffer) throws -> Int64? {
    guard let position = try source.read(into: &buffer) else { return nil }
    if start.load(ordering: .relaxed) < 0 { start.store(position, ordering: .relaxed) }
    end.store(position + Int64(buffer.frameCount), ordering: .relaxed)
    return position
  }

  func cancel() { source.cancel() }
}
