extension CommandSpecification {
  /// The commands that recognize music.
  package static let recognition = [signature, catalog, match, monitor, history]

  /// `soundwatch signature`.
  package static let signature = CommandSpecification(
    name: "signature", synopsis: "[OPTION]... FILE|FOLDER|URL|-...",
    summary: "make signatures of recordings",
    discussion: [
      "A signature is what a catalog keeps of a recording, and what it is asked with: some hundred"
        + " bytes for each second, from which no sound can be made again. All audio tracks and channels"
        + " are heard together.",
      "Each input NAME.mp3 gives NAME.swsig in the folder of --output, or here. With --stride it"
        + " gives one for each part, NAME-0001.swsig and so on. Where --output ends in .swsig, it"
        + " names the file of the only signature.",
    ],
    operands: .media,
    options: options(
      .output, .force, .format, .from, .duration, .stride, .input, .rawFormat, .jobs, .quiet,
      .verbose, .help, formats: [.text, .json, .csv]),
    examples: [
      ("soundwatch signature song.flac", "song.swsig, to be added to a catalog or matched."),
      (
        "soundwatch signature --duration 10 --stride 5 -o parts talk.mp3",
        "Overlapping signatures of ten seconds."
      ),
    ])

  /// `soundwatch match`.
  package static let match = CommandSpecification(
    name: "match", synopsis: "[OPTION]... --catalog CATALOG FILE|FOLDER|URL|-|mic...",
    summary: "tell which recordings of a catalog inputs are",
    discussion: [
      "Each input, a recording or a signature, is one query. All recordings that it matches are"
        + " listed, the best first. The offset is the place in the recording at which the query"
        + " begins; it is negative when the query begins earlier. Queries run on all processors;"
        + " results keep the order of the inputs.",
      "A query that is longer than the catalog takes is cut into slices of the longest length, and a"
        + " recording counts as much as its best slice. For two recordings with the same confidence,"
        + " the number of their slices decides. To learn what plays when in a long recording, use"
        + " soundwatch monitor.",
      "The input mic listens to the microphone until something is recognized.",
      "CSV has the columns file, rank, title, artist, source, reference_offset, confidence,"
        + " frequency_skew and time_stretch. Rank 0 with empty fields means that nothing matched.",
      "Something unknown is no failure. An input that cannot be read, is too short or silent is.",
    ],
    operands: .media,
    options: options(
      .catalog, .format, .all, .limit, .threshold, .input, .rawFormat, .jobs, .quiet, .verbose,
      .help, formats: [.text, .json, .jsonl, .csv]),
    examples: [
      ("soundwatch match -c music.swcatalog what-is-this.m4a", "One query."),
      (
        "soundwatch match -c music.swcatalog --format csv clips > matches.csv",
        "Thousands of queries at once."
      ),
      ("soundwatch match -c music.swcatalog mic", "What is playing here?"),
    ])

  /// `soundwatch monitor`.
  package static let monitor = CommandSpecification(
    name: "monitor", synopsis: "[OPTION]... --catalog CATALOG FILE|URL|-...",
    summary: "list what plays from when to when in broadcasts",
    discussion: [
      "Inputs may have any length, and streams no end; a play is written when it is over, which is"
        + " certain half a minute later. Recordings may run faster or slower, be talked over for half"
        + " a minute, overlap, and begin or end anywhere. One that begins again is another play.",
      "CSV has the columns file, start, end, title, artist, source, reference_offset and confidence,"
        + " with times in seconds. CUE makes a sheet with a track for each play, for one input.",
      "Interrupting the command writes what is complete.",
    ],
    operands: .media,
    options: options(
      .catalog, .format, .threshold, .input, .rawFormat, .jobs, .quiet, .verbose, .help,
      formats: [.text, .json, .jsonl, .csv, .cue]),
    examples: [
      ("soundwatch monitor -c music.swcatalog show.mp3", "The play list of a show."),
      (
        "soundwatch monitor -c ads.swcatalog -f csv https://example.org/live >> log.csv",
        "A radio station, for as long as it lasts."
      ),
    ])

  /// `soundwatch history`.
  package static let history = CommandSpecification(
    name: "history", synopsis: "[OPTION]...",
    summary: "list, export or clear what was recognized",
    discussion: [
      "Every program has a history of its own below XDG_DATA_HOME. That of this command holds what"
        + " soundwatch mic, listen and match mic recognized."
    ],
    operands: .none,
    options: options(
      .format, .limit, .application, .clear, .quiet, .help, formats: [.text, .json, .csv]),
    examples: [("soundwatch history --format csv > heard.csv", "Everything as a table.")])
}
