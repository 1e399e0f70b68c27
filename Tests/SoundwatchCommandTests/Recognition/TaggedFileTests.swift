import Foundation
import SoundRecognition
import Testing

@testable import SoundwatchCLI

/// Catalogs of files of many kinds, with tags.
@Suite(.enabled(if: ShellTool.soundwatch != nil && ShellTool.path(of: "ffmpeg") != nil))
struct TaggedFileTests {
  @Test func tagsBecomeProperties() throws {
    let folder = try TemporaryFolder()
    let endings = ["flac", "mp3", "ogg", "m4a"]
    for (number, ending) in endings.enumerated() {
      try folder.write(
        "\(number).wav", SongMaker.wave(SongMaker.song(number + 10, seconds: 12)))
      let made = try ShellTool.run(
        "ffmpeg",
        ["-v", "error", "-i", "\(number).wav", "-metadata", "title=Song, \(number)"]
          + ["-metadata", "artist=FoodMath", "-metadata", "album=The Lemon"]
          + ["-metadata", "genre=Rock;Blues", "-metadata", "track=\(number)/4"]
          + ["-metadata", ending == "mp3" ? "TSRC=DEABC2600001" : "ISRC=DE-ABC-26-00001"]
          + ["music/\(number)\(ending == "flac" ? " ü" : "").\(ending)"],
        in: try {
          try folder.write("music/.keep")
          return folder.url
        }())
      #expect(made.status == 0, "\(made.errors)")
    }
    let command = try #require(ShellTool.soundwatch)
    let created = try ShellTool.run(
      command, ["catalog", "create", "music", "--output", "songs.swcatalog"], in: folder.url)
    #expect(created.status == 0, "\(created.errors)")
    let references = try OpenedCatalog(folder.path + "/songs.swcatalog").references()
    #expect(references.count == endings.count)
    for (number, ending) in endings.enumerated() {
      guard let item = references[number].mediaItems.first else { continue }
      #expect(item.title == "Song, \(number)" && item.artist == "FoodMath", "\(item.values)")
      #expect(item[MediaItemProperty("album")] as? String == "The Lemon")
      #expect(item.genres == ["Rock", "Blues"], "\(ending): \(item.genres)")
      #expect(ending == "m4a" || item.isrc == "DEABC2600001", "\(ending)")
      let source = "music/\(number)\(ending == "flac" ? " ü" : "").\(ending)"
      #expect(item[.source] as? String == source)
    }
    // Codecs do not hide what it is.
    let result = try ShellTool.run(
      command, ["match", "-c", "songs.swcatalog", "--format", "csv"] + (0..<4).map { "\($0).wav" },
      in: folder.url)
    let titles = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\"")[1]
    }
    #expect(titles == (0..<4).map { "Song, \($0)" }, "\(result)")
  }
}
