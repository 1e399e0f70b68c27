import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

struct LogSpectrumStreamTests {
  private func rows(_ samples: [Float], pieces: [Range<Int>]? = nil) -> [[Int16]] {
    var stream = LogSpectrumStream(windowLength: 2048, hopLength: 256, binCount: 688)
    var rows: [[Int16]] = []
    for piece in pieces ?? [0..<samples.count] {
      unsafe stream.process(Array(samples[piece])) { row in unsafe rows.append(Array(row)) }
    }
    return rows
  }

  @Test func aSineHasItsPowerInItsBin() {
    // Bin 128 of 2048 at 16 kHz; the sum of a Hann window is half its length.
    let samples = SyntheticSound.sine(1000, amplitude: 0.25, count: 16_000, sampleRate: 16_000)
    let row = rows(samples)[20]
    let expected = 512 * 2 * log(0.25 / 2 * 32_768 * 1024)
    #expect(abs(Double(row[128]) - expected) < 3, "\(row[128]) instead of \(expected)")
    #expect(row.max() == row[128])
  }

  @Test func silenceHasTheFloor() {
    let silence = rows(SyntheticSound.silence(count: 8000))
    #expect(silence.allSatisfy { $0.allSatisfy { $0 == LogSpectrumStream.silence } })
  }

  @Test func rowsAreCentredOnTheirSamples() {
    var samples = SyntheticSound.silence(count: 8000)
    samples[256 * 10] = 1
    let levels = rows(samples).map { $0[300] }
    #expect(levels.firstIndex(of: levels.max() ?? 0) == 10)
  }

  @Test func theCutsDoNotMatter() {
    let samples = SyntheticSound.noise(seed: 2, count: 6000)
    #expect(
      ChunkingVerifier.differences(inputLength: samples.count, singleFrames: false) {
        rows(samples, pieces: $0)
      } == [])
  }
}
