extension CommandSpecification {
  /// `soundwatch mic`.
  package static let mic = CommandSpecification(
    name: "mic", synopsis: "[OPTION]...",
    summary: "label what a microphone hears",
    discussion: [
      "On a terminal there is a screen: the level, a bar for each label, the last minute, the segments"
        + " as they end. The key q or Ctrl-C ends it. Elsewhere each segment is a line as soon as it has"
        + " ended, or with --json each event. At the end comes a summary: how long each label was"
        + " heard.",
      "Lost sound is never silent: the number of frames is reported, and the time line goes on.",
      "With --catalog or --recognizer, what is heard as music or singing is also looked up. A recording"
        + " is told within seconds, and once more, from when to when it was heard, when it is over. It"
        + " goes into the history too (soundwatch history).",
    ],
    operands: .none, options: RecognizerOption.added(to: LiveOption.ofMic.map(\.specification)),
    examples: [
      ("soundwatch mic", "The screen, with the default microphone."),
      ("soundwatch mic --list-devices", "Which microphones there are."),
      (
        "soundwatch mic --device usb --record talk.wav --duration 1:00:00",
        "An hour, recorded too."
      ),
      ("soundwatch mic --json --reconnect | jq .label", "For other programs, day and night."),
      ("soundwatch mic --catalog music.swcatalog", "Also tell which recordings are heard."),
    ])

  /// `soundwatch listen`.
  package static let listen = CommandSpecification(
    name: "listen", synopsis: "[OPTION]... URL|PIPE|-",
    summary: "label a radio station or another live stream",
    discussion: [
      "Stations may be Icecast, SHOUTcast or HLS. What a station says of its programme is shown, and"
        + " with --json written as an event. A single dash is the standard input: any format that"
        + " FFmpeg reads, or with --raw-format plain samples. Screen, lines and summary are those of"
        + " soundwatch mic, and so is what --catalog and --recognizer do.",
      "With --reconnect a station that ends or breaks off is waited for.",
    ],
    operands: .media, options: RecognizerOption.added(to: LiveOption.ofListen.map(\.specification)),
    examples: [
      ("soundwatch listen https://radio.example/live.mp3", "The screen, for a station."),
      (
        "soundwatch listen --reconnect --json http://radio.example:8000/live",
        "Every event as JSON, through all interruptions."
      ),
      (
        "arecord -f cd -t raw | soundwatch listen --raw-format s16le:44100:2 -",
        "What another program captures."
      ),
    ])
}
