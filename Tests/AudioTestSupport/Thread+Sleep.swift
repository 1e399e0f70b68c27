package import Foundation

extension Thread {
  /// Lets other threads run for a millisecond.
  package static func sleep() { Thread.sleep(forTimeInterval: 0.001) }
}
