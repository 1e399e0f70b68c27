/// The options of `soundwatch mic` and `soundwatch listen`. The raw value is the long name.
package enum LiveOption: String, CaseIterable, Sendable {
  case device
  case listDevices = "list-devices"
  case rate, channels
  case rawFormat = "raw-format"
  case channel
  case window, labels, threshold
  case record, force, duration, reconnect
  case json, model, quiet, verbose, help

  /// The options of `soundwatch mic`.
  package static let ofMic = allCases.filter { $0 != .rawFormat }
  /// The options of `soundwatch listen`.
  package static let ofListen = allCases.filter {
    ![.device, .listDevices, .rate, .channels].contains($0)
  }

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
    case .device, .listDevices, .rate, .channels, .rawFormat, .channel: inputDescription
    case .json, .window, .labels, .threshold: resultDescription
    case .record, .force, .duration, .reconnect: courseDescription
    case .model, .quiet, .verbose, .help: runDescription
    }
  }

  private var inputDescription: Description {
    let group = "Input"
    return switch self {
    case .device:
      (
        "d", .text("DEVICE"), group,
        "The microphone: a part of its name, in capitals or not, or its number in the list."
          + " Default: the one that the system prefers."
      )
    case .listDevices:
      (
        "l", nil, group,
        "List the microphones and end: number, name, audio system, channels, rate and latency. With"
          + " --json, a line of JSON for each."
      )
    case .rate: (nil, .text("HERTZ"), group, "The sample rate. Default: the device's own.")
    case .channels:
      (
        nil, .text("N"), group,
        "How many channels are opened and recorded. Default: the device's own, two at the most."
      )
    case .rawFormat:
      (
        nil, .suggestions("SPEC", ["s16le:16000:1", "s16le:44100:2", "s16le:48000:2"]), group,
        "The standard input is raw samples: s16le, s24le, s32le, f32le or f64le, then the rate, then"
          + " the number of channels, such as s16le:48000:2."
      )
    default:
      (
        nil, .suggestions("WHICH", ["first", "average"]), group,
        "What is heard of several channels: the first, the average of all, or one by its number from"
          + " 0. Default: first."
      )
    }
  }

  private var resultDescription: Description {
    let group = "Results"
    return switch self {
    case .json:
      (
        nil, nil, group,
        "Write a JSON object for each event, a line each: labels that begin, segments that have ended,"
          + " recordings that were recognized and that are over (musicStarted, music), titles, lost"
          + " frames, and a summary at the end."
      )
    case .window:
      (
        nil, .text("SECONDS"), group,
        "The length of the windows behind the bars of the screen, 0.1 to 15. Default: 1. With --json,"
          + " also write each window with its scores."
      )
    case .labels:
      (
        nil, .list("LABELS", AnalyzeOption.bundledLabels), group,
        "Report only these labels, separated by commas."
      )
    default:
      (
        nil, .text("SCORE"), group,
        "Report only segments and windows that are at least so certain, from 0 to 1. Default: 0."
      )
    }
  }

  private var courseDescription: Description {
    let group = "Listening"
    return switch self {
    case .record:
      (
        "r", .file, group,
        "Also record the sound into FILE, a WAV file in the sound's own format. It is valid at any"
          + " moment; lost sound becomes silence."
      )
    case .force: (nil, nil, group, "Let --record replace a file.")
    case .duration:
      ("t", .text("TIME"), group, "End after this time: seconds, m:ss or h:mm:ss.")
    default:
      (
        nil, nil, group,
        "When the source goes away, wait for it and go on, with longer and longer pauses between"
          + " attempts. The time line goes on meanwhile."
      )
    }
  }

  private var runDescription: Description {
    let group = "General"
    return switch self {
    case .model: (nil, .file, group, "Use this model instead of the bundled one.")
    case .quiet: ("q", nil, group, "Say nothing but results and errors: no warnings, no summary.")
    case .verbose:
      (
        "v", nil, group,
        "Also say what was opened, and let the audio system's own messages through."
      )
    default: ("h", nil, group, "Show this help.")
    }
  }
}
