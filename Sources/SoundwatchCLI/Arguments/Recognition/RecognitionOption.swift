/// The options of the commands that recognize music. The raw value is the long name.
package enum RecognitionOption: String, CaseIterable, Sendable {
  case catalog, input, output, format
  case mediaItems = "media-items"
  case store, force, prune
  case id, title, artist, source
  case from, duration, stride
  case all, limit, threshold
  case rawFormat = "raw-format"
  case application, clear
  case jobs, quiet, verbose, help

  /// What parser, help, manual and completions know of the option, with the formats of its command.
  package func specification(formats: [RecognitionFormat] = []) -> OptionSpecification {
    let entry = Self.table[self] ?? Entry("General", "")
    return OptionSpecification(
      rawValue, aliases: entry.aliases, letter: entry.letter,
      value: self == .format ? .choice("FORMAT", formats.map(\.rawValue)) : entry.value,
      group: entry.group,
      help: self == .format
        ? "How results are written: \(formats.map(\.rawValue).joined(separator: ", ")). Default: text."
        : entry.help)
  }

  private struct Entry {
    var aliases: [String] = []
    var letter: Character?
    var value: OptionSpecification.Value?
    var group: String
    var help: String

    init(
      _ group: String, _ help: String, letter: Character? = nil,
      value: OptionSpecification.Value? = nil, aliases: [String] = []
    ) {
      self.group = group
      self.help = help
      self.letter = letter
      self.value = value
      self.aliases = aliases
    }
  }

  private static let table: [RecognitionOption: Entry] = [
    .catalog: Entry(
      "Catalog", "The catalog: a file or a store.", letter: "c",
      value: .init(name: "CATALOG", kind: .file)),
    .input: Entry(
      "Input",
      "A recording, a folder of recordings, or a signature. May be given several times, or without"
        + " the option's name.", letter: "i", value: .file, aliases: ["signature-asset"]),
    .mediaItems: Entry(
      "Input",
      "A CSV file with what the recordings are: a row for each media item.",
      letter: "m", value: .file),
    .output: Entry(
      "Output", "Where to write.", letter: "o", value: .init(name: "PATH", kind: .file)),
    .format: Entry("Output", "", letter: "f"),
    .store: Entry(
      "Output",
      "Make a store, a folder for large and changing catalogs, instead of one file. A name that ends"
        + " in / or .swstore means one too."),
    .force: Entry("Output", "Begin anew, and replace what is there."),
    .prune: Entry("Input", "Also remove what was made from files that are gone."),
    .id: Entry("Selection", "The item with this identity.", value: .text("UUID")),
    .title: Entry("Selection", "Items with this title.", value: .text("TEXT")),
    .artist: Entry("Selection", "Items with this artist.", value: .text("TEXT")),
    .source: Entry(
      "Selection", "What was made from this file, or from files in this folder.", value: .file),
    .from: Entry(
      "Part", "Where the signature begins: seconds, m:ss or h:mm:ss.mmm.", value: .text("TIME")),
    .duration: Entry(
      "Part", "How long the signature is. Default: to the end.", value: .text("TIME")),
    .stride: Entry(
      "Part",
      "Make signatures of --duration one after another, each beginning so much later than the one"
        + " before.", value: .text("TIME")),
    .all: Entry(
      "Results", "Also report the other places of a recording at which the sound occurs in it."),
    .limit: Entry("Results", "Report so many at the most.", letter: "n", value: .text("N")),
    .threshold: Entry(
      "Results",
      "Report only what is at least so certain, from 0 to 1. Default: what is more than chance.",
      value: .text("CONFIDENCE")),
    .rawFormat: Entry(
      "Input",
      "The standard input is raw samples: s16le, s24le, s32le, f32le or f64le, then the rate, then"
        + " the number of channels, such as s16le:48000:2.",
      value: .suggestions("SPEC", ["s16le:16000:1", "s16le:44100:2", "s16le:48000:2"])),
    .application: Entry(
      "Selection", "The program whose history is meant. Default: soundwatch.",
      value: .text("NAME")),
    .clear: Entry("Selection", "Forget the history."),
    .jobs: Entry(
      "General",
      "How many inputs are worked on at a time. Default: the number of processors.", letter: "j",
      value: .text("N")),
    .quiet: Entry("General", "Say nothing but errors: no progress, no warnings.", letter: "q"),
    .verbose: Entry("General", "Also say what is done with each input.", letter: "v"),
    .help: Entry("General", "Show this help.", letter: "h"),
  ]
}
