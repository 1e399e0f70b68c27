import Foundation
import SoundRecognition

/// Finds recordings of a catalog that share sound: duplicates, other mixes, samples.
///
/// *Blocking*.
struct SharedSound: Sendable {
  /// Two recordings.
  struct Pair: Sendable {
    var firstName: String
    var secondName: String
    /// The part of the first one that is in the second one, from 0 to 1.
    var share: Double
    /// Whether all that is shared lies alike in both.
    var isAligned: Bool

    var isDuplicate: Bool { isAligned && share >= 0.8 }

    /// What is said to people.
    var explanation: String {
      if isDuplicate { return "The same recording as \(secondName)." }
      return "About \(Int((100 * share).rounded())) % of its sound is in \(secondName) too."
    }

    func append(json text: inout TextBuffer) {
      text.append("{\"first\":")
      text.append(json: firstName)
      text.append(",\"second\":")
      text.append(json: secondName)
      text.append(",\"shared\":")
      text.append(share, decimals: 2)
      text.append(",\"duplicate\":\(isDuplicate)}")
    }

    func append(csv text: inout TextBuffer) {
      text.append(csv: firstName)
      text.append(",")
      text.append(csv: secondName)
      text.append(",")
      text.append(share, decimals: 2)
      text.append(",\(isDuplicate)\n")
    }
  }

  private let run: RecognitionRun
  private let jobs: Int?
  private let entries: [OpenedCatalog.Entry]
  private let index: SegmentedIndex
  private let snapshot: any CatalogSnapshot

  /// The length of a part that is searched for, in seconds.
  private static let partDuration = 10.0

  init(_ opened: OpenedCatalog, run: RecognitionRun, jobs: Int?) throws {
    self.run = run
    self.jobs = jobs
    entries = try opened.entries()
    index = try opened.index()
    snapshot = try opened.catalog.snapshot()
  }

  /// Searches for parts of some recordings in all others.
  /// - Parameters:
  ///   - ids: the identities of the recordings.
  ///   - thoroughly: whether all of them is searched for, or three parts.
  func search(for ids: Set<UUID>, thoroughly: Bool) throws -> [Pair] {
    let wanted = entries.filter { ids.contains($0.id) }
    let progress = run.makeProgress(
      "comparing", count: wanted.count, work: Double(wanted.count))
    defer { progress.finish() }
    let names = Dictionary(
      entries.map { ($0.number, Self.name($0)) }, uniquingKeysWith: { $1 })
    var pairs: [Pair] = []
    var failure: (any Error)?
    var seen: Set<[UInt32]> = []
    run.inOrder(wanted, jobs: jobs) { entry in
      Result { try others(of: entry, thoroughly: thoroughly) }
    } take: { index, found in
      progress.add(work: 1, seconds: wanted[index].duration)
      let number = wanted[index].number
      switch found {
      case .failure(let error): failure = failure ?? error
      case .success(let others):
        for other in others where seen.insert([number, other.number].sorted()).inserted {
          pairs.append(
            Pair(
              firstName: names[number] ?? "", secondName: names[other.number] ?? "",
              share: other.share, isAligned: other.isAligned))
        }
      }
    }
    if let failure { throw failure }
    return pairs
  }

  private static func name(_ entry: OpenedCatalog.Entry) -> String {
    entry.source ?? ItemSummary(entry.items).name
  }

  private func others(
    of entry: OpenedCatalog.Entry, thoroughly: Bool
  ) throws -> [(number: UInt32, share: Double, isAligned: Bool)] {
    let signature = try index.catalogReference(entry.number).signature
    let starts = Self.starts(in: signature.duration, thoroughly: thoroughly)
    var found: [UInt32: [(start: Double, match: CatalogMatch)]] = [:]
    for start in starts {
      let first = Int(start * 1000)
      let part = signature.part(first..<first + Int(Self.partDuration * 1000))
      var seen: Set<UInt32> = [entry.number]
      for match in try snapshot.references(matching: part)
      where seen.insert(match.reference).inserted {
        found[match.reference, default: []].append((start, match))
      }
    }
    return found.sorted { $0.key < $1.key }.map { number, matches in
      // Where the recording would begin in the other one.
      let origins = matches.map { $0.match.offset - $0.start * (1 + $0.match.timeStretch) }.sorted()
      let spread = (origins.last ?? 0) - (origins.first ?? 0)
      return (number, Double(matches.count) / Double(starts.count), spread < 1)
    }
  }

  /// Where the parts begin, in seconds.
  private static func starts(in duration: Double, thoroughly: Bool) -> [Double] {
    guard duration > partDuration else { return [0] }
    let room = duration - partDuration
    if !thoroughly {
      return duration < 3 * partDuration ? [room / 2] : [0.2, 0.5, 0.8].map { $0 * room }
    }
    let count = max(1, Int((duration / partDuration).rounded()))
    return (0..<count).map { Double($0) * room / Double(max(1, count - 1)) }
  }
}
