import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

struct SharedMaterialTests {
  /// One signature behind the other.
  private func joined(_ parts: [Signature]) -> Signature {
    var peaks: [SpectralPeak] = []
    var samples = 0
    for part in parts {
      peaks += part.peaks.map {
        SpectralPeak(
          time: $0.time + Int32(samples / 16), frequency: $0.frequency, rank: $0.rank)
      }
      samples += part.sampleCount
    }
    return Signature(peaks: peaks, sampleCount: samples)
  }

  private func song(_ seed: UInt64) -> Signature {
    SyntheticSignature.make(seed: seed, seconds: 40)
  }

  @Test func aCopyAndASampleAreGroupsAndOtherSongsAreNone() throws {
    let catalog = CustomCatalog()
    var ids: [UUID] = []
    let sampling = joined([song(5).part(0..<10_000), song(1).part(12_000..<32_000)])
    for signature in [song(0), song(1), song(2), song(0), sampling, song(3)] {
      let reference = CatalogReference(signature: signature, mediaItems: [])
      ids.append(reference.id)
      try catalog.add(reference)
    }
    let groups = try catalog.sharedMaterial()
    #expect(groups.map(\.references) == [[ids[0], ids[3]], [ids[1], ids[4]]])
    let sample = try #require(groups[1].passages.first { $0.first == ids[4] })
    #expect(sample.range == 10..<30)
    #expect(abs(sample.offset - 12) < 0.05, "\(sample.offset)")
    let new = CatalogReference(signature: song(2).part(5000..<35_000), mediaItems: [])
    let passages = try catalog.passages(sharedWith: new)
    #expect(passages.map(\.second) == [ids[2]])
    #expect(passages.first?.range == 0..<30)
  }
}
