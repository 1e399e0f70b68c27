import Foundation
import Testing

@testable import SoundwatchCLI

/// Runs the command as it was built, as a user would.
@Suite(.enabled(if: ShellTool.soundwatch != nil))
struct TrainRunTests {
  private func run(
    _ arguments: String..., in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String, errors: String) {
    try ShellTool.run(try #require(ShellTool.soundwatch), arguments, in: folder.url)
  }

  /// A WAV file of a second: a tone, loud and soft by turns.
  /// - Parameter claimedSize: how many bytes of samples the header promises, if not as many as follow.
  private func wave(
    frequency: Double, number: Int, seconds: Double = 1, claimedSize: Int? = nil
  ) -> [UInt8] {
    let rate = 16_000
    let samples = (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      let pulse = 0.55 + 0.45 * sin(2 * .pi * (3 + Double(number)) * time)
      return Int(8_000 * pulse * sin(2 * .pi * frequency * (1 + 0.02 * Double(number)) * time))
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { bytes($0, 2) }
    let size = claimedSize ?? data.count
    return Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate * 2, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(size, 4) + data
  }

  private func makeSounds(_ labels: [String] = ["low", "high"]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, label) in labels.enumerated() {
      for number in 0..<5 {
        let frequency = index == 0 ? 120.0 : 1_900 * Double(index)
        try folder.write(
          "sounds/\(label)/\(number).wav", wave(frequency: frequency, number: number))
      }
    }
    return folder
  }

  @Test func aModelIsTrainedAndUsed() throws {
    let folder = try makeSounds()
    try folder.write("sounds/high/broken.wav", Array("not a sound".utf8))
    try folder.write("sounds/notes.txt")
    let result = try run("train", "sounds", "-o", "my.soundmodel", "--epochs", "20", in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix(
        "Learned from 8 files. Of 2 held-out files, 100.0 % got the right label.\n"),
      "\(result.output)")
    #expect(result.output.contains("\nmy.soundmodel: my-"))
    #expect(result.errors.contains("sounds/high/broken.wav: warning: "))
    #expect(result.errors.contains("The file is left out."))
    #expect(
      result.errors.contains(
        "sounds: warning: Files beside the folders of the labels are left out."))
    #expect(folder.files().filter { !$0.hasPrefix("sounds") } == ["my.soundmodel"])

    try folder.write("new.wav", wave(frequency: 1_900, number: 8, seconds: 2))
    let labels = try run(
      "analyze", "--model", "my.soundmodel", "--windows", "--window", "2", "-f", "csv", "new.wav",
      in: folder)
    let lines = labels.output.split(separator: "\n")
    #expect(lines.first == "file,start,end,label,high,low,silence")
    #expect(lines.dropFirst().allSatisfy { $0.contains(",high,") }, "\(labels.output)")
  }

  @Test func theSameCommandGivesTheSameModel() throws {
    let folder = try makeSounds()
    for jobs in ["1", "3"] {
      let result = try run(
        "train", "sounds", "-q", "-o", "\(jobs).soundmodel", "--name", "x", "--epochs", "3", "-j",
        jobs, in: folder)
      #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    }
    #expect(
      try Data(contentsOf: folder.url.appendingPathComponent("1.soundmodel"))
        == Data(contentsOf: folder.url.appendingPathComponent("3.soundmodel")))
  }

  @Test(arguments: [
    (["missing", "-o", "m"], "missing: There is no such folder."),
    (["sounds/low/0.wav", "-o", "m"], "This is no folder."),
    (["sounds/low", "-o", "m"], "The folder has no folders in it."),
    (["sounds", "-o", "sounds"], "This is a folder; name a file for --output."),
    (["sounds", "-o", "sounds/low/0.wav"], "The file exists already; --force replaces it."),
    (["sounds", "-o", "gone/m"], "The model cannot be written there: No such file or directory."),
    (["sounds", "-o", "m", "--model", "gone.soundmodel"], "gone.soundmodel cannot be read"),
  ])
  func whatCannotBeIsSaidAtOnce(_ arguments: [String], _ explanation: String) throws {
    let folder = try makeSounds()
    let before = folder.files()
    let result = try ShellTool.run(
      try #require(ShellTool.soundwatch), ["train"] + arguments, in: folder.url)
    #expect(result.status == 1)
    #expect(result.errors.contains(explanation), "\(result.errors)")
    #expect(folder.files() == before)
  }

  @Test(arguments: [
    (["low", "Silence"], "silence is told by its level"),
    (["low", "Low "], "differ only in capitals or blanks"),
    (["low"], "There is only the label low"),
  ])
  func labelsAreCheckedFirst(_ labels: [String], _ explanation: String) throws {
    let folder = try makeSounds(labels)
    let result = try run("train", "sounds", "-o", "m", in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains(explanation), "\(result.errors)")
  }

  @Test func aLabelNeedsFourFiles() throws {
    let folder = try makeSounds()
    try folder.write("sounds/rare/1.wav", wave(frequency: 500, number: 1))
    let few = try run("train", "sounds", "-o", "m", in: folder)
    #expect(few.errors.contains("sounds/rare: The label rare has 1 files; it needs at least 4"))
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("sounds/rare/1.wav"))
    let none = try run("train", "sounds", "-o", "m", in: folder)
    #expect(none.errors.contains("sounds/rare: The folder holds no media files."))
    #expect(few.status == 1 && none.status == 1)
  }

  @Test func manyUnreadableFilesAreAnError() throws {
    let folder = try makeSounds()
    for number in 0..<4 { try folder.write("sounds/low/b\(number).wav", Array("no".utf8)) }
    let result = try run("train", "sounds", "-o", "m", in: folder)
    #expect(result.status == 1)
    #expect(result.errors.contains("4 of 14 files cannot be read."), "\(result.errors)")
  }

  @Test func silentFilesDoNotCount() throws {
    let folder = try makeSounds()
    for number in 0..<2 {
      try folder.write("sounds/low/\(number).wav", wave(frequency: 0, number: 0))
    }
    let result = try run("train", "sounds", "-o", "m", in: folder)
    #expect(result.errors.contains("There is nothing but silence; the file is left out."))
    #expect(result.errors.contains("The label low has 3 usable recordings"), "\(result.errors)")
  }

  @Test func theSameSoundCannotHaveTwoLabels() throws {
    let folder = try makeSounds()
    try folder.write("sounds/high/copy.wav", wave(frequency: 120, number: 3))
    let result = try run("train", "sounds", "-o", "m", in: folder)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("sounds/high/copy.wav and sounds/low/3.wav are the same sound"),
      "\(result.errors)")
  }

  @Test(arguments: ["INT", "TERM"])
  func anInterruptionWritesNothing(_ signal: String) throws {
    let folder = try makeSounds()
    let command = try #require(ShellTool.soundwatch)
    // Nine hours of silence keep the command busy; on the disk they are a hole.
    try folder.write(
      "sounds/low/long.wav", wave(frequency: 120, number: 1, claimedSize: 1_048_576_000 - 44))
    // Job control, because a shell lets the commands that it sends into the background ignore SIGINT.
    let script = """
      set -m
      truncate -s 1000M sounds/low/long.wav
      '\(command)' train sounds -o my.soundmodel &
      sleep 1
      kill -\(signal) $!
      wait $!
      echo "status $?"
      """
    let result = try ShellTool.run("bash", ["-c", script], in: folder.url)
    #expect(result.output.contains("status 130"), "\(result.output) \(result.errors)")
    #expect(folder.files().allSatisfy { $0.hasPrefix("sounds/") }, "\(folder.files())")
  }
}
