/// The options of the commands that label sound and can tell what the music in it is. The raw value is
/// the long name.
package enum RecognizerOption: String, CaseIterable, Sendable {
  case catalog
  #if AudD
    case recognizer
    case tokenFile = "token-file"
  #endif

  /// What parser, help, manual and completions know of the option.
  package var specification: OptionSpecification {
    let group = "Music"
    return switch self {
    case .catalog:
      OptionSpecification(
        rawValue, letter: "c", value: .init(name: "CATALOG", kind: .file), group: group,
        help:
          "Also tell which recordings of this catalog are heard: a file or a store. May be given"
          + " several times; those that come first are asked first.")
    #if AudD
      case .recognizer:
        OptionSpecification(
          rawValue, value: .choice("SERVICE", RecognizerOptions.Service.allCases.map(\.rawValue)),
          group: group,
          help:
            "Also ask a service, after all catalogs: audd sends up to 12 seconds at a time of what"
            + " is heard as music or singing to https://audd.io, and nothing that is heard as speech."
        )
      case .tokenFile:
        OptionSpecification(
          rawValue, value: .file, group: group,
          help: "The file that holds the token of the service. Default: the environment variable"
            + " AUDD_API_TOKEN.")
    #endif
    }
  }

  /// The options of a command with these among them, before those of the last heading.
  static func added(to options: [OptionSpecification]) -> [OptionSpecification] {
    let end = options.firstIndex { $0.group == options.last?.group } ?? options.endIndex
    return options[..<end] + allCases.map(\.specification) + options[end...]
  }
}

/// Who is asked which recordings are heard.
///
/// *Thread-safe*: a value.
package struct RecognizerOptions: Sendable, Hashable {
  /// A service on the network.
  package enum Service: String, CaseIterable, Sendable {
    case audd
  }

  /// The catalogs, as typed.
  package var catalogs: [String] = []
  /// The service that is asked after them.
  package var service: Service?
  /// The file with its token; `nil` for the environment variable.
  package var tokenFile: String?

  package init() {}

  /// Whether nobody is asked.
  package var isEmpty: Bool { catalogs.isEmpty && service == nil }

  /// Takes an option in.
  mutating func apply(_ option: RecognizerOption, _ value: String) throws(UsageError) {
    switch option {
    case .catalog: catalogs.append(try OptionValue.name(value))
    #if AudD
      case .recognizer: service = Service(rawValue: value)
      case .tokenFile: tokenFile = try OptionValue.name(value)
    #endif
    }
  }

  /// Finds what single options cannot know.
  func check() throws(UsageError) {
    if tokenFile != nil, service == nil {
      throw UsageError("--token-file is for a service; add --recognizer audd.")
    }
  }
}
