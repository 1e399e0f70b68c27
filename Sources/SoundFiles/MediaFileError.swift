public import SoundSignal

/// Says why a file, a URL or a pipe could not be read, in words for the person who can help it.
///
/// *Thread-safe*: a value.
public struct MediaFileError: Error, Sendable {
  /// What kind of problem it is. New kinds may be added, so a `switch` needs a `default`.
  public struct Code: Sendable, Hashable {
    /// The name of the kind, such as `notFound`.
    public let name: String

    /// There is no file at the path, or the server does not know the address.
    public static let notFound = Code(name: "notFound")
    /// The file may not be read by this user, or the server demands a login.
    public static let permissionDenied = Code(name: "permissionDenied")
    /// The path leads to a folder.
    public static let isDirectory = Code(name: "isDirectory")
    /// The file has no content at all.
    public static let emptyFile = Code(name: "emptyFile")
    /// The file is fine but holds no sound: a silent video, a picture.
    public static let noAudio = Code(name: "noAudio")
    /// The content is in no known media format, or in a codec that cannot be decoded.
    public static let unsupportedFormat = Code(name: "unsupportedFormat")
    /// The content breaks off or contradicts itself. ``MediaFileError/position`` says where. All
    /// samples before that point have been delivered.
    public static let damaged = Code(name: "damaged")
    /// Reading from the disk or the pipe failed.
    public static let readFailed = Code(name: "readFailed")
    /// A file could not be created or written.
    public static let writeFailed = Code(name: "writeFailed")
    /// The connection failed or broke. Trying again may help.
    public static let network = Code(name: "network")
    /// The server sent nothing for longer than ``MediaFileOptions/networkTimeout``.
    public static let timedOut = Code(name: "timedOut")
    /// The URL, or one that a playlist leads to, uses a protocol that is not allowed.
    public static let protocolNotAllowed = Code(name: "protocolNotAllowed")
    /// The file has fewer audio tracks than the chosen one needs.
    public static let trackNotFound = Code(name: "trackNotFound")
    /// The chosen start lies behind the end of the sound, or the end before the start.
    public static let rangeOutsideFile = Code(name: "rangeOutsideFile")
    /// Sample rate, channels or sample format change in the middle. All samples before that point
    /// have been delivered.
    public static let formatChanged = Code(name: "formatChanged")
    /// The content asks for more than is reasonable: too many channels, too high a rate.
    public static let limitExceeded = Code(name: "limitExceeded")
    /// A description of raw samples such as `s16le:48000:2` cannot be understood.
    public static let invalidSpecification = Code(name: "invalidSpecification")
    /// Opening was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  /// What kind of problem it is.
  public var code: Code
  /// One or two sentences that name the file and say what may help.
  public var message: String
  /// What the layer below reported, with its number, where there is such a layer.
  public var cause: String?
  /// The point in the sound where the problem lies, where it has one.
  public var position: StreamTime?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, cause: String? = nil, position: StreamTime? = nil
  ) {
    self.code = code
    self.message = message
    self.cause = cause
    self.position = position
  }
}

extension MediaFileError: CustomStringConvertible {
  /// The message, followed by its cause in brackets.
  public var description: String {
    if let cause { "\(message) [\(cause)]" } else { message }
  }
}

extension MediaFileError.Code: CustomStringConvertible {
  /// The name of the kind.
  public var description: String { name }
}

/// Writes a point in a sound as people write it: `1:02:03.250`.
func clockText(seconds: Double) -> String {
  let milliseconds = Int64((max(0, min(seconds, 1e12)) * 1000).rounded())
  let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
  let fraction = String(1000 + rest % 1000).dropFirst()
  let tail = "\(rest / 1000 < 10 ? "0" : "")\(rest / 1000).\(fraction)"
  if minutes < 60 { return "\(minutes):\(tail)" }
  return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(tail)"
}
