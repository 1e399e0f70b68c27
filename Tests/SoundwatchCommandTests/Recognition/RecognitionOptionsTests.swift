import Foundation
import Testing

@testable import SoundwatchCLI

@Suite struct RecognitionOptionsTests {
  private func options(_ words: String) throws -> RecognitionOptions {
    let words = words.split(separator: " ").map(String.init)
    let verb = words[0] == "catalog" ? words.prefix(2).joined(separator: " ") : words[0]
    let command = try #require(CommandSpecification.named(verb))
    return try RecognitionOptions(words.dropFirst(words[0] == "catalog" ? 2 : 1), for: command)
  }

  @Test func bothSpellingsAreUnderstood() throws {
    let ours = try options("catalog create --input a.swsig --media-items m.csv -o c --input b.wav")
    let others = try options(
      "catalog create --signature-asset a.swsig -m m.csv --output c --signature-asset b.wav")
    #expect(ours == others)
    #expect(ours.inputs == ["a.swsig", "b.wav"] && ours.mediaItemsPath == "m.csv")
    #expect(CommandSpecification.named("custom-catalog create")?.name == "catalog create")
  }

  @Test func inputsNeedNoOption() throws {
    #expect(try options("catalog add -c x a -i b c").inputs == ["b", "a", "c"])
  }

  @Test(arguments: [
    ("match --limit 0", "--limit: \"0\" is not a whole number"),
    ("match --threshold 2", "--threshold: \"2\" is not a number from 0.0 to 1.0."),
    ("match --raw-format s16le:48000:2 a.wav", "the only input is then -"),
    ("match - -", "The standard input (-) can be read only once."),
    ("signature --duration 0 a", "--duration: It must be longer than nothing."),
    ("catalog remove --id 7", "\"7\" is no identity"),
    ("monitor --format pdf", "cannot be \"pdf\""),
    ("monitor --media-items m", "There is no option --media-items."),
  ])
  func whatCannotBeIsSaid(_ words: String, _ explanation: String) throws {
    let error = #expect(throws: UsageError.self) { try options(words) }
    #expect(error?.message.contains(explanation) == true, "\(error?.message ?? "")")
  }

  @Test func longQueriesAreCutToTheirEnd() {
    #expect(QueryMatcher.sliceStarts(of: 20, longest: 30) == [0])
    #expect(QueryMatcher.sliceStarts(of: 30, longest: 30) == [0])
    #expect(QueryMatcher.sliceStarts(of: 75, longest: 30) == [0, 30, 45])
    #expect(QueryMatcher.sliceStarts(of: 60, longest: 30) == [0, 30])
  }
}
