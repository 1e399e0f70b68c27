import Foundation
import SoundSignal
import Testing

@testable import SoundFiles

@Suite struct WAVEFileWriterTests {
  private func newPath(_ name: String = UUID().uuidString) -> String {
    TestMedia.path("writer-\(name).wav")
  }

  /// Frames whose samples all differ, so that nothing can be exchanged unnoticed.
  private func ramp(_ format: PCMFormat, frames: Int, from first: Int = 0) -> PCMBuffer {
    var buffer = PCMBuffer(format: format, frameCount: frames)
    let samples = frames * format.channelCount
    let width = format.sampleFormat.bytesPerSample
    unsafe buffer.withMutableBytes { bytes in
      for index in 0..<samples {
        let value = Double(first * format.channelCount + index + 1) / 65_536
        let integer = Int64(value * 0x1p31)
        for byte in 0..<width {
          let word: UInt64 =
            switch format.sampleFormat {
            case .float32: UInt64(Float(value).bitPattern)
            case .float64: value.bitPattern
            default: UInt64(bitPattern: integer >> (32 - 8 * Int64(width)))
            }
          unsafe bytes[index * width + byte] = UInt8(truncatingIfNeeded: word >> (8 * UInt64(byte)))
        }
      }
    }
    return buffer
  }

  private func bytes(of buffer: PCMBuffer) -> [UInt8] {
    unsafe buffer.withBytes { unsafe Array($0) }
  }

  private func content(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(arguments: SampleFormat.allCases, [1, 2, 5])
  func samplesComeBackAsTheyWere(_ sample: SampleFormat, channelCount: Int) throws {
    let format = try PCMFormat(sample, sampleRate: 44_100, channelCount: channelCount)
    let (first, second) = (ramp(format, frames: 301), ramp(format, frames: 77, from: 301))
    let path = newPath()
    let writer = try WAVEFileWriter(path: path, format: format)
    try writer.write(first)
    try writer.write(second)
    try writer.finish()
    #expect(writer.frameCount == 378)
    #if MediaFiles
      let source = try MediaFileSource(path)
      #expect(source.format == format)
      var buffer = PCMBuffer(format: format)
      #expect(try source.read(into: &buffer) == 0)
      #expect(bytes(of: buffer) == bytes(of: first) + bytes(of: second))
      #expect(try source.read(into: &buffer) == nil)
    #endif
    #expect(try content(path).count % 2 == 0)
  }

  @Test func planesAreInterleaved() throws {
    let planar = try PCMFormat(.int16, sampleRate: 8000, channelCount: 2, isInterleaved: false)
    let buffer = PCMBuffer(format: planar, bytes: [1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0])
    let path = newPath()
    let writer = try WAVEFileWriter(path: path, format: planar)
    try writer.write(buffer)
    try writer.finish()
    #expect(try content(path).suffix(12) == [1, 0, 11, 0, 2, 0, 12, 0, 3, 0, 13, 0])
    #expect(buffer.waveFileBytes() == (try content(path)))
  }

  @Test func theFileIsValidAfterEveryWrite() throws {
    let format = try PCMFormat(.int24, sampleRate: 48_000)
    let path = newPath()
    let writer = try WAVEFileWriter(path: path, format: format)
    #expect(WAVEHeader.dataByteCount(path: path) == nil)
    for count in 1...4 {
      try writer.write(ramp(format, frames: 5))
      // Nothing is closed or flushed: this is what a killed program leaves behind.
      let head = try content(path)
      #expect(WAVEHeader.dataByteCount(head: head[...]) == Int64(count * 15))
      #expect(head.count == WAVEHead(format).byteCount + count * 15)
    }
  }

  @Test func gapsBecomeSilence() throws {
    let format = try PCMFormat(.int16, sampleRate: 8000)
    let path = newPath()
    let writer = try WAVEFileWriter(path: path, format: format)
    // The first position is where the recording begins, not a gap.
    try writer.write(ramp(format, frames: 2), atAudioFramePosition: 1000)
    try writer.write(ramp(format, frames: 1), atAudioFramePosition: 1005)
    try writer.write(ramp(format, frames: 1))
    try writer.finish()
    let (one, two) = (bytes(of: ramp(format, frames: 1)), bytes(of: ramp(format, frames: 2)))
    var expected = two
    expected += [0, 0, 0, 0, 0, 0]
    expected += one
    expected += one
    #expect(try Array(content(path).suffix(14)) == expected)
    #expect((writer.frameCount, writer.silentFrameCount) == (7, 3))
  }

  @Test func beyondFourGigabytesItIsRF64() throws {
    let format = try PCMFormat(.float32, sampleRate: 48_000, channelCount: 2)
    let path = newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try WAVEFileWriter(path: path, format: format)
    let far: Int64 = (1 << 32) / 8 + 12_345
    try writer.write(ramp(format, frames: 10), atAudioFramePosition: 0)
    // Silence is a hole in the file and costs nothing.
    try writer.write(ramp(format, frames: 10), atAudioFramePosition: far)
    try writer.finish()
    #expect(WAVEHeader.dataByteCount(path: path) == (far + 10) * 8)
    #if MediaFiles
      let source = try MediaFileSource(
        path, options: .init(start: Double(far) / 48_000, end: nil))
      #expect(source.estimatedFrameCount == 10)
      var buffer = PCMBuffer(format: format)
      #expect(try source.read(into: &buffer) == far)
      #expect(bytes(of: buffer) == bytes(of: ramp(format, frames: 10)))
    #endif
  }

  @Test(arguments: [UInt64(UInt32.max) - 1, UInt64(UInt32.max), UInt64(UInt32.max) + 1])
  func theHeadChangesExactlyWhereSizesEnd(_ total: UInt64) throws {
    let head = WAVEHead(try PCMFormat(.int16, sampleRate: 8000))
    let bytes = head.bytes(dataByteCount: Int64(total) - Int64(head.byteCount) + 8)
    let isShort = total < UInt64(UInt32.max)
    #expect(String(decoding: bytes.prefix(4), as: UTF8.self) == (isShort ? "RIFF" : "RF64"))
    #expect(bytes.count == head.byteCount)
  }

  @Test func aFileThatIsThereIsKept() throws {
    let path = newPath()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    let format = try PCMFormat(.int16, sampleRate: 8000)
    #expect { try WAVEFileWriter(path: path, format: format) } throws: {
      ($0 as? MediaFileError)?.code == .writeFailed
        && "\($0)".contains("There is already a file")
    }
    #expect(try content(path) == [1, 2, 3])
    _ = try WAVEFileWriter(path: path, format: format, replacesFile: true)
    #expect(try content(path).count == WAVEHead(format).byteCount)
  }

  @Test func aFolderThatIsMissingIsNamed() throws {
    let format = try PCMFormat(.int16, sampleRate: 8000)
    #expect { try WAVEFileWriter(path: "/nowhere/a.wav", format: format) } throws: {
      "\($0)".contains("/nowhere/a.wav cannot be created: its folder does not exist")
    }
  }

  @Test func aFullDiskIsAnError() throws {
    let format = try PCMFormat(.int16, sampleRate: 8000)
    #expect { try WAVEFileWriter(path: "/dev/full", format: format, replacesFile: true) } throws: {
      "\($0)".contains("the disk is full")
    }
  }
}
