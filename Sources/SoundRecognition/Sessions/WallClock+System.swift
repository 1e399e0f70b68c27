internal import Dispatch
internal import Foundation

extension WallClock {
  /// The machine's monotonic clock.
  package static let system = WallClock(
    now: { Double(DispatchTime.now().uptimeNanoseconds) * 1e-9 },
    after: { delay, body in
      DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + delay, execute: body)
    })
}
