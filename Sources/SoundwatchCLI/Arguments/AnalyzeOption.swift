/// The options of `soundwatch analyze`. The raw value is the long name.
package enum AnalyzeOption: String, CaseIterable, Sendable {
  case format, output
  case segments, windows, window, overlap, labels, threshold
  case channel, track, start, end
  case rawFormat = "raw-format"
  case model, jobs, quiet, verbose, help

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
    case .format, .output: outputDescription
    case .segments, .windows, .window, .overlap, .labels, .threshold: resultDescription
    case .channel, .track, .start, .end, .rawFormat: inputDescription
    case .model, .jobs, .quiet, .verbose, .help: runDescription
    }
  }

  private var outputDescription: Description {
    let group = "Output"
    return switch self {
    case .output:
      (
        "o", .folder, group,
        "Write one result file for each input into DIR instead of the standard output. Folders"
          + " are mirrored; inputs of the same name get numbers."
      )
    default:
      (
        "f", .choice("FORMAT", ResultFormat.allCases.map(\.rawValue)), group,
        "How results are written: \(ResultFormat.allCases.map(\.rawValue).joined(separator: ", "))."
          + " Default: text. SRT, Audacity and TextGrid hold one input each; for several, use --output."
      )
    }
  }

  private var resultDescription: Description {
    let group = "Results"
    return switch self {
    case .windows:
      (nil, nil, group, "Report windows of equal length, each with the scores of all labels.")
    case .window:
      (
        nil, .text("SECONDS"), group,
        "The length of a window, 0.1 to 15. Default: 3. Needs --windows."
      )
    case .overlap:
      (
        nil, .text("FACTOR"), group,
        "The part of a window that the next one covers too, from 0 to below 1. Default: 0.5. Needs"
          + " --windows."
      )
    case .labels:
      (
        nil, .list("LABELS", Self.bundledLabels), group,
        "Report only these labels, separated by commas. For windows, the leading label counts."
      )
    case .threshold:
      (
        nil, .text("SCORE"), group,
        "Report only what is at least so certain, from 0 to 1. Default: 0."
      )
    default:
      (nil, nil, group, "Report stretches of one label each. This is the default.")
    }
  }

  private var inputDescription: Description {
    let group = "Input"
    return switch self {
    case .track:
      (
        nil, .text("N"), group,
        "The audio track of a video or container, counted from 0. Default: the one that a player"
          + " would choose."
      )
    case .start:
      (nil, .text("TIME"), group, "Where to begin: seconds, m:ss or h:mm:ss.mmm.")
    case .end:
      (nil, .text("TIME"), group, "Where to stop: seconds, m:ss or h:mm:ss.mmm.")
    case .rawFormat:
      (
        nil, .suggestions("SPEC", ["s16le:16000:1", "s16le:44100:2", "s16le:48000:2"]), group,
        "The standard input is raw samples: s16le, s24le, s32le, f32le or f64le, then the rate, then"
          + " the number of channels, such as s16le:48000:2."
      )
    default:
      (
        nil, .suggestions("WHICH", ["first", "average", "each"]), group,
        "What is heard of a sound with several channels: the first, the average of all, each by"
          + " itself, or one by its number from 0. Default: first."
      )
    }
  }

  private var runDescription: Description {
    let group = "General"
    return switch self {
    case .model: (nil, .file, group, "Use this model instead of the bundled one.")
    case .jobs:
      (
        "j", .text("N"), group,
        "How many inputs are analyzed at a time. Default: the number of processors. Results keep the"
          + " order of the inputs."
      )
    case .quiet: ("q", nil, group, "Say nothing but errors: no progress, no warnings.")
    case .verbose: ("v", nil, group, "Also say what each input is and how fast it was analyzed.")
    default: ("h", nil, group, "Show this help.")
    }
  }

  /// The labels of the bundled model in the order of the CSV columns.
  package static let bundledLabels = ["speech", "music", "singing", "noise", "silence"]
}
