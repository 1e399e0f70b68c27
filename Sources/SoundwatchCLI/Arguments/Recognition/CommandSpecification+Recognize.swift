extension CommandSpecification {
  /// `soundwatch recognize`.
  package static let recognize = CommandSpecification(
    name: "recognize", synopsis: "[OPTION]... FILE|URL|-...",
    summary: "ask the AudD service which song it is",
    discussion: [
      "This sends sound away: up to 12 seconds of each input, from --start on, as a mono WAV file, to"
        + " AudD's servers (https://audd.io), whatever sound it is. Each counts as one request of your"
        + " plan. Nothing else of soundwatch sends sound anywhere unless it is told to use AudD.",
      "A recording that begins with silence or applause needs --start. A long one, such as a show, may"
        + " be asked about again and again: --every sends 12 seconds each time. To send only what is"
        + " heard as music or singing, use soundwatch analyze --recognizer audd.",
      "AudD wants a token. Put it into the environment variable AUDD_API_TOKEN, or into a file that"
        + " only you can read and name that with --token-file. There is no option for the token"
        + " itself, because command lines are kept in histories and shown to other users. It is"
        + " never printed.",
      "When AudD refuses the token, or the plan is used up, the inputs that are left are not sent.",
    ],
    operands: .media, options: RecognizeOption.allCases.map(\.specification),
    examples: [
      ("soundwatch recognize song.mp3", "Artist, title and links."),
      (
        "soundwatch recognize --start 1:30 -f json --services spotify show.mp3",
        "What plays after a minute and a half, as JSON."
      ),
      ("soundwatch recognize --every 3:00 mix.mp3", "A request for each three minutes."),
    ])
}
