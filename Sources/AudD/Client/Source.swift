public import Foundation

/// Where the audio of a call comes from.
///
/// *Thread-safe* but for ``stream(_:name:)``, whose stream belongs to the call it is handed to.
public enum Source: @unchecked Sendable {
  // Unchecked because `InputStream` is a class: the call that gets it drains it before anything is
  // sent, on one task, and nobody else may touch it.

  /// The server fetches the audio itself, from an `http` or `https` address.
  case url(URL)
  /// A file. It is streamed from the disk, anew for each attempt, and never read into memory whole.
  case file(URL)
  /// The bytes of a file.
  case data(Data)
  /// A stream of the bytes of a file, read to its end into memory before the call is sent.
  case stream(InputStream, name: String? = nil)
}
