public import Foundation
internal import Synchronization

/// A catalog of recordings of your own, in memory or in one file.
///
/// ```swift
/// let catalog = CustomCatalog()
/// try catalog.addReferenceSignature(signature, representing: [MediaItem(properties: [.title: "Ode"])])
/// try catalog.write(to: URL(filePath: "Songs.swcatalog"))
/// ```
///
/// A session works with the catalog as it was when the session was made; what is added later is for
/// later sessions. A file that is added stays a file: it is mapped into memory, not read, so that opening
/// costs little and several processes share it. It must not be changed in its place; ``write(to:)``
/// replaces it by a new one. For catalogs that change all the time, or have more than some ten
/// thousand references, there is `CatalogStore`.
///
/// *Thread-safe*.
public final class CustomCatalog: Catalog {
  private struct State {
    var segments: [CatalogSegment] = []
    /// What was added since the last segment.
    var pending = CatalogSegmentBuilder()
    var index: SegmentedIndex?
  }

  private let state = Mutex(State())

  /// Makes an empty catalog.
  public init() {}

  /// Reads a catalog from the bytes that ``dataRepresentation`` gave.
  /// - Throws: ``RecognitionError`` with the code `customCatalogInvalid` when they are damaged or no
  ///   catalog.
  public init(dataRepresentation: Data) throws(RecognitionError) {
    let segment = try CatalogSegment(CatalogBytes(Array(dataRepresentation)))
    try segment.verifyChecksums()
    state.withLock { $0.segments = [segment] }
  }

  /// The shortest query that can be matched, in seconds: what three out of a hundred such queries miss
  /// in noise.
  public var minimumQuerySignatureDuration: TimeInterval { CatalogQueryDurations.minimum }

  /// The longest query that can be matched, in seconds. Take slices of longer signatures.
  public var maximumQuerySignatureDuration: TimeInterval { CatalogQueryDurations.maximum }

  /// Adds a recording.
  /// - Parameters:
  ///   - signature: of the whole recording. One signature for each recording is better than several of
  ///     its parts.
  ///   - mediaItems: what is known about it; several when they are for different parts of it.
  /// - Throws: ``RecognitionError`` with the code `signatureDurationInvalid` when the signature is
  ///   shorter than ``CatalogReference/minimumDuration``, `signatureInvalid` when it is of silence,
  ///   `mediaItemInvalid` when a media item has a value that cannot be kept.
  public func addReferenceSignature(
    _ signature: Signature, representing mediaItems: [MediaItem]
  ) throws(RecognitionError) {
    try add(CatalogReference(signature: signature, mediaItems: mediaItems))
  }

  /// Adds a recording that has its identity already.
  /// - Throws: as ``addReferenceSignature(_:representing:)``.
  public func add(_ reference: CatalogReference) throws(RecognitionError) {
    let (signature, items) = try reference.prepared()
    try state.withLock { (state) throws(RecognitionError) in
      try state.pending.add(id: reference.id, signature: signature, mediaItems: items)
      state.index = nil
    }
  }

  /// The number of recordings.
  public var count: Int {
    state.withLock { state in
      state.segments.reduce(state.pending.count) { $0 + $1.referenceCount }
    }
  }

  /// The recordings, in the order in which they were added.
  /// - Throws: ``RecognitionError`` when the catalog is damaged.
  public var references: [CatalogReference] {
    get throws(RecognitionError) {
      let index = try index()
      var references: [CatalogReference] = []
      for number in index.references { references.append(try index.catalogReference(number)) }
      return references
    }
  }

  /// The catalog as it is now.
  public func snapshot() throws -> any CatalogSnapshot { IndexSnapshot(try index()) }

  /// The index of everything so far.
  package func index() throws(RecognitionError) -> SegmentedIndex {
    try state.withLock { (state) throws(RecognitionError) in
      if let index = state.index { return index }
      if state.pending.count > 0 {
        state.segments.append(try CatalogSegment(CatalogBytes(try state.pending.bytes())))
        state.pending = CatalogSegmentBuilder()
        try Self.mergeSmall(&state.segments)
      }
      let index = SegmentedIndex(state.segments.map { SegmentedIndex.Part($0) })
      state.index = index
      return index
    }
  }

  func append(_ segment: CatalogSegment) throws(RecognitionError) {
    _ = try index()
    state.withLock { state in
      state.segments.append(segment)
      state.index = nil
    }
  }

  /// Whoever adds and looks by turns would have a segment for each reference. A segment that is not
  /// twice as large as the next one is merged with it, so there are few.
  private static func mergeSmall(_ segments: inout [CatalogSegment]) throws(RecognitionError) {
    while segments.count >= 2,
      segments[segments.count - 2].postingCount < 2 * segments[segments.count - 1].postingCount,
      segments[segments.count - 2].bytes.isInMemory
    {
      let pair = segments.suffix(2).map { SegmentedIndex.Part($0) }
      let merged = try CatalogSegment(CatalogBytes(try CatalogSegmentMerger(pair).bytes()))
      segments.replaceSubrange((segments.count - 2)..., with: [merged])
    }
  }
}

/// How long queries may be.
package enum CatalogQueryDurations {
  /// At this length 98 of 100 degraded queries are recognized, and at 2 seconds far fewer.
  package static let minimum: TimeInterval = 3
  /// More does not recognize better, and the cost of a query grows with it.
  package static let maximum: TimeInterval = 30
}
