public import AudD
public import Foundation
public import SoundRecognition
import SoundSignal
import Synchronization

/// Asks the AudD service what a stretch of music is.
///
/// Each question sends up to 12 seconds of the music, as a mono WAV file, to AudD's servers, and counts
/// against the plan of the token. It gets only what it is handed: behind the gate of an analyzer that is
/// music, with at most a little of the talk next to it.
///
/// When the service says that there are too many requests, that the plan is used up, or that the token
/// is of no use, the recognizer pauses: it tells whom the initializer named, and asks nothing more until
/// the pause is over. What is recognized meanwhile throws ``/SoundRecognition/RecognitionError`` with the
/// code ``/SoundRecognition/RecognitionError/Code/matchAttemptFailed``, and nothing is sent.
///
/// *Thread-safe*.
public final class AudDRecognizer: MusicRecognizer {
  /// Why and how long the recognizer asks nothing.
  public struct Pause: Sendable {
    /// What the service said.
    public let reason: AudDAPIErrorDetail
    /// When it asks again; `nil` when it does not until ``AudDRecognizer/resume()``.
    public let end: Date?
  }

  /// The name of the service.
  public let name = "AudD"
  /// Shorter clips are seldom recognized.
  public let minimumDuration: TimeInterval = 5
  /// The service hears no more.
  public let maximumDuration: TimeInterval = MusicClip.maximumDuration
  /// The service makes its own signature.
  public let needsSamples = true

  private let client: AudD
  private let services: [String]
  private let market: String?
  private let onPause: (@Sendable (Pause) -> Void)?
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  private struct State {
    var rules = RecognitionPause()
    var pause: Pause?
  }

  /// Makes a recognizer.
  /// - Parameters:
  ///   - client: a client with a token.
  ///   - services: the services whose data to add to each item: `apple_music`, `spotify`, `deezer`,
  ///     `napster`, `musicbrainz`. Each makes answers later.
  ///   - market: the country whose Apple Music is asked, such as `GB`.
  ///   - onPause: is told when the service has refused and nothing is asked for a while.
  public convenience init(
    client: AudD, services: [String] = ["apple_music"], market: String? = nil,
    onPause: (@Sendable (Pause) -> Void)? = nil
  ) {
    self.init(client: client, services: services, market: market, now: { Date() }, onPause: onPause)
  }

  init(
    client: AudD, services: [String], market: String?, now: @escaping @Sendable () -> Date,
    onPause: (@Sendable (Pause) -> Void)?
  ) {
    self.client = client
    self.services = services
    self.market = market
    self.now = now
    self.onPause = onPause
  }

  /// Why nothing is asked just now, if so.
  public var pause: Pause? {
    state.withLock { state in
      if let end = state.pause?.end, end <= now() { state.pause = nil }
      return state.pause
    }
  }

  /// Ends a pause, for one who has changed the token or the plan.
  public func resume() {
    state.withLock { $0.pause = nil }
  }

  /// Asks the service what an excerpt is.
  /// - Returns: one item, or none.
  /// - Throws: ``/SoundRecognition/RecognitionError``, or `CancellationError`.
  public func recognize(_ excerpt: MusicExcerpt) async throws -> [MatchedMediaItem] {
    guard let samples = excerpt.samples else {
      throw RecognitionError(.invalidAudioFormat, "AudD needs the samples of the music.")
    }
    if let pause { throw AudDRecognizer.error(pause.reason) }
    var clip = MusicClip(sampleRate: samples.format.sampleRate)
    clip.append(samples)
    do {
      let result = try await client.recognize(
        .data(clip.waveFile), return: services.isEmpty ? nil : services, market: market)
      state.withLock { $0.rules.answered() }
      return result.map { [MatchedMediaItem($0)] } ?? []
    } catch AudDError.api(let detail) {
      refused(detail)
      throw AudDRecognizer.error(detail)
    } catch let error as AudDError {
      throw RecognitionError(
        .matchAttemptFailed, error.localizedDescription, underlying: error)
    }
  }

  private func refused(_ detail: AudDAPIErrorDetail) {
    let pause: Pause? = state.withLock { state in
      guard let length = state.rules.length(after: detail.kind) else { return nil }
      // Several may have asked at the same time; one of them tells.
      let isNews = state.pause == nil
      let pause =
        switch length {
        case .lasting(let duration):
          Pause(reason: detail, end: now().addingTimeInterval(duration / .seconds(1)))
        case .endless: Pause(reason: detail, end: nil)
        }
      state.pause = pause
      return isNews ? pause : nil
    }
    if let pause { onPause?(pause) }
  }

  private static func error(_ detail: AudDAPIErrorDetail) -> RecognitionError {
    let error = AudDError.api(detail)
    return RecognitionError(
      .matchAttemptFailed, "AudD refuses: \(error.localizedDescription)", underlying: error)
  }
}
