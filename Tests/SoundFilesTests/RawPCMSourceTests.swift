import Foundation
import SoundFiles
import SoundSignal
import Testing

struct RawPCMSourceTests {
  /// A pipe whose writing end the test holds.
  private func makePipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    unsafe #expect(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) {
    unsafe bytes.withUnsafeBytes {
      _ = unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
  }

  @Test func samplesArriveInOrderAndACutFrameIsLeftOut() throws {
    let ends = makePipe()
    let samples = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    write(samples + [1, 2, 3], to: ends.writing)
    close(ends.writing)
    let format = try PCMFormat(.int16, sampleRate: 8000, channelCount: 2)
    let source = RawPCMSource(fileDescriptor: ends.reading, format: format, closesDescriptor: true)
    let recording = Recording(source, keepsBytes: true)
    #expect(recording.error == nil)
    #expect(recording.bytes == samples)
    #expect(recording.blockLengths == [800, 450])
    #expect(recording.gaps.isEmpty)
  }

  @Test func cancellingWakesAReadThatWaits() throws {
    let ends = makePipe()
    defer { close(ends.writing) }
    let format = try PCMFormat(.int16, sampleRate: 8000)
    let source = RawPCMSource(fileDescriptor: ends.reading, format: format, closesDescriptor: true)
    let waited = try timeToReturn(after: { source.cancel() }) {
      var buffer = PCMBuffer(format: format)
      return try source.read(into: &buffer)
    }
    #expect(waited < 0.5, "took \(waited) s")
  }

  @Test func aDescriptorThatCannotBeReadIsAnError() throws {
    let format = try PCMFormat(.int16, sampleRate: 8000)
    let source = RawPCMSource(fileDescriptor: 9999, format: format)
    var buffer = PCMBuffer(format: format)
    #expect {
      try source.read(into: &buffer)
    } throws: { error in
      (error as? MediaFileError)?.code == .readFailed
    }
  }

  @Test(arguments: [
    ("s16le:48000:2", SampleFormat.int16, 48_000, 2), ("s24le:44100", .int24, 44_100, 1),
    ("S32LE:8000:1", .int32, 8000, 1), ("f32le:192000:32", .float32, 192_000, 32),
    ("f64le:384000:6", .float64, 384_000, 6),
  ])
  func aSpecificationIsUnderstood(text: String, sample: SampleFormat, rate: Int, channels: Int)
    throws
  {
    let format = try PCMFormat(rawSpecification: text)
    #expect(format == (try PCMFormat(sample, sampleRate: rate, channelCount: channels)))
  }

  @Test(arguments: [
    ("", "sample format, a rate"), ("s16le", "sample format, a rate"), ("s16le:", "not a number"),
    ("s16be:48000:2", "Big-endian"), ("u8:8000:1", "not one of s16le"),
    ("s16le:48000:two", "channels \"two\""), ("s16le:3999", "4000 to 384000"),
    ("s16le:48000:33", "1 to 32"), ("s16le:48000:2:planar", "sample format, a rate"),
  ])
  func aWrongSpecificationIsExplained(text: String, part: String) {
    #expect {
      try PCMFormat(rawSpecification: text)
    } throws: { error in
      guard let error = error as? MediaFileError else { return false }
      return error.code == .invalidSpecification && error.message.contains(part)
        && error.message.contains("s16le:48000:2")
    }
  }
}

/// Runs `body` on a thread, calls `stop` a little later, and measures how long `body` goes on.
/// `body` must give `nil` or throw.
func timeToReturn(
  after stop: () -> Void, body: @escaping @Sendable () throws -> Int64?
) throws -> Double {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let position = try? body()
    if position == nil { done.signal() }
  }
  usleep(100_000)
  let start = ContinuousClock.now
  stop()
  let outcome = done.wait(timeout: .now() + 10)
  #expect(outcome == .success, "the call did not return")
  return (ContinuousClock.now - start) / .seconds(1)
}
