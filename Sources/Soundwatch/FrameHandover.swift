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
  /// A row for each frame: its bands, its level and its mean square.
  private let rows: FloatMemory
  private var rowLength: Int { bandCount + 2 }
  private let queue = DispatchQueue(label: "soundwatch.network", qos: .userInitiated)
  /// Counts the blocks that the queue is done with.
  private let free = DispatchSemaphore(value: 0)
  private var current = 0
  private var frameCount = 0

  init(to scoring: Scoring, bandCount: Int) {
    self.scoring = scoring
    self.bandCount = bandCount
    rows = FloatMemory(count: Self.blockCount * Self.framesPerBlock * (bandCount + 2))
    // The first block is taken already. A semaphore that is made with a count must end with it.
    for _ in 1..<Self.blockCount { free.signal() }
  }

  /// Takes one frame.
  func accept(_ values: UnsafeBufferPointer<Float>, _ frame: LogMelStream.Frame) {
    let row = unsafe rows.base + (current * Self.framesPerBlock + frameCount) * rowLength
    if let source = values.baseAddress { unsafe row.update(from: source, count: bandCount) }
    unsafe row[bandCount] = frame.level
    unsafe row[bandCount + 1] = frame.meanSquare
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
    for index in 0..<count {
      let row = unsafe rows.base + (block * Self.framesPerBlock + index) * rowLength
      unsafe scoring.accept(
        UnsafeBufferPointer(start: row, count: bandCount),
        LogMelStream.Frame(level: row[bandCount], meanSquare: row[bandCount + 1]))
    }
    scoring.runWaiting()
  }
}
