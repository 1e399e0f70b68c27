/// Says what is wrong with a command line. The command ends with status 64.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  /// A sentence for the person who typed it.
  package let message: String
  /// The command whose help may be of use.
  package var command: String?

  package init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }

  package var description: String { message }
}
