import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Repeats an attempt as its class allows, with growing pauses.
struct Retrying: Sendable {
  /// All attempts, the first included; less than one is one.
  let maximumAttempts: Int
  /// The first pause in seconds, before it is spread.
  let backoffFactor: Double
  let clock: any Clock<Duration>
  /// A number from 0 up to, but not including, 1.
  let random: @Sendable () -> Double

  /// - Throws: what the last attempt threw; `CancellationError` as soon as the task is cancelled.
  func run(
    _ retryClass: RetryClass, attempt: () async throws -> HTTPAnswer
  ) async throws -> HTTPAnswer {
    var number = 0
    while true {
      let isLast = number + 1 >= maximumAttempts
      do {
        let answer = try await attempt()
        if isLast || !retryClass.retries(status: answer.status) { return answer }
      } catch let error as URLError {
        try Task.checkCancellation()
        if isLast || !retryClass.retries(error.code) { throw error }
      }
      try await clock.sleep(for: .seconds(pause(after: number)))
      try Task.checkCancellation()
      number += 1
    }
  }

  /// The pause in seconds after an attempt, counted from 0: doubled each time up to half a minute,
  /// and spread from half to one and a half so that many clients do not come back at once.
  func pause(after attempt: Int) -> Double {
    let factor = backoffFactor.isFinite ? max(0, backoffFactor) : 0
    return min(factor * pow(2, Double(attempt)), 30) * (0.5 + random())
  }
}
