internal import Dispatch
internal import SoundSignal
internal import SoundSpectra

/// Carries the frames of a spectrogram to a queue that runs the network, so that a file's spectrogram
/// and its scores are computed side by side.
///
/// Frames travel in blocks of memory that is used again; whoever is faster waits for the other.
///
/// *Confined*: one thread hands frames over.
@safe final class FrameHandover: @unchecked Sendable {
  // @unchecked: a block belongs to the thread that hands frames over until it is sent, then to the
  // queue until `free` is signalled; the scoring belongs to the queue until it is drained.

  private static let framesPerBlock = 64
  private static let blockCount = 8

  private let scoring: Scoring
  private let bandCount: Int
  private let bands: FloatMemory
  private var frames: [LogMelStream.Frame]
  private let queue = DispatchQueue(label: "soundwatch.network", qos: .userInitiated)
  /// Counts the blocks that the queue is done with.
  private let free = DispatchSemaphore(value: 0)
  private var current = 0
  private var frameCount = 0

  init(to scoring: Scoring, bandCount: Int) {
    self.scoring = scoring
    self.bandCount = bandCount
    let capacity = Self.blockCount * Self.framesPerBlock
    bands = FloatMemory(count: capacity * bandCount)
    frames = [LogMelStream.Frame](repeating: LogMelStream.Frame(), count: capacity)
    // The first block is taken already. A semaphore that is made with a count must end with it.
    for _ in 1..<Self.blockCount { free.signal() }
  }

  /// Takes one frame.
  func accept(_ values: UnsafeBufferPointer<Float>, _ frame: LogMelStream.Frame) {
    let place = current * Self.framesPerBlock + frameCount
    if let source = values.baseAddress {
      unsafe (bands.base + place * bandCount).update(from: source, count: bandCount)
    }
    unsafe frames.withUnsafeMutableBufferPointer { unsafe $0[place] = frame }
    frameCount += 1
    if frameCount == Self.framesPerBlock { send() }
  }

  /// Sends what is waiting and returns when all of it has been scored.
  func drain() {
    if frameCount > 0 { send() }
    queue.sync {}
  }

  private func send() {
    let (block, count) = (current, frameCount)
    queue.async { [self] in
      score(block, count: count)
      free.signal()
    }
    free.wait()
    current = (current + 1) % Self.blockCount
    frameCount = 0
  }

  private func score(_ block: Int, count: Int) {
    unsafe frames.withUnsafeBufferPointer { frames in
      for place in block * Self.framesPerBlock..<block * Self.framesPerBlock + count {
        unsafe scoring.accept(
          UnsafeBufferPointer(start: bands.base + place * bandCount, count: bandCount),
          frames[place])
      }
    }
    scoring.runWaiting()
  }
}
