import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct ClippedSourceTests {
  /// A stereo source whose samples are their frame numbers.
  private final class CountingSource: AudioSource {
    let format: PCMFormat
    private let blocks: [Int]
    private let next = Counter()
    var estimatedFrameCount: Int64? { Int64(blocks.reduce(0, +)) }

    init(_ blocks: [Int]) throws {
      self.blocks = blocks
      format = try PCMFormat(.int16, sampleRate: 8000, channelCount: 2)
    }

    func read(into buffer: inout PCMBuffer) throws -> Int64? {
      guard let index = next.next(below: blocks.count) else { return nil }
      let start = blocks[..<index].reduce(0, +)
      let frames = (start..<start + blocks[index]).flatMap { [Int16($0), Int16($0)] }
      buffer = try PCMBuffer(frames, sampleRate: 8000, channelCount: 2)
      return Int64(start)
    }

    func cancel() {}
  }

  private func read(
    _ blocks: [Int], start: Double, end: Double?
  ) throws -> (positions: [Int64], frames: [Int16]) {
    let source = ClippedSource(try CountingSource(blocks), start: start, end: end)
    var buffer = PCMBuffer(format: source.format)
    var positions: [Int64] = []
    var frames: [Int16] = []
    while let position = try source.read(into: &buffer) {
      positions.append(position)
      unsafe buffer.withBytes { bytes in
        for frame in 0..<buffer.frameCount {
          frames.append(unsafe bytes.loadUnaligned(fromByteOffset: 4 * frame, as: Int16.self))
        }
      }
    }
    return (positions, frames)
  }

  @Test(arguments: [[1000], [100, 900], [1, 7, 399, 1, 592], Array(repeating: 8, count: 125)])
  func thePartIsExactHoweverTheSourceIsCut(_ blocks: [Int]) throws {
    let part = try read(blocks, start: 0.05, end: 0.1)
    #expect(part.frames == Array(400..<800))
    #expect(part.positions.first == 400)
  }

  @Test func withoutAnEndEverythingBehindTheStartComes() throws {
    #expect(try read([300, 300], start: 0.05, end: nil).frames == Array(400..<600))
  }

  @Test func behindTheEndOfTheSourceIsNothing() throws {
    #expect(try read([300], start: 1, end: 2).frames.isEmpty)
  }
}
