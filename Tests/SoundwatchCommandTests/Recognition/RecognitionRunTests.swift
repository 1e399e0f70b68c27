import Foundation
import SoundRecognition
import Testing

@testable import SoundwatchCLI

/// Runs the commands that recognize music as they were built, on real files.
@Suite(.enabled(if: ShellTool.soundwatch != nil))
struct RecognitionRunTests {
  /// Four songs of different kinds of files, and a catalog of them.
  private static let songs = Result { try makeSongs() }

  private static func makeSongs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for number in 1...4 {
      try folder.write(
        "music/s\(number).wav", SongMaker.wave(SongMaker.song(number, seconds: 24)))
    }
    let queries = [(1, 5.0..<15), (2, 10..<20), (3, 0..<10), (4, 12..<24)]
    for (number, range) in queries {
      try folder.write(
        "queries/q\(number).wav",
        SongMaker.wave(SongMaker.part(SongMaker.song(number, seconds: 24), range)))
    }
    try folder.write("queries/q5.wav", SongMaker.wave(SongMaker.song(99, seconds: 10)))
    let result = try run(["catalog", "create", "music", "-o", "songs.swcatalog"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  private static func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String, errors: String) {
    try ShellTool.run(try #require(ShellTool.soundwatch), arguments, in: folder.url)
  }

  private func run(
    _ line: String, in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String, errors: String) {
    try Self.run(line.split(separator: " ").map(String.init), in: folder)
  }

  /// A copy of a folder's files, which a test may change.
  private func copy(_ names: String...) throws -> TemporaryFolder {
    let (source, copy) = (try Self.songs.get(), try TemporaryFolder())
    for name in names {
      try FileManager.default.copyItem(
        atPath: source.path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }

  @Test func queriesAreAnsweredInTheirOrder() throws {
    let folder = try Self.songs.get()
    let result = try run("match -c songs.swcatalog --format csv queries", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "file,rank,title,artist,source,reference_offset,confidence,frequency_skew,time_stretch")
    let rows = lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.map { $0[0] } == (1...5).map { "queries/q\($0).wav" })
    #expect(rows.map { $0[1] } == ["1", "1", "1", "1", "0"])
    #expect(rows.map { $0[2] } == ["s1", "s2", "s3", "s4", ""])
    #expect(rows.map { $0[4] } == (1...4).map { "music/s\($0).wav" } + [""])
    for (row, offset) in zip(rows, [5.0, 10, 0, 12]) {
      #expect(abs((Double(row[5]) ?? 99) - offset) < 0.05, "\(row)")
    }
    #expect(lines.last == "queries/q5.wav,0,,,,,,,")
  }

  @Test func aLongQueryCountsAsItsBestSlice() throws {
    let folder = try copy("songs.swcatalog")
    let noise = SongMaker.song(7, seconds: 40)
    try folder.write(
      "long.wav", SongMaker.wave(noise + SongMaker.song(2, seconds: 24) + noise))
    let result = try run("match -c songs.swcatalog --format csv -n 1 long.wav", in: folder)
    let fields = result.output.split(separator: "\n").last?.split(separator: ",") ?? []
    #expect(fields.count > 5 && fields[2] == "s2", "\(result.output)")
    // It begins 40 seconds after the query does.
    if fields.count > 4 { #expect(abs((Double(fields[4]) ?? 0) + 40) < 0.1, "\(fields)") }
  }

  @Test func aSignatureIsAQueryToo() throws {
    let folder = try copy("songs.swcatalog", "queries")
    let made = try run("signature queries/q1.wav --format json", in: folder)
    #expect(made.output.contains("\"signature\":\"q1.swsig\",\"duration\":10.000"), "\(made)")
    let again = try run("signature queries/q1.wav", in: folder)
    #expect(again.status == 1 && again.errors.contains("q1.swsig exists already"))
    let result = try run("match -c songs.swcatalog q1.swsig --format jsonl", in: folder)
    #expect(result.output.contains("\"title\":\"s1\""), "\(result.output) \(result.errors)")
    let parts = try run(
      "signature queries/q4.wav --duration 5 --stride 3 -o parts", in: folder)
    #expect(parts.status == 0)
    #expect(folder.files().filter { $0.hasPrefix("parts/") }.count == 3)
  }

  @Test func exportAndCreateLoseNothing() throws {
    let folder = try copy("songs.swcatalog")
    let csv =
      "title,source,timeRanges,episode:json\n"
      + "\"A, \"\"first\"\"\",music/s1.wav,1-5;7-8,{\"n\":1}\nB,music/s1.wav,,\n"
    try folder.write("items.csv", Array(csv.utf8))
    let updated = try run("catalog update -c songs.swcatalog -m items.csv", in: folder)
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(try run("catalog export songs.swcatalog -o out", in: folder).status == 0)
    let created = try run(
      "catalog create out -m out/media-items.csv -o again.swcatalog", in: folder)
    #expect(created.status == 0, "\(created.errors)")
    let catalogs = try ["songs", "again"].map { name in
      try OpenedCatalog(folder.path + "/\(name).swcatalog").references()
    }
    #expect(
      catalogs[0].count == 4 && catalogs[0][0].mediaItems.map(\.title) == ["A, \"first\"", "B"])
    #expect(catalogs[0].map(\.signature) == catalogs[1].map(\.signature))
    #expect(catalogs[0].map(\.mediaItems) == catalogs[1].map(\.mediaItems))
    // Once more, there is nothing to do.
    let third = try run(
      "catalog create out -m out/media-items.csv -o again.swcatalog", in: folder)
    #expect(third.output.contains("(4 unchanged)"), "\(third.output) \(third.errors)")
  }

  @Test func aCatalogFollowsItsFolder() throws {
    let folder = try copy("songs.swcatalog", "music")
    // Copies are younger.
    #expect(try run("catalog update -c songs.swcatalog music", in: folder).status == 0)
    try folder.write("music/more/s5.wav", SongMaker.wave(SongMaker.song(5, seconds: 12)))
    try FileManager.default.removeItem(atPath: folder.path + "/music/s2.wav")
    try folder.write("music/s3.wav", SongMaker.wave(SongMaker.song(33, seconds: 12)))
    let result = try run("catalog update -c songs.swcatalog music --prune", in: folder)
    #expect(
      result.output.contains("(1 added, 1 renewed, 1 removed, 2 unchanged)"), "\(result)")
    let display = try run("catalog display songs.swcatalog --format csv", in: folder)
    #expect(display.output.contains("music/more/s5.wav") && !display.output.contains("s2.wav"))
  }

  @Test func aStoreIsACatalogToo() throws {
    let folder = try copy("music", "queries")
    let created = try run("catalog create music -o songs.swstore", in: folder)
    #expect(created.output.contains("4 recordings"), "\(created)")
    let matched = try run("match -c songs.swstore --format csv queries/q2.wav", in: folder)
    #expect(matched.output.contains("queries/q2.wav,1,s2"), "\(matched)")
    #expect(try run("catalog remove -c songs.swstore --title s1", in: folder).status == 0)
    let again = try run("catalog create music -o songs.swstore", in: folder)
    #expect(again.output.contains("(1 added, 3 unchanged)"), "\(again)")
    for verb in ["compact", "verify", "stats", "export -o out"] {
      let result = try run("catalog \(verb) songs.swstore", in: folder)
      #expect(result.status == 0, "\(verb): \(result)")
    }
  }

  @Test func itemsAreRemovedByWhatTheyAre() throws {
    let folder = try copy("songs.swcatalog")
    let removed = try run("catalog remove -c songs.swcatalog --title s1 --title s2", in: folder)
    #expect(removed.status == 0, "\(removed.errors)")
    let stats = try run("catalog stats songs.swcatalog --format json", in: folder)
    #expect(stats.output.contains("\"recordings\":2,\"items\":2"), "\(stats.output)")
    let none = try run("catalog remove -c songs.swcatalog --title s1", in: folder)
    #expect(none.status == 1 && none.errors.contains("There is no such item"))
    #expect(try run("catalog compact songs.swcatalog", in: folder).status == 0)
  }

  @Test func catalogsAreMergedAndDuplicatesReported() throws {
    let folder = try copy("songs.swcatalog", "music")
    try FileManager.default.copyItem(
      atPath: folder.path + "/music/s1.wav", toPath: folder.path + "/copy.wav")
    let other = try run("catalog create copy.wav music/s2.wav -o b.swcatalog", in: folder)
    #expect(other.status == 0)
    let merged = try run("catalog merge songs.swcatalog b.swcatalog -o all.swcatalog", in: folder)
    #expect(merged.output.contains("all.swcatalog: 5 recordings"), "\(merged)")
    let verified = try run("catalog verify all.swcatalog --format csv", in: folder)
    #expect(
      verified.output == "first,second,shared,duplicate\nmusic/s1.wav,copy.wav,1.00,true\n",
      "\(verified)")
    let added = try run("catalog add -c songs.swcatalog copy.wav", in: folder)
    #expect(
      added.errors.contains("copy.wav: warning: The same recording as music/s1.wav."), "\(added)")
  }

  @Test func aBroadcastBecomesAPlayList() throws {
    let folder = try copy("songs.swcatalog")
    func song(_ number: Int) -> [Float] { SongMaker.song(number, seconds: 24) }
    let talk = SongMaker.song(50, seconds: 20)
    let show = talk + song(2) + SongMaker.part(song(4), 6..<24) + talk + song(2)
    try folder.write("show.wav", SongMaker.wave(show))
    let result = try run("monitor -c songs.swcatalog --format csv show.wav", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "file,start,end,title,artist,source,reference_offset,confidence")
    let rows = lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.map { $0[3] } == ["s2", "s4", "s2"], "\(result.output)")
    for (row, times) in zip(rows, [(20.0, 44.0, 0.0), (44, 62, 6), (82, 106, 0)]) {
      #expect(abs((Double(row[1]) ?? 0) - times.0) < 1, "\(row)")
      #expect(abs((Double(row[2]) ?? 0) - times.1) < 1, "\(row)")
      #expect(abs((Double(row[6]) ?? 99) - times.2) < 1, "\(row)")
    }
    let cue = try run("monitor -c songs.swcatalog --format cue show.wav", in: folder)
    #expect(cue.output.hasPrefix("FILE \"show.wav\" WAVE\n  TRACK 01 AUDIO\n    TITLE \"s2\"\n"))
  }

  @Test func anInterruptedCreationGoesOn() throws {
    let folder = try copy("music")
    let command = try #require(ShellTool.soundwatch)
    // Nine hours of silence keep the command busy; on the disk they are a hole.
    let script = """
      set -m
      cp music/s1.wav music/z.wav
      truncate -s 1000M music/z.wav
      printf '\\xf0\\xff\\xff\\x3b' | dd of=music/z.wav bs=1 seek=40 conv=notrunc 2>/dev/null
      '\(command)' catalog create -j 1 music -o songs.swcatalog &
      sleep 4
      kill -INT $!
      wait $!
      echo "status $?"
      rm music/z.wav
      ls -d songs.swcatalog*
      '\(command)' catalog create -v music -o songs.swcatalog
      ls -d songs.swcatalog*
      """
    let result = try ShellTool.run("bash", ["-c", script], in: folder.url)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "status 130", "\(result)")
    #expect(lines.dropFirst().first == "songs.swcatalog.partial", "\(result)")
    #expect(lines.last == "songs.swcatalog", "\(result)")
    #expect(result.output.contains("songs.swcatalog: 4 recordings, 1:36 of sound"), "\(result)")
    // Nothing was read twice.
    #expect(!result.errors.contains("music/s1.wav: s1"), "\(result.errors)")
  }

  @Test(arguments: [
    ("match queries/q1.wav", 64, "Name a catalog: --catalog CATALOG."),
    ("match -c none.swcatalog queries/q1.wav", 1, "none.swcatalog: There is no such catalog."),
    ("match -c queries/q1.wav queries/q1.wav", 1, "queries/q1.wav"),
    ("match -c songs.swcatalog none.wav", 1, "There is no file none.wav."),
    ("match -c songs.swcatalog silence.wav", 1, "There is nothing but silence."),
    ("match -c songs.swcatalog short.wav", 1, "The sound is too short: 1.0 s."),
    ("catalog create short.wav", 64, "Say where to write: --output PATH."),
    ("catalog create silence.wav -o x.swcatalog", 1, "silence.wav: There is nothing but silence."),
    ("catalog frobnicate", 64, "There is no command catalog frobnicate."),
    ("catalog remove -c songs.swcatalog", 64, "Say what to remove"),
    ("catalog display songs.swcatalog other", 64, "There is one catalog too many: other."),
    ("catalog update -c songs.swcatalog -m bad.csv", 1, "bad.csv: Line 2 has 1 fields"),
    ("catalog update -c songs.swcatalog -m stray.csv", 1, "which is no input"),
  ])
  func whatIsWrongIsSaid(_ line: String, _ status: Int32, _ explanation: String) throws {
    let folder = try copy("songs.swcatalog", "queries")
    try folder.write("silence.wav", SongMaker.wave([Float](repeating: 0, count: 80_000)))
    try folder.write("short.wav", SongMaker.wave(SongMaker.song(1, seconds: 1)))
    try folder.write("bad.csv", Array("title,artist\nA\n".utf8))
    try folder.write("stray.csv", Array("title,source\nA,elsewhere.wav\n".utf8))
    let result = try run(line, in: folder)
    #expect(result.status == status, "\(result)")
    #expect(result.errors.contains(explanation), "\(result.errors)")
  }

  /// A signature ends with the last sound, which is no reason to refuse a clip of the shortest length.
  @Test func aShortestClipMayEndQuietly() throws {
    let folder = try copy("songs.swcatalog")
    let sound = SongMaker.part(SongMaker.song(2, seconds: 24), 10..<13)
    let quietEnd = [Float](repeating: 0, count: sound.count / 50)
    try folder.write("clip.wav", SongMaker.wave(sound.dropLast(quietEnd.count) + quietEnd))
    let result = try run("match -c songs.swcatalog --format csv clip.wav", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("clip.wav,1,s2"), "\(result)")
  }

  @Test func aFileThatCannotBeReadStillHasARow() throws {
    let folder = try copy("songs.swcatalog", "queries")
    try folder.write("queries/q0.wav", Array("no sound".utf8))
    let result = try run("match -c songs.swcatalog --format csv queries", in: folder)
    #expect(result.status == 1)
    #expect(result.output.contains("queries/q0.wav,0,,,,,,,\nqueries/q1.wav,1,s1"), "\(result)")
  }
}
