import SoundSpectra
import Testing

@testable import SoundClassification

struct MomentGridTests {
  private let manifest: ModelManifest

  init() throws { manifest = try SoundModel.builtIn(.version1).manifest }

  @Test(arguments: [8_000, 11_025, 16_000, 44_100, 48_000, 192_000])
  func aDayOfMomentsEndsOnTheFrame(sampleRate: Int) {
    let grid = MomentGrid(manifest, sampleRate: sampleRate)
    let perDay =
      86_400 * manifest.frontEnd.sampleRate
      / (manifest.framesPerScore * manifest.frontEnd.hopLength)
    #expect(grid.start(of: 0) == 0)
    #expect(grid.start(of: Int64(perDay)) == Int64(86_400 * sampleRate))
  }

  @Test(arguments: [11_025, 16_000, 44_100])
  func theFirstMomentFromAFrameIsTheOneWhoseMiddleLiesBehindIt(sampleRate: Int) {
    let grid = MomentGrid(manifest, sampleRate: sampleRate)
    let length = 0.04 * Double(sampleRate)
    for frame in stride(from: Int64(0), to: Int64(sampleRate), by: 37) {
      let first = grid.firstMoment(from: frame)
      #expect((Double(first) + 0.5) * length >= Double(frame) - 1e-6)
      #expect(first == 0 || (Double(first) - 0.5) * length < Double(frame) + 1e-6)
    }
  }
}
