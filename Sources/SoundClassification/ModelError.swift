/// Says why a model cannot be used.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of trouble, for a program to switch on.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String
    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The file is not a sound model.
    public static let notAModel = Code(rawValue: "notAModel")
    /// The file was made for a later version of this library.
    public static let unsupportedVersion = Code(rawValue: "unsupportedVersion")
    /// The file's content does not match its checksum, or it is cut short.
    public static let damaged = Code(rawValue: "damaged")
    /// The manifest contradicts itself or asks for something unknown.
    public static let invalid = Code(rawValue: "invalid")
    /// There is no built-in classifier of that name.
    public static let unknownIdentifier = Code(rawValue: "unknownIdentifier")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence that names the model and says what may help.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
