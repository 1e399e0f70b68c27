import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

struct CatalogSegmentTests {
  private func segment(
    of signatures: [Signature], idsFrom first: UInt64 = 0
  ) throws -> CatalogSegment {
    try CatalogSegment(CatalogBytes(bytes(of: signatures, idsFrom: first)))
  }

  private func bytes(of signatures: [Signature], idsFrom first: UInt64 = 0) throws -> [UInt8] {
    var builder = CatalogSegmentBuilder()
    for (number, signature) in signatures.enumerated() {
      let id = UUID(
        uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(first), UInt8(number)))
      try builder.add(
        id: id, signature: signature.asReference, mediaItems: [Data("item \(number)".utf8)])
    }
    return try builder.bytes()
  }

  private func postings(of index: some ReferenceIndex, in window: PairWindow) throws -> [Posting] {
    var postings: [Posting] = []
    try index.forEachPosting(in: window) { postings.append($0) }
    return postings.sorted {
      ($0.key, $0.reference, $0.frame) < ($1.key, $1.reference, $1.frame)
    }
  }

  private let everything = PairWindow(
    frequencySteps: 0...2047, timeSteps: 0...511, placeSteps: 0...4095)

  /// A window around a random place, of a random size.
  private func window(using generator: inout SeededGenerator) -> PairWindow {
    func range(_ limit: Int32, _ longest: Int32) -> ClosedRange<Int32> {
      let low = Int32.random(in: 0...limit, using: &generator)
      return low...min(limit, low + Int32.random(in: 0...longest, using: &generator))
    }
    return PairWindow(
      frequencySteps: range(2047, 200), timeSteps: range(511, 80), placeSteps: range(4095, 900))
  }

  private let signatures = (0..<5).map {
    SyntheticSignature.make(seed: UInt64($0), seconds: Double(5 + 20 * $0))
  }

  @Test func itAnswersLikeTheIndexInMemory() throws {
    let segment = try segment(of: signatures)
    let memory = InMemoryIndex(signatures)
    #expect(segment.postingCount == memory.postingCount)
    let all = try postings(of: memory, in: everything)
    #expect(all.count == memory.postingCount)
    #expect(try postings(of: segment, in: everything) == all)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let window = window(using: &generator)
      #expect(try postings(of: segment, in: window) == (try postings(of: memory, in: window)))
    }
    let key = all[all.count / 2].key
    #expect(segment.postingCount(in: key...key) >= 1)
  }

  @Test func aDirectoryOfEachWidthFindsTheSame() throws {
    for (count, seconds) in [(1, 2.0), (20, 30), (60, 60)] {
      let many = (0..<count).map {
        SyntheticSignature.make(seed: UInt64($0), seconds: seconds, peaksPerSecond: 150)
      }
      let segment = try segment(of: many)
      let memory = InMemoryIndex(many)
      var generator = SeededGenerator(seed: 3)
      for _ in 0..<200 {
        let window = window(using: &generator)
        #expect(try postings(of: segment, in: window) == (try postings(of: memory, in: window)))
      }
    }
  }

  @Test func peaksComeBackAsTheyWere() throws {
    let segment = try segment(of: signatures)
    for (number, signature) in signatures.enumerated() {
      let number = ReferenceNumber(number)
      let reference = signature.asReference
      #expect(try segment.signature(of: number) == reference)
      for range in [0..<1, -50_000..<3000, 8191..<8193, 4000..<40_000, 84_000..<1_000_000] {
        let range = Int32(range.lowerBound)..<Int32(range.upperBound)
        let expected = reference.peaks.filter { range.contains($0.time) }
        #expect(try segment.peaks(of: number, in: range) == expected, "\(range)")
      }
    }
  }

  @Test func aLongPauseIsKept() throws {
    let peaks = [0, 254, 509, 8191, 8192, 500_000, 500_001].map {
      SpectralPeak(time: $0, frequency: 1000, rank: 2)
    }
    let signature = Signature(peaks: peaks, sampleCount: 16_000 * 600)
    #expect(try segment(of: [signature]).signature(of: 0) == signature)
  }

  @Test func mergedSegmentsAreWhatOneOfAllWouldBe() throws {
    let parts = try [Array(signatures[..<2]), [], Array(signatures[2...])].map {
      SegmentedIndex.Part(try segment(of: $0))
    }
    let merged = try CatalogSegmentMerger(parts).bytes()
    let whole = try segment(of: signatures)
    let result = try CatalogSegment(CatalogBytes(merged))
    try result.verifyChecksums()
    #expect(try postings(of: result, in: everything) == (try postings(of: whole, in: everything)))
    for number in 0..<ReferenceNumber(signatures.count) {
      #expect(try result.signature(of: number) == signatures[Int(number)].asReference)
    }
    #expect(try result.mediaItems(of: 2) == [Data("item 0".utf8)])
  }

  @Test func whatWasRemovedIsNotMerged() throws {
    var removed = ReferenceSet()
    removed.insert(1)
    let part = SegmentedIndex.Part(try segment(of: signatures), removed: removed)
    let index = SegmentedIndex([part])
    let kept = [0, 2, 3, 4].map { signatures[$0] }
    let merged = try CatalogSegment(CatalogBytes(try CatalogSegmentMerger([part]).bytes()))
    #expect(merged.referenceCount == 4)
    #expect(
      try postings(of: merged, in: everything)
        == (try postings(of: try segment(of: kept), in: everything)))
    #expect(try !postings(of: index, in: everything).contains { $0.reference == 1 })
    #expect(index.references == [0, 2, 3, 4])
  }

  @Test func aTruncatedSegmentIsAnError() throws {
    let bytes = try bytes(of: Array(signatures[..<2]))
    for length in Array(0..<300) + stride(from: 300, to: bytes.count, by: 997) {
      let error = #expect(throws: RecognitionError.self, "\(length) bytes") {
        _ = try CatalogSegment(CatalogBytes(Array(bytes[..<length])))
      }
      #expect(error?.code == .customCatalogInvalid)
    }
  }

  @Test func everyFlippedBitIsNoticed() throws {
    let bytes = try bytes(of: [SyntheticSignature.make(seed: 1, seconds: 2)])
    for place in stride(from: 0, to: 8 * bytes.count, by: 41) {
      var damaged = bytes
      damaged[place / 8] ^= 1 << UInt8(place % 8)
      #expect(throws: RecognitionError.self, "bit \(place)") {
        try CatalogSegment(CatalogBytes(damaged)).verifyChecksums()
      }
    }
  }

  @Test func aNewerVersionIsNamed() throws {
    var bytes = try bytes(of: [signatures[0]])
    bytes[8] = 2
    let error = #expect(throws: RecognitionError.self) {
      _ = try CatalogSegment(CatalogBytes(bytes))
    }
    #expect(error?.message.contains("newer version") == true)
  }
}
