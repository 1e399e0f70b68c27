public import Foundation

/// A stretch of sound that two recordings of a catalog share: one is a copy, another mix or another
/// version of the other, or both use the same sample.
///
/// *Thread-safe*: a value.
public struct SharedPassage: Sendable, Hashable {
  /// The identities of the two recordings.
  public var first: UUID
  /// The other recording.
  public var second: UUID
  /// Where the stretch lies in the first recording, in seconds.
  public var range: Range<TimeInterval>
  /// Where it begins in the second, in seconds.
  public var offset: TimeInterval
  /// How much higher the first is than the second: 0.05 is 5 %.
  public var frequencySkew: Double
  /// The share of the second's peaks that the first has as well: above 0.8 for a copy, below 0.5 for
  /// another version or a sample.
  public var commonShare: Double
}

/// Recordings that share sound, directly or through others of the group.
///
/// *Thread-safe*: a value.
public struct SharedMaterialGroup: Sendable, Hashable {
  /// The identities of the recordings, in the order of the catalog.
  public var references: [UUID]
  /// What they share.
  public var passages: [SharedPassage]
}

/// Finds recordings that share sound, by looking up each in windows.
package struct SharedMaterialSearch {
  private let matcher: SignatureMatcher
  private let index: SegmentedIndex

  /// The windows of a recording that are looked up: so many milliseconds each, one behind the other.
  private static let window = 10_000
  /// A window that is nothing but noise may be like another by chance; of a shared sample, more is
  /// alike. In a catalog of unlike songs, no window of ten seconds reaches this score.
  private static let threshold = 2.5

  package init(_ index: SegmentedIndex) {
    self.index = index
    matcher = SignatureMatcher(threshold: Self.threshold)
  }

  /// What a recording shares with those of the index: one that is about to be added, or one that is in
  /// it.
  /// - Parameter id: the identity of the recording, which is not compared with itself.
  package func passages(
    of signature: Signature, id: UUID
  ) throws(RecognitionError) -> [SharedPassage] {
    var passages: [SharedPassage] = []
    let length = Int(signature.duration * 1000)
    for start in stride(from: 0, to: max(1, length - Self.window / 3), by: Self.window) {
      let window = signature.part(start..<min(start + Self.window, length))
      var seen: Set<UUID> = []
      for match in try matcher.matches(for: window, in: index) {
        let (part, number) = index.locate(match.reference)
        let other = part.segment.id(of: number)
        guard other != id, seen.insert(other).inserted else { continue }
        let range = Double(start) / 1000..<Double(start) / 1000 + window.duration
        Self.append(
          SharedPassage(
            first: id, second: other, range: range, offset: match.offset,
            frequencySkew: match.frequencySkew, commonShare: match.survivingShare), to: &passages)
      }
    }
    return passages
  }

  /// All groups of recordings that share sound.
  /// - Parameter progress: told after each recording how many are done; it returns whether to go on.
  package func groups(
    progress: (_ done: Int, _ all: Int) -> Bool = { _, _ in true }
  ) throws(RecognitionError) -> [SharedMaterialGroup] {
    let references = index.references
    var passages: [SharedPassage] = []
    var order: [UUID] = []
    for (done, number) in references.enumerated() {
      let (part, local) = index.locate(number)
      let id = part.segment.id(of: local)
      order.append(id)
      passages += try self.passages(of: part.segment.signature(of: local), id: id)
      guard progress(done + 1, references.count) else { break }
    }
    return Self.groups(passages, order: order)
  }

  /// Windows that follow one another in both recordings are one passage.
  private static func append(_ passage: SharedPassage, to passages: inout [SharedPassage]) {
    let shift = passage.range.lowerBound - passage.offset
    if let last = passages.lastIndex(where: { $0.second == passage.second }),
      abs(passages[last].range.upperBound - passage.range.lowerBound) < 0.01,
      abs(passages[last].range.lowerBound - passages[last].offset - shift)
        < 0.5 + 0.08 * passage.range.upperBound
    {
      passages[last].range = passages[last].range.lowerBound..<passage.range.upperBound
      passages[last].commonShare = (passages[last].commonShare + passage.commonShare) / 2
    } else {
      passages.append(passage)
    }
  }

  private static func groups(
    _ passages: [SharedPassage], order: [UUID]
  ) -> [SharedMaterialGroup] {
    var representatives: [UUID: UUID] = [:]
    func representative(_ id: UUID) -> UUID {
      var id = id
      while let next = representatives[id] { id = next }
      return id
    }
    for passage in passages {
      let (first, second) = (representative(passage.first), representative(passage.second))
      if first != second { representatives[first] = second }
    }
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let members = Set(passages.flatMap { [$0.first, $0.second] })
    return Dictionary(grouping: members, by: representative).map { root, members in
      SharedMaterialGroup(
        references: members.sorted { places[$0] ?? .max < places[$1] ?? .max },
        passages: passages.filter { representative($0.first) == root })
    }.sorted { places[$0.references[0]] ?? .max < places[$1.references[0]] ?? .max }
  }
}

extension CustomCatalog {
  /// Finds recordings that share sound: copies, other mixes, samples. It looks up every ten seconds of
  /// every recording, so it takes some seconds for an hour of sound.
  /// - Parameter progress: told after each recording how many are done; it returns whether to go on.
  /// - Throws: ``RecognitionError`` when the catalog is damaged.
  public func sharedMaterial(
    progress: (_ done: Int, _ all: Int) -> Bool = { _, _ in true }
  ) throws(RecognitionError) -> [SharedMaterialGroup] {
    try SharedMaterialSearch(try index()).groups(progress: progress)
  }

  /// What a recording that is not in the catalog shares with those that are.
  /// - Throws: ``RecognitionError`` when the catalog is damaged.
  public func passages(
    sharedWith reference: CatalogReference
  ) throws(RecognitionError) -> [SharedPassage] {
    try SharedMaterialSearch(try index()).passages(of: reference.signature, id: reference.id)
  }
}
