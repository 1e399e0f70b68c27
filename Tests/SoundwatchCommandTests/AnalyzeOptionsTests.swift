import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct AnalyzeOptionsTests {
  @Test func withoutOptionsTheDefaultsHold() throws {
    let options = try AnalyzeOptions(["a.wav", "-"])
    var expected = AnalyzeOptions()
    expected.operands = ["a.wav", "-"]
    #expect(options == expected)
    #expect(options.format == .text && options.kind == .segments && options.channels == .first)
  }

  @Test(arguments: ResultFormat.allCases)
  func everyFormatCanBeChosen(_ format: ResultFormat) throws {
    #expect(try AnalyzeOptions(["--format", format.rawValue, "a"]).format == format)
  }

  @Test func everyOptionReachesItsField() throws {
    let options = try AnalyzeOptions([
      "-f", "csv", "-o", "out", "--windows", "--window", "1.5", "--overlap=0.25",
      "--labels", "speech, music", "--threshold=0.5", "--channel", "average", "--track", "1",
      "--start", "1:00", "--end=1:02:03.250", "--model", "a.soundmodel", "-j4", "--verbose", "a",
    ])
    var expected = AnalyzeOptions()
    expected.format = .csv
    expected.outputFolder = "out"
    expected.kind = .windows
    expected.windowDuration = 1.5
    expected.overlapFactor = 0.25
    expected.labels = ["speech", "music"]
    expected.threshold = 0.5
    expected.channels = .average
    expected.track = 1
    expected.start = 60
    expected.end = 3723.25
    expected.modelPath = "a.soundmodel"
    expected.jobs = 4
    expected.verbosity = .verbose
    expected.operands = ["a"]
    #expect(options == expected)
  }

  @Test func rawFormatDescribesSamples() throws {
    let options = try AnalyzeOptions(["--raw-format", "s16le:48000:2", "-"])
    #expect(options.rawFormat == (try PCMFormat(.int16, sampleRate: 48_000, channelCount: 2)))
  }

  @Test(arguments: [
    ("first", ChannelSelection.first), ("average", .average), ("each", .each), ("0", .channel(0)),
    ("31", .channel(31)),
  ])
  func channelsAreChosenByWordOrNumber(_ word: String, _ selection: ChannelSelection) throws {
    #expect(try AnalyzeOptions(["--channel", word, "a"]).channels == selection)
  }

  @Test func theLastOfTwoEqualOptionsCounts() throws {
    let options = try AnalyzeOptions(["--windows", "--segments", "-fcsv", "-fjson", "a"])
    #expect(options.kind == .segments)
    #expect(options.format == .json)
  }

  @Test func helpNeedsNoOperand() throws {
    #expect(try AnalyzeOptions(["--help"]).wantsHelp)
  }

  @Test(arguments: [
    ([], "Name a file"),
    ([""], "A file name is empty"),
    (["-", "-"], "can be read only once"),
    (["--window", "1", "a"], "--window shapes windows; add --windows"),
    (["--overlap", "0.5", "a"], "--overlap shapes windows; add --windows"),
    (["--windows", "--window", "0.05", "a"], "--window: \"0.05\" is not a number from 0.1 to 15"),
    (["--windows", "--window", "16", "a"], "--window: \"16\" is not a number from 0.1 to 15"),
    (["--windows", "--overlap", "1", "a"], "--overlap: \"1\" is not a number"),
    (["--threshold", "nan", "a"], "--threshold: \"nan\" is not a number"),
    (["--threshold", "-1", "a"], "--threshold: \"-1\" is not a number"),
    (["--labels", " , ", "a"], "--labels: Name at least one label"),
    (["--channel", "left", "a"], "--channel: \"left\" is neither first"),
    (["--channel", "32", "a"], "--channel: \"32\" is neither first"),
    (["--track", "one", "a"], "--track: \"one\" is not a whole number"),
    (["--jobs", "0", "a"], "--jobs: \"0\" is not a whole number from 1 to 1024"),
    (["--start", "1:99", "a"], "--start: \"1:99\" is not a time"),
    (["--start", "5", "--end", "0:05", "a"], "--end must lie behind --start"),
    (["--end", "0", "a"], "--end must lie behind --start"),
    (["--output", "", "a"], "--output: The name of the folder is empty"),
    (["--raw-format", "s16le", "-"], "--raw-format: \"s16le\" does not describe raw samples"),
    (["--raw-format", "s16le:48000", "a"], "--raw-format describes the standard input"),
    (["--raw-format", "s16le:48000", "--track", "0", "-"], "raw samples have no tracks"),
  ])
  func aWrongCommandLineIsExplained(_ arguments: [String], _ explanation: String) {
    let error = #expect(throws: UsageError.self) { try AnalyzeOptions(arguments) }
    #expect(error?.message.contains(explanation) == true, "\(error?.message ?? "no error")")
  }
}
