import Foundation
import Synchronization

/// Where the client writes what is worth knowing but is no error.
///
/// *Thread-safe*: its state is behind a lock.
public enum AudDLog {
  private static let writer = Mutex<@Sendable (String) -> Void> { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// Says that the server still honors a parameter that it is about to drop (its code 51).
  public static func deprecation(_ message: String) {
    let write = writer.withLock { $0 }
    write("AudD: deprecated: \(message)")
  }

  /// Sends the lines elsewhere than to the standard error output.
  public static func setWriter(_ writer: @escaping @Sendable (_ line: String) -> Void) {
    self.writer.withLock { $0 = writer }
  }
}
