import AudioTestSupport
import Foundation
import Testing

@testable import SoundwatchCLI

/// A programme of a voice, twelve seconds of a song, and a voice again, and a catalog that has the song.
struct Programme {
  static let sampleRate = SongMaker.sampleRate
  /// Where the song plays, in seconds, and where in it that begins.
  static let play = 8.0..<20.0
  static let offset = 5.0

  static let voice = SyntheticSound.voice(count: 8 * sampleRate, sampleRate: sampleRate)
  static let samples =
    voice
    + SyntheticSound.song(
      seed: 1, from: offset, seconds: play.upperBound - play.lowerBound, sampleRate: sampleRate)
    + voice

  private static let made = Result { try make() }

  /// `show.wav`, `talk.wav`, `songs.swcatalog`, and the store `songs.swstore`.
  let folder: TemporaryFolder

  init() throws {
    let source = try Self.made.get()
    folder = try TemporaryFolder()
    for name in ["show.wav", "talk.wav", "songs.swcatalog", "songs.swstore"] {
      try FileManager.default.copyItem(
        atPath: "\(source.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
  }

  private static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for seed in 1...2 as ClosedRange<UInt64> {
      let song = SyntheticSound.song(seed: seed, seconds: 30, sampleRate: sampleRate)
      try folder.write("music/Song \(seed).wav", SongMaker.wave(song))
    }
    try folder.write("show.wav", SongMaker.wave(samples))
    try folder.write("talk.wav", SongMaker.wave(voice + voice))
    for name in ["songs.swcatalog", "songs.swstore"] {
      let result = try ShellTool.run(
        try #require(ShellTool.soundwatch), ["catalog", "create", "music", "-o", name],
        in: folder.url)
      try #require(result.status == 0, "\(result.errors)")
    }
    return folder
  }

  /// What leads the history into the folder, and nothing to AudD.
  var environment: [String] { ["-u", "AUDD_API_TOKEN", "XDG_DATA_HOME=\(folder.path)"] }

  /// Runs `soundwatch` in the folder.
  func run(
    _ arguments: [String], environment more: [String] = []
  ) throws -> (status: Int32, output: String, errors: String) {
    let command = try #require(ShellTool.soundwatch)
    return try ShellTool.run(
      "/usr/bin/env", environment + more + [command] + arguments, in: folder.url)
  }

  func run(_ line: String) throws -> (status: Int32, output: String, errors: String) {
    try run(line.split(separator: " ").map(String.init))
  }

  /// The fields of the plays among rows of CSV, by the names of the columns.
  static func plays(_ csv: String) -> [[String: String]] {
    let rows = csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = rows.first else { return [] }
    return rows.dropFirst().filter { $0.count == header.count }
      .map { Dictionary(zip(header, $0), uniquingKeysWith: { $1 }) }
      .filter { $0["label"] == RecognizedPlay.label }
  }

  /// Expects one play, where it is.
  static func check(
    start: Double?, end: Double?, offset: Double?, after delay: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let start = try #require(start, sourceLocation: sourceLocation) - delay
    let end = try #require(end, sourceLocation: sourceLocation) - delay
    let offset = try #require(offset, sourceLocation: sourceLocation)
    // The network is a little late at the edges.
    #expect(abs(start - play.lowerBound) < 2, "start \(start)", sourceLocation: sourceLocation)
    #expect(abs(end - play.upperBound) < 3, "end \(end)", sourceLocation: sourceLocation)
    // Where it is in the recording is exact.
    let expected = Self.offset + start - play.lowerBound
    #expect(
      abs(offset - expected) < (delay == 0 ? 0.06 : 0.5), "offset \(offset), not \(expected)",
      sourceLocation: sourceLocation)
  }
}
