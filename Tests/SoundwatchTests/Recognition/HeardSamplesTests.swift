import SoundSignal
import Testing

@testable import Soundwatch

@Suite struct HeardSamplesTests {
  private func read(_ samples: HeardSamples, _ frames: Range<Int64>) throws -> [Float] {
    var buffer = PCMBuffer(format: try PCMFormat(.float32, sampleRate: 8000))
    let range = samples.read(frames, into: &buffer)
    #expect(range.count == buffer.frameCount)
    return unsafe buffer.withBytes { unsafe Array($0.bindMemory(to: Float.self)) }
  }

  private func append(_ numbers: Range<Int>, to samples: HeardSamples) {
    unsafe numbers.map(Float.init).withUnsafeBufferPointer { unsafe samples.append($0) }
  }

  @Test func theNewestSamplesAreKept() throws {
    let samples = HeardSamples(from: 100, capacity: 10)
    append(100..<104, to: samples)
    #expect(try read(samples, 100..<104) == [100, 101, 102, 103])
    append(104..<117, to: samples)
    #expect(try read(samples, 107..<117) == (107..<117).map(Float.init))
    #expect(try read(samples, 110..<112) == [110, 111])
  }

  @Test func whatIsNotThereIsLeftOut() throws {
    let samples = HeardSamples(from: 0, capacity: 10)
    append(0..<25, to: samples)
    #expect(try read(samples, 0..<18) == [15, 16, 17])
    #expect(try read(samples, 23..<40) == [23, 24])
    #expect(try read(samples, 0..<10) == [])
    #expect(try read(samples, 30..<40) == [])
  }
}
