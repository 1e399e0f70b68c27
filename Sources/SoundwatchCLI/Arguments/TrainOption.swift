/// The options of `soundwatch train`. The raw value is the long name.
package enum TrainOption: String, CaseIterable, Sendable {
  case output, force, name
  case validation, window, epochs, seed, model
  case jobs, quiet, verbose, help

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
    case .output, .force, .name: outputDescription
    case .validation, .window, .epochs, .seed, .model: trainingDescription
    case .jobs, .quiet, .verbose, .help: runDescription
    }
  }

  private var outputDescription: Description {
    let group = "Output"
    return switch self {
    case .output: ("o", .file, group, "Where to write the model, such as my.soundmodel.")
    case .force: (nil, nil, group, "Replace the file if there is one.")
    default:
      (
        nil, .text("NAME"), group,
        "What the model is called. Default: the name of its file without the ending."
      )
    }
  }

  private var trainingDescription: Description {
    let group = "Training"
    return switch self {
    case .validation:
      (
        nil, .text("SHARE"), group,
        "The share of each label's files that is held out for testing, 0.05 to 0.5. Default: 0.2."
      )
    case .window:
      (
        nil, .text("SECONDS"), group,
        "Test on windows of this length, 0.1 to 15, instead of whole files."
      )
    case .epochs:
      (
        nil, .text("N"), group,
        "How many times the files are learned from at the most. Default: 60. It is over when the"
          + " held-out files gain no more."
      )
    case .seed:
      (
        nil, .text("N"), group,
        "Chooses which files are held out. The same seed gives the same model. Default: 1."
      )
    default: (nil, .file, group, "Build upon this model instead of the bundled one.")
    }
  }

  private var runDescription: Description {
    let group = "General"
    return switch self {
    case .jobs:
      (
        "j", .text("N"), group,
        "How many files are read at a time. Default: the number of processors."
      )
    case .quiet: ("q", nil, group, "Say nothing but errors: no progress, no warnings, no report.")
    case .verbose: ("v", nil, group, "Also say how training went on.")
    default: ("h", nil, group, "Show this help.")
    }
  }
}
