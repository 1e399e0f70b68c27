import Foundation
import SoundFiles
import SoundSignal
import Testing

@testable import SoundwatchCLI

@Suite struct LiveRecordingTests {
  private func buffer(rate: Int) throws -> PCMBuffer {
    try PCMBuffer([Int16](repeating: 7, count: 10), sampleRate: rate)
  }

  @Test func anotherFormatGoesIntoAnotherFile() throws {
    let folder = try TemporaryFolder()
    let recording = try LiveRecording(
      path: folder.url.path + "/talk.wav", replacesFiles: false)
    for (rate, start) in [(8000, 0), (8000, 20), (16_000, 60)] {
      let problem = recording.record(
        try buffer(rate: rate), at: StreamTime(frame: Int64(start), sampleRate: rate))
      #expect(problem == nil)
    }
    #expect(recording.finish() == nil)
    #expect(folder.files() == ["talk-2.wav", "talk.wav"])
    #if MediaFiles
      let source = try MediaFileSource(folder.url.path + "/talk.wav")
      // Ten frames, ten that were lost, ten more.
      #expect(source.estimatedFrameCount == 30)
    #endif
  }

  @Test func aFileThatIsThereIsFoundOutBeforeListening() throws {
    let folder = try TemporaryFolder()
    try folder.write("talk.wav")
    #expect(throws: MediaFileError.self) {
      try LiveRecording(path: folder.url.path + "/talk.wav", replacesFiles: false)
    }
    let recording = try LiveRecording(path: folder.url.path + "/talk.wav", replacesFiles: true)
    #expect(
      recording.record(try buffer(rate: 8000), at: StreamTime(frame: 0, sampleRate: 8000)) == nil)
  }

  @Test func aFullDiskIsSaidOnce() throws {
    let recording = try LiveRecording(path: "/dev/full", replacesFiles: true)
    let time = StreamTime(frame: 0, sampleRate: 8000)
    let problem = recording.record(try buffer(rate: 8000), at: time)
    #expect(problem?.contains("the disk is full") == true)
    #expect(recording.record(try buffer(rate: 8000), at: time) == nil)
    #expect(recording.hasFailed)
  }

  @Test(arguments: [
    ("talk.wav", 1, "talk.wav"), ("talk.wav", 2, "talk-2.wav"), ("a.b/talk", 3, "a.b/talk-3"),
    (".wav", 2, ".wav-2"),
  ])
  func furtherFilesAreNumbered(_ path: String, _ number: Int, _ expected: String) {
    #expect(LiveRecording.path(path, number: number) == expected)
  }
}
