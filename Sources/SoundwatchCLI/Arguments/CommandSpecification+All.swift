extension CommandSpecification {
  /// The version of the program.
  package static let version = "0.1.0"

  /// What the whole program does, in one line.
  package static let programSummary =
    "tell what is heard: speech, music, singing, noise, silence, and which music"

  /// All commands, in the order of the help.
  package static let all = sounding + [help, completions, manual]

  /// The commands that listen to something or look after what was heard.
  private static let sounding = [analyze, mic, listen, train] + recognition + [recognize]

  /// The command with a name, or the verb of a command, as `catalog create`.
  package static func named(_ name: String) -> CommandSpecification? {
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    let command = all.first { $0.allNames.contains(words.first ?? "") }
    return words.count < 2 ? command : command?.verbs.first { $0.word == words[1] }
  }

  /// All commands, each followed by its verbs.
  package static var allWithVerbs: [CommandSpecification] { all.flatMap { [$0] + $0.verbs } }

  /// The options of the program itself, before any command.
  package static let programOptions = [
    OptionSpecification("help", letter: "h", group: "General", help: "Show help."),
    OptionSpecification("version", group: "General", help: "Show the version."),
  ]

  /// `soundwatch analyze`.
  package static let analyze = CommandSpecification(
    name: "analyze", synopsis: "[OPTION]... FILE|FOLDER|URL|-...",
    summary: "label the sound of files, folders, URLs or standard input",
    discussion: [
      "Each input is labelled from beginning to end. Files may be anything that FFmpeg reads, videos"
        + " included. In folders, files with the usual extensions of sounds and videos are found, also"
        + " in the folders below, in the order of their names. A single dash is the standard input.",
      "What has no known length, such as a radio station, is labelled as it comes. In files, what"
        + " comes later helps to label what came before, which is more accurate.",
      "With --catalog or --recognizer, what is heard as music or singing is also looked up, and each"
        + " play of a recording is a result: text, CSV and JSON Lines give it the label play, CSV with"
        + " more columns (title, artist, source, reference_offset, recognizer); JSON has a list plays;"
        + " Audacity, SRT and TextGrid show its name; RTTM has no place for it. --threshold counts for"
        + " plays too, --labels does not. A play that begins under a voice is found some seconds late;"
        + " soundwatch monitor places edges more exactly.",
      "A damaged file gives the results up to the damage and an error. The other inputs are still"
        + " analyzed. Interrupting the command writes what is complete.",
    ],
    operands: .media,
    options: RecognizerOption.added(to: AnalyzeOption.allCases.map(\.specification)),
    examples: [
      ("soundwatch analyze talk.mp3", "A time line for people."),
      ("soundwatch analyze -f csv -o labels recordings", "One CSV file for each recording."),
      (
        "soundwatch analyze --windows --window 1 --format jsonl talk.mp3",
        "Scores twice a second, as JSON Lines."
      ),
      ("soundwatch analyze --catalog music.swcatalog show.mp3", "Also which recordings play when."),
      (
        "arecord -f cd -t raw | soundwatch analyze --raw-format s16le:44100:2 -",
        "What a microphone hears."
      ),
    ])

  /// `soundwatch train`.
  package static let train = CommandSpecification(
    name: "train", synopsis: "[OPTION]... FOLDER --output FILE",
    summary: "teach a model labels of your own",
    discussion: [
      "FOLDER has a folder for each label, named like it, with recordings of it: four files at the"
        + " least, better dozens, from as many places as possible. The model knows these labels and"
        + " no others, so where other sounds will come too, make a folder of them as well. Silence"
        + " needs none.",
      "Some files of each label are held out to test the model. The report at the end says how well"
        + " it did on them: how often a label that was given is right (precision), how much of a"
        + " label was found (recall), and what was mixed up. On recordings made elsewhere it will do"
        + " somewhat worse.",
      "Files that cannot be read are left out with a warning. Interrupting the command writes"
        + " nothing.",
    ],
    operands: .media, options: TrainOption.allCases.map(\.specification),
    examples: [
      ("soundwatch train sounds --output my.soundmodel", "Learn from sounds/LABEL/*.wav."),
      ("soundwatch analyze --model my.soundmodel talk.mp3", "Use what was learned."),
    ])

  /// `soundwatch help`.
  package static let help = CommandSpecification(
    name: "help", synopsis: "[COMMAND]", summary: "show help for a command", discussion: [],
    operands: .word(sounding.map(\.name) + ["help", "completions", "manual"]),
    options: [helpOption],
    examples: [])

  /// `soundwatch completions`.
  package static let completions = CommandSpecification(
    name: "completions", synopsis: "SHELL", summary: "print completions for bash, zsh or fish",
    discussion: [
      "The script goes to the standard output. Where shells look for it: bash,"
        + " ~/.local/share/bash-completion/completions/soundwatch; zsh, a file _soundwatch in a folder"
        + " of $fpath; fish, ~/.config/fish/completions/soundwatch.fish."
    ],
    operands: .word(Shell.allCases.map(\.rawValue)), options: [helpOption], examples: [])

  /// `soundwatch manual`.
  package static let manual = CommandSpecification(
    name: "manual", synopsis: "", summary: "print the manual page",
    discussion: ["The page is written for man: soundwatch manual | man -l -"],
    operands: .none, options: [helpOption], examples: [])

  private static let helpOption = OptionSpecification(
    "help", letter: "h", group: "General", help: "Show this help.")
}
