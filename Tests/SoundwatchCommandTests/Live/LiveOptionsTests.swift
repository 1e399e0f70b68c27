import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct LiveOptionsTests {
  @Test func nothingIsNeededForAMicrophone() throws {
    #expect(try LiveOptions(.mic, []) == LiveOptions(.mic))
  }

  @Test func allOptionsOfAMicrophoneAreRead() throws {
    let options = try LiveOptions(
      .mic,
      [
        "-d", "usb", "--rate", "16000", "--channels=4", "--channel", "3", "--window", "2",
        "--labels", "speech, music", "--threshold", "0.5", "-r", "a.wav", "--force", "-t", "1:30",
        "--reconnect", "--json", "--model", "my.soundmodel", "-v", "-c", "a.swcatalog",
        "--catalog", "b",
      ])
    var expected = LiveOptions(.mic)
    expected.device = "usb"
    expected.sampleRate = 16_000
    expected.channelCount = 4
    expected.channels = .channel(3)
    expected.windowDuration = 2
    expected.labels = ["speech", "music"]
    expected.threshold = 0.5
    expected.recordingPath = "a.wav"
    expected.replacesRecording = true
    expected.duration = 90
    expected.reconnects = true
    expected.writesJSON = true
    expected.modelPath = "my.soundmodel"
    expected.verbosity = .verbose
    expected.recognition.catalogs = ["a.swcatalog", "b"]
    #expect(options == expected)
  }

  @Test func aStationIsNamed() throws {
    #expect(try LiveOptions(.listen, ["http://a/b"]).address == "http://a/b")
    let raw = try LiveOptions(.listen, ["-", "--raw-format", "s16le:48000:2"])
    #expect(raw.address == "-")
    #expect(raw.rawFormat?.channelCount == 2)
  }

  @Test(
    arguments: [
      (.mic, ["usb"], "one word too many"), (.mic, ["--raw-format", "s16le:8000"], "no option"),
      (.mic, ["--rate", "1"], "whole number from 4000"),
      (.mic, ["--channel", "each"], "Live, one"),
      (.mic, ["--window", "0"], "from 0.1 to 15"), (.mic, ["--duration", "0"], "longer"),
      (.mic, ["--catalog", ""], "name is empty"),
      (.mic, ["--duration", "soon"], "not a time"), (.mic, ["--force"], "add --record"),
      (.listen, [], "Name a URL"), (.listen, ["a", "b"], "one word too many"),
      (.listen, ["--device", "usb", "-"], "no option --device"),
      (.listen, ["http://a", "--raw-format", "s16le:8000"], "the address is then -"),
      (.listen, ["--reconnect", "-"], "does not come back"),
    ] as [(LiveOptions.Command, [String], String)])
  func whatCannotBeMeantIsExplained(
    _ command: LiveOptions.Command, _ arguments: [String], _ explanation: String
  ) {
    #expect {
      try LiveOptions(command, arguments)
    } throws: { error in
      let error = error as? UsageError
      return error?.message.contains(explanation) == true && error?.command == command.rawValue
    }
  }
}
