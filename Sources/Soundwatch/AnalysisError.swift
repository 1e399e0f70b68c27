/// Says why an analysis cannot begin or go on.
public struct AnalysisError: Error, Sendable, CustomStringConvertible {
  /// The kinds of trouble, for a program to switch on.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String
    /// Makes a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The samples have another format than the analyzer, or one that a request cannot use.
    public static let invalidFormat = Code(rawValue: "invalidFormat")
    /// The source of the samples failed.
    public static let operationFailed = Code(rawValue: "operationFailed")
    /// The analysis was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// A file analyzer was given a request after its analysis had begun.
    public static let alreadyAnalyzing = Code(rawValue: "alreadyAnalyzing")
    /// The request is of a kind that analyzers do not know.
    public static let unknownRequest = Code(rawValue: "unknownRequest")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence that says what happened and what may help.
  public let message: String
  /// The error from below, where there is one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}
