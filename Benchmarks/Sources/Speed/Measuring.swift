import CBenchmarks
import Glibc
import Soundwatch
import Synchronization

/// The least processor time, of all threads together, that each of some contestants took, in seconds.
/// They take turns, so that a busy machine disturbs all alike.
func race(rounds: Int, _ contestants: [() -> Void]) -> [Double] {
  var best = [Double](repeating: .infinity, count: contestants.count)
  for _ in 0..<rounds {
    for (index, contestant) in contestants.enumerated() {
      let start = soundwatch_process_seconds()
      contestant()
      best[index] = min(best[index], soundwatch_process_seconds() - start)
    }
  }
  return best
}

/// An observer that counts and remembers when it was told something last.
final class Listener: ResultsObserving, Sendable {
  private struct State {
    var count = 0
    var segments = 0
    var frames: Int64 = 0
    var last: (any SoundResult)?
  }
  private let state = Mutex(State())
  private let onResult: @Sendable () -> Void

  init(_ onResult: @escaping @Sendable () -> Void = {}) { self.onResult = onResult }

  /// How many results came.
  var count: Int { state.withLock { $0.count } }
  /// How many segments ended, and the frames in them.
  var segments: (count: Int, frames: Int64) { state.withLock { ($0.segments, $0.frames) } }
  /// What came last.
  var last: (any SoundResult)? { state.withLock { $0.last } }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    onResult()
    state.withLock { state in
      state.count += 1
      state.last = result
      if let segment = result as? SegmentResult, segment.event == .ended {
        state.segments += 1
        state.frames += segment.timeRange.frameCount
      }
    }
  }
}

/// A number with some digits behind the point.
func text(_ value: Double, _ digits: Int = 2) -> String {
  let scale = pow(10, Double(digits))
  let scaled = Int64((abs(value) * scale).rounded())
  let whole = scaled / Int64(scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return sign + grouped(whole) }
  let fraction = String(scaled % Int64(scale))
  return sign + grouped(whole) + "." + String(repeating: "0", count: digits - fraction.count)
    + fraction
}

private func grouped(_ value: Int64) -> String {
  value < 1000
    ? "\(value)" : grouped(value / 1000) + "," + String("\(1000 + value % 1000)".dropFirst())
}

/// The `share` quantile of sorted values.
func quantile(_ sorted: [Double], _ share: Double) -> Double {
  sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

func verdict(_ isMet: Bool) -> String { isMet ? "met" : "**not met**" }
