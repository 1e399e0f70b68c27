import AudioTestSupport
import Foundation
import SoundSpectra
import Testing

struct LogMelStreamTests {
  struct Frame: Equatable {
    var bands: [Float]
    var level: Float
    var meanSquare: Float
  }

  private struct Goldens: Decodable {
    struct LogMel: Decodable {
      var windowLength: Int
      var hopLength: Int
      var fftLength: Int
      var frames: [[Double]]
    }
    var logMel: [String: LogMel]
  }

  static func frames(
    of samples: [Float], _ configuration: LogMelConfiguration, sampleRate: Int? = nil,
    in pieces: [Range<Int>]? = nil, finishes: Bool = true
  ) -> [Frame] {
    var stream = LogMelStream(configuration, sampleRate: sampleRate)
    var frames: [Frame] = []
    func take(_ stream: inout LogMelStream) {
      while true {
        var bands = [Float](repeating: .nan, count: configuration.bands)
        let frame = unsafe bands.withUnsafeMutableBufferPointer {
          unsafe stream.nextFrame(into: $0)
        }
        guard let frame else { return }
        frames.append(Frame(bands: bands, level: frame.level, meanSquare: frame.meanSquare))
      }
    }
    for piece in pieces ?? [samples.indices] {
      var rest = samples[piece]
      while !rest.isEmpty {
        let taken = unsafe rest.withUnsafeBufferPointer { unsafe stream.accept($0) }
        rest = rest.dropFirst(taken)
        take(&stream)
      }
    }
    if finishes {
      stream.finish()
      take(&stream)
    }
    return frames
  }

  /// Goldens from librosa's filters and a Fourier sum in double precision; the issue asks for 1e-3.
  @Test(arguments: [16_000, 44_100])
  func framesAreThoseOfTheReference(sampleRate: Int) throws {
    let goldens = try JSONDecoder().decode(
      Goldens.self, from: Repository.contents(of: "Models/version1/goldens.json"))
    let golden = try #require(goldens.logMel["\(sampleRate)"])
    let configuration = LogMelConfiguration(
      sampleRate: sampleRate, windowLength: golden.windowLength, hopLength: golden.hopLength,
      fftLength: golden.fftLength)
    let half = golden.windowLength + 3 * golden.hopLength
    let samples =
      SyntheticSound.noise(seed: 4, count: half, amplitude: 0.1)
      + SyntheticSound.tones(count: half, sampleRate: sampleRate)
    let frames = Self.frames(of: samples, configuration, finishes: false)
    #expect(frames.count == golden.frames.count)
    for (index, (frame, golden)) in zip(frames, golden.frames).enumerated() {
      let comparison = GoldenComparison(frame.bands, golden: golden, tolerance: 1e-3)
      #expect(comparison.isWithinTolerance, "frame \(index): \(comparison)")
    }
  }

  @Test(arguments: [8_000, 11_025, 16_000, 22_050, 24_000, 31_999])
  func framesDoNotDependOnThePieces(sampleRate: Int) {
    let samples = SyntheticSound.programme(sampleRate: sampleRate, secondsEach: 0.1)
    let differences = ChunkingVerifier.differences(inputLength: samples.count) { pieces in
      Self.frames(of: samples, LogMelConfiguration(), sampleRate: sampleRate, in: pieces)
    }
    #expect(differences == [])
  }

  @Test(arguments: [8_000, 11_025, 16_000, 22_050, 39_999])
  func everyFrameThatBeginsBeforeTheEndIsGiven(sampleRate: Int) {
    let configuration = LogMelConfiguration()
    for count in [0, 1, 79, 80, 81, 160, 161, 399, 400, 5000] {
      let frames = Self.frames(
        of: SyntheticSound.noise(seed: 1, count: count), configuration, sampleRate: sampleRate)
      let stream = LogMelStream(configuration, sampleRate: sampleRate)
      let wanted = (0...Int64(count)).prefix { stream.startOfFrame($0) < count }.count
      #expect(frames.count == wanted, "\(count) samples at \(sampleRate) Hz")
    }
  }

  @Test func aFullScaleSineHasThePowerOfOneHalf() {
    // A sine in the middle of a bin of 31.25 Hz and at the centre of a wide band.
    let samples = SyntheticSound.sine(4000, amplitude: 1, count: 4000, sampleRate: 16_000)
    let frames = Self.frames(of: samples, LogMelConfiguration(), finishes: false)
    for frame in frames {
      #expect(abs(frame.meanSquare - 0.5) < 1e-4)
      // Neighbouring triangles add up to 1, so all bins of the main lobe count: 1/2, times 1.5 for the
      // Hann window's noise bandwidth, times 512 / 400 for the zeros behind the window.
      let sum = frame.bands.reduce(0.0) { $0 + exp(Double($1)) }
      #expect(abs(sum - 0.96) < 0.005, "\(sum)")
      #expect(abs(Double(frame.level) - log(sum / 64)) < 1e-4)
    }
  }

  @Test func silenceIsTheFloor() {
    let frames = Self.frames(of: SyntheticSound.silence(count: 1600), LogMelConfiguration())
    #expect(frames.count == 10)
    for frame in frames {
      #expect(frame.bands.allSatisfy { abs($0 - Float(log(1e-10))) < 1e-5 })
      #expect(frame.meanSquare == 0)
    }
  }

  @Test func startsOfFramesNeverDrift() {
    let stream = LogMelStream(LogMelConfiguration(), sampleRate: 11_025)
    // A day has 8,640,000 hops of 10 ms.
    #expect(stream.startOfFrame(8_640_000) == 11_025 * 86_400)
    #expect(stream.startOfFrame(1) == 110)
    #expect(stream.startOfFrame(2) == 221)
  }

  /// A transform shorter than its window would read and write beyond its memory.
  @Test func theTransformIsNeverShorterThanTheWindow() {
    for sampleRate in stride(from: 4_000, through: 39_999, by: 517) {
      let configuration = LogMelConfiguration(windowLength: 400, hopLength: 160, fftLength: 400)
      let frames = Self.frames(
        of: SyntheticSound.noise(seed: 1, count: 4000), configuration, sampleRate: sampleRate)
      #expect(frames.allSatisfy { $0.bands.allSatisfy(\.isFinite) })
    }
  }

  /// A model made for 384 kHz with windows of two samples, at 4 kHz: nothing is left of a window.
  @Test(.timeLimit(.minutes(10)))
  func windowsTooShortForTheRateStillEnd() {
    let configuration = LogMelConfiguration(
      sampleRate: 384_000, windowLength: 2, hopLength: 1, fftLength: 16, bands: 4,
      highestFrequency: 2000)
    let frames = Self.frames(
      of: SyntheticSound.noise(seed: 1, count: 50), configuration, sampleRate: 4_000)
    #expect(frames.count > 0)
  }
}
