internal import Foundation
public import SoundSignal

/// Tells what plays from when to when in a broadcast, however long it is.
///
/// ```swift
/// let monitor = try PlayListMonitor(catalog: catalog)
/// while let position = try source.read(into: &buffer) {
///   let time = StreamTime(frame: position, sampleRate: source.format.sampleRate)
///   for play in try monitor.append(buffer, at: time) { print(play.start, play.end) }
/// }
/// for play in try monitor.finish() { print(play.start, play.end) }
/// ```
///
/// Every five seconds, the last ten are looked up in the catalog; see ``PlayListBuilder`` for how the
/// answers become plays. The edges of a play are found by comparing the signatures peak by peak. Memory
/// does not grow with the broadcast, but with the longest play.
///
/// *Confined*.
public final class PlayListMonitor {
  private let snapshot: any CatalogSnapshot
  private let threshold: Double
  private let windowDuration: TimeInterval
  private let minimumDuration: TimeInterval
  private var builder: PlayListBuilder
  private var hearing: MonitorHearing?
  private var history = PeakHistory()
  /// Where the next slice begins, in seconds.
  private var nextSlice: TimeInterval = 0

  /// The distance between the starts of slices, in seconds.
  private static let step: TimeInterval = 5
  /// Longer slices find more in noise, and blur what plays shortly.
  private static let longestWindow: TimeInterval = 10

  /// Makes a monitor that uses the catalog as it is now.
  /// - Parameters:
  ///   - catalog: what can be recognized.
  ///   - threshold: how sure a match must be to count, from 0 to 1.
  public init(catalog: any Catalog, threshold: Double = 0) throws {
    let snapshot = try catalog.snapshot()
    self.snapshot = snapshot
    self.threshold = threshold
    windowDuration = min(catalog.maximumQuerySignatureDuration, Self.longestWindow)
    minimumDuration = catalog.minimumQuerySignatureDuration
    let index = (snapshot as? IndexSnapshot)?.index
    builder = PlayListBuilder(step: Self.step) { number in
      index.map { index in
        let (part, inPart) = index.locate(number)
        return part.segment.duration(of: inPart)
      }
    }
    if let index {
      let recordings = AlikeRecordings(index)
      builder.areAlike = { recordings.areAlike($0, $1) }
    }
  }

  /// Takes the next samples. A gap, or another format, ends what played before.
  /// - Parameters:
  ///   - buffer: the samples.
  ///   - time: where the buffer begins in the broadcast; right behind the last one by default.
  /// - Returns: the plays that are over now, in order.
  /// - Throws: what the catalog throws, and ``RecognitionError`` with the code `invalidAudioFormat` for
  ///   a sample rate that is not supported.
  public func append(_ buffer: PCMBuffer, at time: StreamTime? = nil) throws -> [Play] {
    var plays: [Play] = []
    let expected = hearing?.end ?? 0
    let start = time?.seconds ?? expected
    let isContinued = hearing?.format == buffer.format && abs(start - expected) < 0.0005
    if !isContinued {
      plays += try finishHearing()
      hearing = MonitorHearing(format: buffer.format, start: start)
      history.begin(at: start)
      nextSlice = start
    }
    try hearing?.append(buffer)
    plays += try lookUp()
    return plays
  }

  /// Ends the broadcast.
  /// - Returns: the plays that were not over yet, in order.
  public func finish() throws -> [Play] {
    var plays = try finishHearing()
    plays += try builder.lastCandidates().map(refined)
    return plays
  }

  /// Looks up the slices that are complete.
  private func lookUp() throws -> [Play] {
    var plays: [Play] = []
    while let hearing, hearing.end >= nextSlice + windowDuration + MonitorHearing.lookAhead {
      plays += try lookUp(nextSlice..<nextSlice + windowDuration)
      nextSlice += Self.step
      self.hearing?.renew(keeping: nextSlice)
    }
    return plays
  }

  /// Looks up what is left of a stretch without gaps.
  private func finishHearing() throws -> [Play] {
    guard let end = hearing?.end else { return [] }
    var plays: [Play] = []
    while end - nextSlice >= minimumDuration {
      plays += try lookUp(nextSlice..<min(end, nextSlice + windowDuration))
      nextSlice += Self.step
    }
    hearing = nil
    return plays
  }

  private func lookUp(_ slice: Range<TimeInterval>) throws -> [Play] {
    guard let hearing else { return [] }
    let signature = hearing.signature(in: slice)
    history.append(signature, in: slice)
    let matches =
      signature.peaks.isEmpty
      ? [] : try snapshot.references(matching: signature).filter { $0.confidence >= threshold }
    let plays = try builder.candidates(after: matches, in: slice).map(refined)
    history.forget(before: (builder.earliestStart ?? slice.lowerBound) - 3 * Self.step)
    return plays
  }

  private func refined(_ candidate: PlayCandidate) throws -> Play {
    let range = builder.range(of: candidate)
    guard let index = (snapshot as? IndexSnapshot)?.index else { return candidate.play(in: range) }
    let edges = PlayEdges(
      reference: try index.catalogReference(candidate.reference).signature,
      heard: history.peaks, origin: history.origin)
    return candidate.play(in: edges.refined(candidate, range: range, step: Self.step))
  }
}
