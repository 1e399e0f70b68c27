import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

/// What is left of a library when programs that write it die.
struct LibraryCrashTests {
  @Test(.timeLimit(.minutes(3)))
  func whatTwoProgramsAddedIsThereAfterBothWereKilled() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    var kept: [String] = []
    var addedCount = 0
    for round in 0..<40 {
      let names = ["a\(round)", "b\(round)"]
      let writers = try names.map { try WriterProcess("LibraryWriter", [folder.path, $0]) }
      for writer in writers { writer.waitUntilReady() }
      usleep(UInt32.random(in: 0..<40_000))
      let reported = writers.map { $0.kill().dropFirst() }
      addedCount += reported.map(\.count).reduce(0, +)

      let titles = try Library(application: "test", folder: folder).entries
        .compactMap(\.item.title)
      #expect(Array(titles.prefix(kept.count)) == kept, "what was there is not any more")
      let added = titles.dropFirst(kept.count)
      for (name, reported) in zip(names, reported) {
        let own = added.filter { $0.hasPrefix(name + ".") }
        // The one that was under way may be there or not.
        let expected = (0..<max(own.count, reported.count)).map { "\(name).\($0)" }
        #expect(own == expected && own.count - reported.count < 2, "\(own) after \(reported)")
      }
      kept = titles
    }
    #expect(addedCount > 20, "too slow to tell")
  }
}
