import SoundFiles
import SoundRecognition
import Testing

@Suite struct MediaTagsTests {
  @Test func namesOfAllFormatsAreUnderstood() {
    let tags = MediaTags([
      "title": " Count on Me\u{0} ", "author": "FoodMath", "tsrc": "de-abc-26-00001",
      "tyer": "2026",
      "genre": "Rock; Blues;", "album": "",
    ])
    #expect(tags.title == "Count on Me" && tags.artist == "FoodMath")
    #expect(tags.isrc == "DEABC2600001" && tags.date == "2026")
    #expect(tags.genres == ["Rock", "Blues"] && tags.album == nil)
  }

  @Test func theAlbumsArtistStandsIn() {
    let tags = MediaTags(["album_artist": "Various"])
    #expect(tags.artist == "Various")
    #expect(tags.mediaItemValues == [.artist: .string("Various")])
  }

  #if MediaFiles
    @Test(
      .enabled(if: TestMedia.hasFFmpeg),
      arguments: [
        "tags.flac", "tags.mp3", "tags.ogg", "tags.opus", "tags.m4a", "tags.wav", "tags.mka",
      ])
    func tagsAreReadFromEveryKindOfFile(_ name: String) throws {
      let tags = MediaTags(try MediaFileSource(TestMedia.file(name)).metadata)
      #expect(tags.title == "Zähl, auf \"mich\"" && tags.artist == "FoodMath", "\(tags)")
      #expect(tags.album == "The Lemon")
      #expect(tags.genres == ["Blues"])
      // WAV and MP4 have no place for an ISRC that FFmpeg would write.
      if !["tags.wav", "tags.m4a"].contains(name) { #expect(tags.isrc == "DEABC2600001") }
    }
  #endif
}
