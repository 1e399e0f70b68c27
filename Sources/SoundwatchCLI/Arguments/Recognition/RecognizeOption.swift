/// The options of `soundwatch recognize`. The raw value is the long name.
package enum RecognizeOption: String, CaseIterable, Sendable {
  case format
  case services, market
  case tokenFile = "token-file"
  case start, every
  case rawFormat = "raw-format"
  case quiet, verbose, help

  /// What parser, help, manual and completions know of the option.
  package var specification: OptionSpecification {
    let (letter, value, group, help) = description
    return OptionSpecification(rawValue, letter: letter, value: value, group: group, help: help)
  }

  private typealias Description = (
    letter: Character?, value: OptionSpecification.Value?, group: String, help: String
  )

  private var description: Description {
    switch self {
    case .format:
      (
        "f", .choice("FORMAT", RecognizeOptions.Format.allCases.map(\.rawValue)), "Output",
        "How results are written: text, json, csv. Default: text."
      )
    case .services, .market, .tokenFile: serviceDescription
    case .start, .every, .rawFormat: inputDescription
    case .quiet, .verbose, .help: runDescription
    }
  }

  private var serviceDescription: Description {
    let group = "Service"
    return switch self {
    case .services:
      (
        nil, .list("NAMES", Self.serviceNames), group,
        "Also ask what these know, separated by commas: \(Self.serviceNames.joined(separator: ", "))."
          + " Each makes answers later."
      )
    case .market:
      (nil, .text("COUNTRY"), group, "The country whose Apple Music is asked, such as GB.")
    default:
      (
        nil, .file, group,
        "The file that holds the token. Default: the environment variable AUDD_API_TOKEN."
      )
    }
  }

  private var inputDescription: Description {
    let group = "Input"
    return switch self {
    case .start:
      (
        nil, .text("TIME"), group,
        "Where the clip begins: seconds, m:ss or h:mm:ss.mmm. Default: at the beginning."
      )
    case .every:
      (
        nil, .text("TIME"), group,
        "Send a clip each time so much of the input has passed, to its end, instead of one. Each is a"
          + " request."
      )
    default:
      (
        nil, .text("FORMAT"), group,
        "The standard input holds samples without a header, such as s16le:44100:2."
      )
    }
  }

  private var runDescription: Description {
    let group = "General"
    return switch self {
    case .quiet: ("q", nil, group, "Say nothing but results and errors.")
    case .verbose: ("v", nil, group, "Also say what is sent.")
    default: ("h", nil, group, "Show this help.")
    }
  }

  private static let serviceNames = ["apple_music", "spotify", "deezer", "napster", "musicbrainz"]
}
