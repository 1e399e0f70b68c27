extension CommandSpecification {
  /// `soundwatch catalog`.
  package static let catalog = CommandSpecification(
    name: "catalog", synopsis: "VERB [OPTION]...",
    summary: "make and look after catalogs of recordings",
    discussion: [
      "A catalog holds the signatures of recordings and what these are. It is one file"
        + " (.swcatalog), or a store: a folder that large and changing catalogs are kept in."
    ],
    operands: .none, options: [], examples: [], aliases: ["custom-catalog"],
    verbs: [
      create, catalogAdd, catalogUpdate, catalogRemove, display, catalogExport, merge, stats,
      verify, compact,
    ])

  private static let create = CommandSpecification(
    name: "catalog create", synopsis: "[OPTION]... FILE|FOLDER... --output CATALOG",
    summary: "make a catalog of recordings and signatures",
    discussion: [
      "Folders are searched for recordings, also in the folders below. What a recording is comes from"
        + " its tags (title, artist, album, ISRC, genre and others); without a title, the name of the"
        + " file is it. Every item keeps the path in its property source.",
      "With --media-items, rows of a CSV file say what the recordings are. The column signature, or"
        + " source, names the file that a row belongs to; where there is only one input, it may be"
        + " missing. Columns: title, subtitle, artist, isrc, genres (separated by ;), artworkURL,"
        + " videoURL, webURL, appleMusicURL, appleMusicID, shazamID, explicitContent (true or false),"
        + " creationDate (ISO 8601), timeRanges and frequencySkewRanges (14.0..<31.0;45.0..<60.0 or"
        + " 14-31;45-60), and id. The raw names, such as SHMediaItemTitle, are understood too; any"
        + " other name is a property of your own. Quoting is that of RFC 4180.",
      "When the command is interrupted, running it again goes on where it was. On a catalog that is"
        + " complete, it adds what is new and renews what has changed; --force begins anew.",
    ],
    operands: .media,
    options: options(
      .output, .store, .force, .input, .mediaItems, .jobs, .quiet, .verbose, .help),
    examples: [
      ("soundwatch catalog create Music -o music.swcatalog", "All recordings below a folder."),
      (
        "soundwatch catalog create film.swsig -m scenes.csv -o film.swcatalog",
        "One signature with an item for each scene."
      ),
    ])

  private static let catalogAdd = CommandSpecification(
    name: "catalog add", synopsis: "[OPTION]... --catalog CATALOG FILE|FOLDER...",
    summary: "add recordings and signatures that are new",
    discussion: [
      "What is in the catalog already, by its path, size and date, is left as it is; a file that has"
        + " changed is read again."
    ],
    operands: .media,
    options: options(.catalog, .input, .mediaItems, .jobs, .quiet, .verbose, .help), examples: [])

  private static let catalogUpdate = CommandSpecification(
    name: "catalog update", synopsis: "[OPTION]... --catalog CATALOG [FILE|FOLDER]...",
    summary: "add, renew and replace",
    discussion: [
      "What is new is added and what has changed is read again, as by add. Besides, rows of --media-items replace the items that the catalog has: the item of"
        + " the same id, or else all items of the recording that the row names. --prune removes what"
        + " was made from files that are gone."
    ],
    operands: .media,
    options: options(.catalog, .input, .mediaItems, .prune, .jobs, .quiet, .verbose, .help),
    examples: [
      ("soundwatch catalog update -c music.swcatalog Music --prune", "Follow a changing folder."),
      ("soundwatch catalog update -c music.swcatalog -m better.csv", "Correct what items say."),
    ])

  private static let catalogRemove = CommandSpecification(
    name: "catalog remove", synopsis: "[OPTION]... --catalog CATALOG SELECTION...",
    summary: "remove media items and their recordings",
    discussion: [
      "A recording goes away with its last item. An item is removed when every kind of selection that is given holds for it: its identity, its"
        + " title, its artist, or the file or folder that it was made from."
    ],
    operands: .none,
    options: options(.catalog, .id, .title, .artist, .source, .quiet, .verbose, .help),
    examples: [
      ("soundwatch catalog remove -c music.swcatalog --artist FoodMath", "All of an artist.")
    ])

  private static let display = CommandSpecification(
    name: "catalog display", synopsis: "[OPTION]... CATALOG",
    summary: "list the media items of a catalog", discussion: [], operands: .media,
    options: options(
      .catalog, .format, .id, .title, .artist, .source, .help, formats: [.text, .json, .csv]),
    examples: [])

  private static let catalogExport = CommandSpecification(
    name: "catalog export", synopsis: "[OPTION]... CATALOG --output DIR",
    summary: "write signatures and media items as files",
    discussion: [
      "The folder gets a .swsig file for each recording, and media-items.csv. Nothing is lost:"
        + " soundwatch catalog create DIR --media-items DIR/media-items.csv makes the same catalog"
        + " again."
    ],
    operands: .media, options: options(.catalog, .output, .force, .quiet, .help), examples: [])

  private static let merge = CommandSpecification(
    name: "catalog merge", synopsis: "[OPTION]... CATALOG... --output CATALOG",
    summary: "make one catalog of several",
    discussion: ["A recording that is in several of them, from the same file, is taken once."],
    operands: .media,
    options: options(.output, .store, .force, .quiet, .verbose, .help), examples: [])

  private static let stats = CommandSpecification(
    name: "catalog stats", synopsis: "[OPTION]... CATALOG",
    summary: "count what a catalog holds", discussion: [], operands: .media,
    options: options(.catalog, .format, .help, formats: [.text, .json]), examples: [])

  private static let verify = CommandSpecification(
    name: "catalog verify", synopsis: "[OPTION]... CATALOG",
    summary: "check a catalog, and find recordings that share sound",
    discussion: [
      "All checksums are compared. Then parts of each recording are searched for in the others:"
        + " duplicates under another name, other mixes and samples are listed. They do no harm, but"
        + " are all found together. A damaged catalog makes the command fail."
    ],
    operands: .media,
    options: options(.catalog, .format, .jobs, .quiet, .help, formats: [.text, .json, .csv]),
    examples: [])

  private static let compact = CommandSpecification(
    name: "catalog compact", synopsis: "[OPTION]... CATALOG",
    summary: "give back the space of what was removed", discussion: [], operands: .media,
    options: options(.catalog, .quiet, .verbose, .help), examples: [])

  /// The specifications of some options.
  static func options(
    _ options: RecognitionOption..., formats: [RecognitionFormat] = []
  ) -> [OptionSpecification] {
    options.map { $0.specification(formats: formats) }
  }
}
