import Foundation
import SoundCapture
import SoundRecognition
import SoundSignal

/// Listens to the microphone until something is recognized: `soundwatch match mic`.
///
/// *Blocking*.
struct MicrophoneQuery: Sendable {
  let matcher: QueryMatcher
  let run: RecognitionRun

  /// What the user calls the microphone.
  static let name = "mic"

  /// How long the part is that is looked up, in seconds: short at first, longer when that does not do.
  private static let longestPart = 12.0
  private static let step = 1.0

  /// Listens, and puts what is recognized into the history.
  /// - Returns: the answer, without a hit when it was interrupted.
  func answer() throws -> MatchAnswer {
    #if Microphone
      let microphone = try Microphone()
      return try run.cancellation.run(onCancel: { microphone.cancel() }) {
        try answer(from: microphone)
      }
    #else
      throw CommandFailure(Self.name, "This soundwatch was built without microphones.")
    #endif
  }

  /// Listens to a source that never ends.
  func answer(from source: any AudioSource) throws -> MatchAnswer {
    var answer = MatchAnswer(name: Self.name)
    var hearing = MonitorHearing(format: source.format, start: 0)
    var buffer = PCMBuffer(format: source.format)
    var next = matcher.minimumDuration
    while try source.read(into: &buffer) != nil {
      try hearing.append(buffer)
      guard hearing.end >= next else { continue }
      next = hearing.end + Self.step
      let start = max(0, hearing.end - Self.longestPart)
      hearing.renew(keeping: start)
      let query = hearing.signature(in: start..<hearing.end)
      // It may be silent for now.
      guard query.duration >= matcher.minimumDuration, !query.peaks.isEmpty else { continue }
      answer.hits = try matcher.hits(for: query)
      answer.duration = query.duration
      if let hit = answer.hits.first {
        remember(hit, position: start)
        break
      }
    }
    return answer
  }

  private func remember(_ hit: MatchAnswer.Hit, position: Double) {
    guard let item = hit.items.first else { return }
    let matched = MatchedMediaItem(
      item, matchOffset: hit.offset, frequencySkew: Float(hit.frequencySkew),
      timeStretch: Float(hit.timeStretch), confidence: Float(hit.confidence))
    let history = RecognitionHistory(source: Self.name)
    if let problem = history.add(matched, at: position) { run.messages.warning(nil, problem) }
  }
}
