import AudioTestSupport
import Foundation
import Testing

@testable import SoundRecognition

@Suite struct MediaItemArchiveTests {
  /// One value of each kind, and the borders of some.
  private static let item = MediaItem(
    values: [
      .title: .string("Tïtle \u{1F3B5}\u{0}"), MediaItemProperty(""): .string(""),
      MediaItemProperty("i"): .integer(.min), MediaItemProperty("j"): .integer(.max),
      MediaItemProperty("f"): .float(.leastNonzeroMagnitude),
      MediaItemProperty("d"): .double(-.infinity), .explicitContent: .boolean(true),
      MediaItemProperty("no"): .boolean(false),
      .webURL: .url(URL(filePath: "/tmp/a b.html")),
      .creationDate: .date(Date(timeIntervalSinceReferenceDate: -0.1)),
      MediaItemProperty("data"): .data(Data(repeating: 9, count: 300)),
      .genres: .array([
        .string("a"), .array([]), .dictionary(["x": .integer(1), "": .boolean(true)]),
      ]),
      .timeRanges: .timeRanges([-1..<2, 3..<3.5]),
      .frequencySkewRanges: .frequencySkewRanges([0.03..<0.04]),
    ])

  @Test func nothingIsLost() throws {
    let data = try Self.item.dataRepresentation
    #expect(try MediaItem(dataRepresentation: data) == Self.item)
    // Data may begin anywhere.
    let slice = (Data([1, 2, 3]) + data).dropFirst(3)
    #expect(try MediaItem(dataRepresentation: slice) == Self.item)
    let matched = MatchedMediaItem(
      Self.item, matchOffset: -3, frequencySkew: 0.01, timeStretch: 0.02, confidence: 0.5)
    #expect(try MatchedMediaItem(dataRepresentation: matched.dataRepresentation) == matched)
  }

  @Test func equalItemsHaveEqualBytes() throws {
    let keys = (0..<50).map { "\($0)" }
    func item(_ keys: [String]) -> MediaItem {
      let numbers = Dictionary(uniqueKeysWithValues: keys.map { ($0, MediaItemValue.string($0)) })
      return MediaItem(
        values: numbers.reduce(into: [MediaItemProperty("all"): .dictionary(numbers)]) {
          $0[MediaItemProperty($1.key)] = $1.value
        }, id: Self.item.id)
    }
    #expect(try item(keys).dataRepresentation == item(keys.reversed()).dataRepresentation)
  }

  /// The format is a promise: bytes written years ago must still be read.
  @Test func theFormatStaysAsItIs() throws {
    let golden: [UInt8] =
      [1] + (1...16) + [2, 1, 0x61, 2, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
      + [1, 0x62, 10, 2, 5, 1, 1, 0x63]
    let item = MediaItem(
      values: [
        MediaItemProperty("a"): .integer(-2),
        MediaItemProperty("b"): .array([.boolean(false), .string("c")]),
      ], id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    #expect(try Array(item.dataRepresentation) == golden)
    #expect(try MediaItem(dataRepresentation: Data(golden)) == item)
  }

  @Test func everyTruncationThrows() throws {
    let data = try Self.item.dataRepresentation
    for count in 0..<data.count {
      #expect(throws: RecognitionError.self) {
        try MediaItem(dataRepresentation: data.prefix(count))
      }
    }
    #expect(throws: RecognitionError.self) { try MediaItem(dataRepresentation: data + [0]) }
  }

  @Test func changedBytesNeitherTrapNorAllocateMuch() throws {
    let data = try Self.item.dataRepresentation
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      var changed = data
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: data.indices, using: &generator)] =
          [0, 0xFF, 0x80, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      if let item = try? MediaItem(dataRepresentation: changed) {
        _ = try item.dataRepresentation
      }
    }
  }

  @Test(arguments: [
    // A count of 2^62 properties; of array elements; a length of text; an overlong count.
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F],
    [1, 1, 0x61, 10, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    [1, 1, 0x61, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0],
    // A text that is no UTF-8; a tag that is none; the same property twice; a range that runs backward.
    [1, 1, 0xC3, 5],
    [1, 1, 0x61, 77],
    [2, 1, 0x61, 5, 1, 0x61, 6],
    [1, 1, 0x61, 13, 1, 0, 0, 0x80, 0x3F, 0, 0, 0, 0],
  ])
  func hostileBytesThrow(_ rest: [UInt8]) {
    let error = #expect(throws: RecognitionError.self) {
      try MediaItem(dataRepresentation: Data([1] + [UInt8](repeating: 0, count: 16) + rest))
    }
    #expect(error?.code == .mediaItemInvalid)
  }

  @Test func deepNestingThrows() {
    var bytes: [UInt8] = [1] + [UInt8](repeating: 0, count: 16) + [1, 1, 0x61]
    for _ in 0..<100_000 { bytes += [10, 1] }
    bytes.append(5)
    #expect(throws: RecognitionError.self) { try MediaItem(dataRepresentation: Data(bytes)) }
  }

  @Test func aNewerVersionIsNamed() {
    let error = #expect(throws: RecognitionError.self) {
      try MediaItem(dataRepresentation: Data([2] + [UInt8](repeating: 0, count: 17)))
    }
    #expect(error?.message.contains("newer version") == true)
  }
}
