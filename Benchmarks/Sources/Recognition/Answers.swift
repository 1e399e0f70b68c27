import Foundation
import QuerySets
import SoundRecognition

/// What the matcher said about each query of a set.
struct Answers {
  struct Answer {
    var query: QuerySet.Query
    var track: String?
    var best: ReferenceMatch?
    /// Processor time without decoding, in milliseconds.
    var milliseconds: Double

    var isCorrect: Bool { track != nil && track == query.track }
  }

  /// With the best candidate of each query, however weak.
  var all: [Answer] = []

  init(_ set: QuerySet, _ catalog: SongCatalog, cache: SignatureCache) throws {
    let matcher = SignatureMatcher(threshold: -.infinity)
    for query in set.queries {
      let (signature, seconds) = try cache.signature(of: set.url(of: query))
      let start = threadSeconds()
      let best = try matcher.matches(for: signature, in: catalog.index).first
      all.append(
        Answer(
          query: query, track: best.map { catalog.names[Int($0.reference)] }, best: best,
          milliseconds: (seconds + threadSeconds() - start) * 1000))
    }
  }

  /// The lines that `score_recognition.py` reads, with more columns behind its own.
  func csv() -> String {
    let lines = all.map { answer in
      let ms = text(answer.milliseconds, 3)
      guard let best = answer.best else { return "\(answer.query.file),NONE,,0,\(ms),\(ms),,,," }
      return "\(answer.query.file),\(answer.track ?? "NONE"),\(text(best.offset, 4)),"
        + "\(text(best.score, 4)),\(ms),\(ms),\(text(best.confidence, 4)),"
        + "\(text(best.survivingShare)),\(text(best.frequencySkew, 5)),\(text(best.timeStretch, 5))"
    }
    return "query,track,offset,score,ms,ms_nodecode,confidence,share,skew,stretch\n"
      + lines.joined(separator: "\n") + "\n"
  }
}
