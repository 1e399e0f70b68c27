/// Says why a model cannot be trained.
public struct TrainingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of trouble, for a program to switch on.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String
    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There are fewer than two labels.
    public static let tooFewLabels = Code(rawValue: "tooFewLabels")
    /// There are more labels than a model may have.
    public static let tooManyLabels = Code(rawValue: "tooManyLabels")
    /// A label cannot be used: it is empty, too long, or reserved.
    public static let unusableLabel = Code(rawValue: "unusableLabel")
    /// Two labels differ only in their capitals or blanks.
    public static let clashingLabels = Code(rawValue: "clashingLabels")
    /// A label has too few clips.
    public static let tooFewClips = Code(rawValue: "tooFewClips")
    /// A label has too little sound that is not silence.
    public static let tooLittleSound = Code(rawValue: "tooLittleSound")
    /// The same sound was given under two labels.
    public static let contradictoryClips = Code(rawValue: "contradictoryClips")
    /// A sound could not be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// Training was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// A clip was heard with another model than the one to be trained.
    public static let otherModel = Code(rawValue: "otherModel")
    /// There is a file already, and it was not to be replaced.
    public static let outputExists = Code(rawValue: "outputExists")
    /// The model cannot be written.
    public static let notWritable = Code(rawValue: "notWritable")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence that names the label or file and says what may help.
  public let message: String
  /// The error behind it, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }

  /// Two errors are equal when they say the same; their causes cannot be compared.
  public static func == (left: TrainingError, right: TrainingError) -> Bool {
    left.code == right.code && left.message == right.message
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }
}
