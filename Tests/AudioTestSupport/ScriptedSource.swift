import Foundation
import Synchronization
package import SoundSignal

/// A source that follows a script: buffers, gaps, an error, a wait until it is cancelled.
package final class ScriptedSource: AudioSource {
  package enum Step: Sendable {
    case samples([Float])
    /// Frames that are lost between two buffers.
    case gap(frames: Int64)
    case failure(any Error)
    /// Nothing comes until the source is cancelled.
    case waitForCancellation
    /// Something happens on the reading thread before the next buffer.
    case action(@Sendable () -> Void)
  }

  package struct Failure: Error, CustomStringConvertible {
    package init() {}
    package var description: String { "The script says: fail." }
  }

  package let format: PCMFormat
  package let estimatedFrameCount: Int64?
  private let state: Mutex<State>
  private let cancelled = Atomic<Bool>(false)

  private struct State {
    var steps: ArraySlice<Step>
    var position: Int64
  }

  /// - Parameters:
  ///   - startPosition: the position of the first frame.
  package init(sampleRate: Int = 16_000, startPosition: Int64 = 0, _ steps: [Step]) throws {
    format = try PCMFormat(.float32, sampleRate: sampleRate)
    state = Mutex(State(steps: steps[...], position: startPosition))
    estimatedFrameCount = steps.reduce(0) { total, step in
      if case .samples(let samples) = step { total + Int64(samples.count) } else { total }
    }
  }

  /// A sound in buffers of one length.
  package convenience init(
    sampleRate: Int = 16_000, sound: [Float], framesPerBuffer: Int = 1000
  ) throws {
    try self.init(
      sampleRate: sampleRate,
      stride(from: 0, to: sound.count, by: framesPerBuffer).map { start in
        .samples(Array(sound[start..<min(start + framesPerBuffer, sound.count)]))
      })
  }

  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  package func cancel() { cancelled.store(true, ordering: .releasing) }

  package func read(into buffer: inout PCMBuffer) throws -> Int64? {
    while !isCancelled, let step = state.withLock({ $0.steps.popFirst() }) {
      switch step {
      case .samples(let samples):
        buffer = try PCMBuffer(samples, sampleRate: format.sampleRate)
        return state.withLock { state in
          defer { state.position += Int64(samples.count) }
          return state.position
        }
      case .gap(let frames): state.withLock { $0.position += frames }
      case .failure(let error): throw error
      case .waitForCancellation: while !isCancelled { Thread.sleep() }
      case .action(let action): action()
      }
    }
    return nil
  }
}
