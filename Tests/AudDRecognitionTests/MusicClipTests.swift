import Foundation
import SoundSignal
import Testing

@testable import AudDRecognition

struct MusicClipTests {
  private func number(_ file: Data, at offset: Int, bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
  }

  @Test func aClipIsAMonoFileOf16Bits() throws {
    var clip = MusicClip(sampleRate: 8000)
    clip.append(try PCMBuffer([Int16](repeating: 100, count: 800), sampleRate: 8000))
    clip.append(try PCMBuffer([Float]([1, -1, 0.5, 2]), sampleRate: 8000))
    let file = clip.waveFile
    #expect(String(decoding: file[0..<4], as: UTF8.self) == "RIFF")
    #expect(String(decoding: file[8..<16], as: UTF8.self) == "WAVEfmt ")
    #expect(number(file, at: 4, bytes: 4) == file.count - 8)
    #expect(number(file, at: 20, bytes: 2) == 1, "PCM")
    #expect(number(file, at: 22, bytes: 2) == 1, "channels")
    #expect(number(file, at: 24, bytes: 4) == 8000)
    #expect(number(file, at: 28, bytes: 4) == 16_000)
    #expect(number(file, at: 34, bytes: 2) == 16)
    #expect(number(file, at: 40, bytes: 4) == 804 * 2)
    #expect(file.count == 44 + 804 * 2)
    #expect(number(file, at: 44, bytes: 2) == 100)
    let last: [Int16] = (0..<4).map { index in
      Int16(truncatingIfNeeded: number(file, at: 1644 + 2 * index, bytes: 2))
    }
    #expect(last == [32_767, -32_768, 16_384, 32_767])
  }

  @Test func channelsAreMixed() throws {
    var clip = MusicClip(sampleRate: 8000)
    clip.append(try PCMBuffer([Int16]([1000, 3000, -2, 2]), sampleRate: 8000, channelCount: 2))
    #expect(number(clip.waveFile, at: 44, bytes: 2) == 2000)
    #expect(number(clip.waveFile, at: 46, bytes: 2) == 0)
  }

  @Test func noMoreThanTwelveSecondsAreKept() throws {
    var clip = MusicClip(sampleRate: 8000)
    for _ in 0..<5 {
      clip.append(try PCMBuffer([Int16](repeating: 1, count: 5 * 8000 + 1), sampleRate: 8000))
    }
    #expect(clip.isFull)
    #expect(clip.duration == 12)
    #expect(clip.waveFile.count == 44 + 12 * 8000 * 2)
  }
}
