import Foundation
import Testing

@testable import SoundwatchCLI

@Suite struct InputCollectorTests {
  @Test func foldersAreSearchedInTheOrderOfNames() throws {
    let folder = try TemporaryFolder()
    for name in [
      "b.mp3", "a.WAV", "notes.txt", "deep/er/c.ogg", "deep/a.mkv", ".hidden.wav", "B.flac",
    ] {
      try folder.write("rec/\(name)")
    }
    let collector = InputCollector(operands: [folder.path + "/rec"])
    let names = collector.inputs.map { String($0.name.dropFirst(folder.path.count)) }
    #expect(
      names == [
        "/rec/B.flac", "/rec/a.WAV", "/rec/b.mp3", "/rec/deep/a.mkv", "/rec/deep/er/c.ogg",
      ])
    #expect(
      collector.inputs.map(\.stem) == ["rec/B", "rec/a", "rec/b", "rec/deep/a", "rec/deep/er/c"])
    #expect(collector.failures.isEmpty)
  }

  @Test func operandsKeepTheirOrderAndNeedNotExist() {
    let operands = ["z.wav", "-", "http://host/live.mp3?x=1", "a.txt"]
    let inputs = InputCollector(operands: operands).inputs
    #expect(inputs.map(\.name) == operands)
    #expect(inputs.map(\.place) == [.file, .standardInput, .url, .file])
    #expect(inputs.map(\.stem) == ["z", "stdin", "live", "a"])
  }

  @Test func aFolderWithoutMediaIsAFailure() throws {
    let folder = try TemporaryFolder()
    try folder.write("notes.txt")
    let collector = InputCollector(operands: [folder.path])
    #expect(collector.inputs.isEmpty)
    #expect(collector.failures.map(\.message) == ["The folder holds no media files."])
  }

  @Test func linksThatLeadRoundInACircleAreNotFollowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/x.wav")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/a/y.wav", withDestinationPath: folder.path + "/a/x.wav")
    let names = InputCollector(operands: [folder.path + "/"]).inputs.map(\.name)
    #expect(names == ["/a/x.wav", "/a/y.wav"].map { folder.path + $0 })
  }

  @Test(arguments: [
    ("http://host/", "host"), ("https://host/a/b.mp3#t=1", "b"), ("icy://host", "host"),
    ("http://host/a%20b;c.ogg", "a_20b_c"),
  ])
  func anAddressBecomesAFileName(_ address: String, _ stem: String) {
    #expect(Input(operand: address).stem == stem)
  }

  @Test(arguments: [
    ("a.b.wav", "a.b", ".wav"), (".wav", ".wav", ""), ("dir.x/plain", "plain", ""),
    ("../up.mp3", "up", ".mp3"),
  ])
  func theExtensionIsCutOff(_ operand: String, _ stem: String, _ fileExtension: String) {
    let input = Input(operand: operand)
    #expect(input.stem == stem)
    #expect(input.fileExtension == fileExtension)
  }
}
