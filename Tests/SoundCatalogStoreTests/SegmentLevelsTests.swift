import Testing

@testable import SoundCatalogStore

struct SegmentLevelsTests {
  /// A store of which only the sizes are known.
  private struct Sizes {
    var parts: [(size: SegmentLevels.Size, isFile: Bool)] = []
    var written = 0

    mutating func add(_ postings: Int, isFile: Bool = false) {
      parts.append((.init(postingCount: postings, timelineLength: postings), isFile))
      if isFile { written += postings }
    }

    mutating func merge() {
      for range in SegmentLevels.merges(of: parts).reversed() {
        let postings = parts[range].reduce(0) { $0 + $1.size.postingCount }
        written += postings
        parts.replaceSubrange(
          range, with: [(.init(postingCount: postings, timelineLength: postings), true)])
      }
    }
  }

  private static let track = 15_000

  @Test func growingTrackByTrackCopiesEachOnlyOnceForEachLevel() {
    var sizes = Sizes()
    var largest = 0
    for _ in 0..<100_000 / 32 {
      for _ in 0..<32 { sizes.add(Self.track) }
      sizes.merge()
      largest = max(largest, sizes.parts.count)
    }
    // From 32 tracks to 100,000 there are six levels.
    let copies = Double(sizes.written) / Double(100_000 * Self.track)
    #expect(copies < 7, "each was written \(copies) times")
    #expect(largest <= 3 * 7, "there were \(largest) segments")
  }

  @Test func aLargeImportIsNotCopiedForTheSakeOfSmallChanges() {
    var sizes = Sizes()
    sizes.add(Self.track)
    sizes.add(100_000 * Self.track, isFile: true)
    sizes.add(Self.track)
    sizes.merge()
    #expect(sizes.written == 100_002 * Self.track)
    #expect(sizes.parts.count == 3)
    for _ in 0..<1_000 {
      for _ in 0..<32 { sizes.add(Self.track) }
      sizes.merge()
    }
    let copies = Double(sizes.written) / Double(132_000 * Self.track)
    #expect(copies < 2.5, "each was written \(copies) times")
  }

  @Test func importsOfOneSizeBecomeFewSegments() {
    var sizes = Sizes()
    for _ in 0..<100 {
      for _ in 0..<50 { sizes.add(4 << 20, isFile: true) }
      sizes.add(Self.track)
      sizes.merge()
      #expect(sizes.parts.count < 30, "there are \(sizes.parts.count) segments")
    }
    let copies = Double(sizes.written) / Double(100 * (50 * (4 << 20) + Self.track))
    #expect(copies < 5, "each was written \(copies) times")
  }

  @Test func everythingInAJournalBecomesAFile() {
    var sizes = Sizes()
    for number in 0..<9 {
      sizes.add(Self.track)
      sizes.add(Self.track << (2 * number), isFile: true)
    }
    sizes.merge()
    #expect(sizes.parts.allSatisfy { $0.isFile })
  }

  @Test func noSegmentGrowsBeyondWhatItCanHold() {
    var sizes = Sizes()
    for _ in 0..<8 { sizes.add(1 << 30, isFile: true) }
    sizes.add(Self.track)
    sizes.merge()
    #expect(sizes.parts.allSatisfy { $0.size.fitsSegment })
    #expect(sizes.parts.count == 9)
  }
}
