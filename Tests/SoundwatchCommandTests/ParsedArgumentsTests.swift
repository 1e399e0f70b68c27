import Testing

@testable import SoundwatchCLI

@Suite struct ParsedArgumentsTests {
  private func parse(_ arguments: String...) throws -> ParsedArguments {
    try ParsedArguments(arguments, for: .analyze)
  }

  @Test(arguments: AnalyzeOption.allCases)
  func everyOptionIsUnderstoodInEverySpelling(_ option: AnalyzeOption) throws {
    let specification = option.specification
    guard let value = specification.value else {
      for spelling in specification.spellings {
        let parsed = try parse(spelling, "file")
        #expect(parsed.options.map(\.name) == [option.rawValue])
        #expect(parsed.operands == ["file"])
      }
      return
    }
    let word = value.words.first ?? "1"
    for spelling in specification.spellings {
      let attached = spelling.hasPrefix("--") ? "\(spelling)=\(word)" : "\(spelling)\(word)"
      for arguments in [[spelling, word, "file"], [attached, "file"], ["file", attached]] {
        let parsed = try ParsedArguments(arguments, for: .analyze)
        #expect(parsed.options.map(\.name) == [option.rawValue], "\(arguments)")
        #expect(parsed.options.map(\.value) == [word], "\(arguments)")
        #expect(parsed.operands == ["file"], "\(arguments)")
      }
    }
  }

  @Test func namesAreNotAbbreviated() {
    #expect(
      throws: UsageError("There is no option --form. Did you mean --format?", command: "analyze")
    ) {
      try parse("--form", "csv")
    }
  }

  @Test func anUnknownOptionWithoutAnyLikenessGetsNoSuggestion() {
    #expect(throws: UsageError("There is no option --zzzzzzz.", command: "analyze")) {
      try parse("--zzzzzzz=3")
    }
  }

  @Test func aShortOptionThatDoesNotExistIsNamed() {
    #expect(throws: UsageError("There is no option -x.", command: "analyze")) { try parse("-x") }
  }

  @Test(arguments: [["--window"], ["--window", "--windows"], ["--window", "-v"]])
  func aForgottenValueIsNoticed(_ arguments: [String]) {
    #expect(throws: UsageError("--window needs a value: --window SECONDS.", command: "analyze")) {
      try ParsedArguments(arguments, for: .analyze)
    }
  }

  @Test func aFlagTakesNoValue() {
    #expect(throws: UsageError("--quiet takes no value.", command: "analyze")) {
      try parse("--quiet=yes")
    }
  }

  @Test func aWrongChoiceListsTheRightOnes() {
    let message =
      "--format cannot be \"cvs\"; it is one of text, json, jsonl, csv, rttm, audacity, srt,"
      + " textgrid. Did you mean csv?"
    #expect(throws: UsageError(message, command: "analyze")) { try parse("--format", "cvs") }
  }

  @Test func behindTwoDashesEverythingIsAnOperand() throws {
    let parsed = try parse("-q", "--", "--format", "-", "--", "-x")
    #expect(parsed.options.map(\.name) == ["quiet"])
    #expect(parsed.operands == ["--format", "-", "--", "-x"])
  }

  @Test func aSingleDashIsAnOperand() throws {
    #expect(try parse("-", "-q").operands == ["-"])
  }

  @Test func anEmptyAttachedValueIsAValue() throws {
    #expect(try parse("--model=").options.first?.value == "")
  }

  @Test func optionsHaveDifferentNames() {
    for command in CommandSpecification.all {
      let spellings = command.options.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(command.name)")
    }
  }
}
