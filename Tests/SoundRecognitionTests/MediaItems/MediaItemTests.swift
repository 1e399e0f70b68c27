import Foundation
import Testing

@testable import SoundRecognition

extension MediaItemProperty {
  fileprivate static let episode = MediaItemProperty("Episode")
}

@Suite struct MediaItemTests {
  @Test func everyKnownPropertyHasATypedGetter() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let date = Date(timeIntervalSince1970: 1_234_567.25)
    let item = MatchedMediaItem(properties: [
      .shazamID: "1", .title: "2", .subtitle: "3", .artist: "4", .webURL: url, .appleMusicID: "5",
      .appleMusicURL: url, .artworkURL: url, .videoURL: url, .explicitContent: true,
      .genres: ["6", "7"], .ISRC: "8", .matchOffset: -1.5, .frequencySkew: Float(0.04),
      .timeRanges: [1.0..<2.5], .frequencySkewRanges: [Float(0.03)..<0.04], .creationDate: date,
      .confidence: 0.75,
    ])
    #expect(item.shazamID == "1")
    #expect(item.title == "2")
    #expect(item.subtitle == "3")
    #expect(item.artist == "4")
    #expect(item.appleMusicID == "5")
    #expect(item.genres == ["6", "7"])
    #expect(item.isrc == "8")
    #expect(
      [item.webURL, item.appleMusicURL, item.artworkURL, item.videoURL] == [url, url, url, url])
    #expect(item.explicitContent)
    #expect(item.matchOffset == -1.5)
    #expect(item.frequencySkew == 0.04)
    #expect(item.timeRanges == [1..<2.5])
    #expect(item.frequencySkewRanges == [0.03..<0.04])
    #expect(item.creationDate == date)
    #expect(item.confidence == 0.75)
  }

  @Test func anItemWithoutPropertiesSaysSo() {
    let item = MediaItem(properties: [:])
    #expect(item.title == nil && item.webURL == nil && item.creationDate == nil)
    #expect(item.genres.isEmpty && item.timeRanges.isEmpty && item.frequencySkewRanges.isEmpty)
    #expect(!item.explicitContent)
    #expect(item[.episode] == nil)
  }

  @Test func customPropertiesKeepTheirTypes() throws {
    let url = try #require(URL(string: "https://example.org"))
    let item = MediaItem(properties: [
      .episode: 7, MediaItemProperty("text"): "x", MediaItemProperty("double"): 0.1,
      MediaItemProperty("float"): Float(0.1), MediaItemProperty("bool"): false,
      MediaItemProperty("url"): url, MediaItemProperty("data"): Data([1, 2]),
      MediaItemProperty("date"): Date(timeIntervalSince1970: 1),
      MediaItemProperty("array"): [1, "a", [2.5]] as [Any],
      MediaItemProperty("dictionary"): ["a": 1, "b": ["c": true]] as [String: Any],
    ])
    #expect(item[.episode] as? Int == 7)
    #expect(item[MediaItemProperty("text")] as? String == "x")
    #expect(item[MediaItemProperty("double")] as? Double == 0.1)
    #expect(item[MediaItemProperty("float")] as? Float == 0.1)
    #expect(item[MediaItemProperty("bool")] as? Bool == false)
    #expect(item[MediaItemProperty("url")] as? URL == url)
    #expect(item[MediaItemProperty("data")] as? Data == Data([1, 2]))
    #expect(item[MediaItemProperty("date")] as? Date == Date(timeIntervalSince1970: 1))
    let array = try #require(item[MediaItemProperty("array")] as? [Any])
    #expect(array[0] as? Int == 1 && array[1] as? String == "a" && (array[2] as? [Any])?.count == 1)
    let dictionary = try #require(item[MediaItemProperty("dictionary")] as? [String: Any])
    #expect((dictionary["b"] as? [String: Any])?["c"] as? Bool == true)
  }

  @Test func numbersOfFoundationKeepTheirKind() {
    let numbers = [
      NSNumber(value: 7), NSNumber(value: 0.1), NSNumber(value: Float(0.1)), NSNumber(value: true),
    ]
    #expect(
      numbers.map { MediaItemValue($0) } == [
        .integer(7), .double(0.1), .float(0.1), .boolean(true),
      ])
  }

  @Test func valuesOfOtherTypesAreRejectedByName() throws {
    struct Other {}
    let values: [Any] = [
      Other(), [1, Other()] as [Any], ["a": Other()], UInt64.max, String?.none as Any, 1...2,
    ]
    for value in values {
      let item = MediaItem(properties: [.episode: value, .title: "fine"])
      #expect(item[.episode] == nil)
      #expect(item.title == "fine")
      let error = #expect(throws: RecognitionError.self) { try item.dataRepresentation }
      #expect(error?.code == .mediaItemInvalid)
      #expect(error?.message.contains("Episode") == true)
    }
  }

  @Test func anArrayInItselfIsNotFollowedForever() {
    var nested: Any = 1
    for _ in 0..<1000 { nested = [nested] }
    #expect(MediaItemValue(nested) == nil)
  }

  @Test func itemsAreToldApartByIdentityAndProperties() throws {
    let item = MediaItem(properties: [.title: "a"])
    let same = MediaItem(values: item.values, id: item.id)
    let twin = MediaItem(properties: [.title: "a"])
    let changed = MediaItem(values: [.title: .string("b")], id: item.id)
    let matched = MatchedMediaItem(item, matchOffset: 1)
    #expect(item == same)
    #expect(Set([item, same, twin]).count == 2)
    #expect(item != changed)
    #expect(item != matched && matched.id == item.id)
    #expect(matched == MatchedMediaItem(same, matchOffset: 1))
    #expect(matched != MatchedMediaItem(item, matchOffset: 2))
  }

  @Test func shazamsOwnCatalogIsNotWithinReach() async {
    let error = await #expect(throws: RecognitionError.self) {
      try await MediaItem.fetch(shazamID: "42")
    }
    #expect(error?.code == .mediaItemFetchFailed)
  }
}
