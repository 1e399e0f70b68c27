/// A command line cut into options and operands, by the table of a command.
///
/// Long options take their value as `--option value` or `--option=value`, short ones as `-o value`
/// or `-ovalue`. Names are not abbreviated. Behind `--` everything is an operand; a single dash is
/// one too.
///
/// *Thread-safe*: a value.
package struct ParsedArguments: Sendable {
  /// The options in the order of the command line, by their long names.
  package private(set) var options: [(name: String, value: String?)] = []
  /// What is no option.
  package private(set) var operands: [String] = []

  /// Cuts the arguments behind the name of a command.
  package init(_ arguments: some Sequence<String>, for command: CommandSpecification)
    throws(UsageError)
  {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      try appendOption(argument, following: &rest, command: command)
    }
  }

  private mutating func appendOption(
    _ argument: String, following rest: inout ArraySlice<String>, command: CommandSpecification
  ) throws(UsageError) {
    let (spelling, attached) = Self.split(argument)
    guard let option = command.options.first(where: { $0.matches(spelling) }) else {
      throw .unknownOption(spelling, options: command.options, command: command.name)
    }
    guard let value = option.value else {
      if attached != nil {
        throw UsageError("\(spelling) takes no value.", command: command.name)
      }
      options.append((option.name, nil))
      return
    }
    guard let text = attached ?? Self.popValue(&rest) else {
      throw UsageError(
        "\(spelling) needs a value: \(spelling) \(value.name).", command: command.name)
    }
    if case .choice(let words) = value.kind, !words.contains(text) {
      let hint = nearestMatch(to: text, among: words).map { " Did you mean \($0)?" } ?? ""
      throw UsageError(
        "\(spelling) cannot be \"\(text)\"; it is one of \(words.joined(separator: ", ")).\(hint)",
        command: command.name)
    }
    options.append((option.name, text))
  }

  /// Cuts `--name=value` and `-nvalue`.
  private static func split(_ argument: String) -> (spelling: String, value: String?) {
    if argument.hasPrefix("--") {
      guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
      return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
    let value = argument.dropFirst(2)
    return (String(argument.prefix(2)), value.isEmpty ? nil : String(value))
  }

  /// Takes the next argument as a value. What looks like an option is left, so that a forgotten value
  /// is noticed.
  private static func popValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, !next.hasPrefix("--") else { return nil }
    if next.hasPrefix("-"), let second = next.dropFirst().first, second.isLetter { return nil }
    return rest.popFirst()
  }
}

extension UsageError {
  /// The error for an option that a command has not.
  package static func unknownOption(
    _ spelling: String, options: [OptionSpecification], command: String?
  ) -> UsageError {
    let match = nearestMatch(to: spelling, among: options.map { "--" + $0.name })
    let hint = match.map { " Did you mean \($0)?" } ?? ""
    return UsageError("There is no option \(spelling).\(hint)", command: command)
  }
}
