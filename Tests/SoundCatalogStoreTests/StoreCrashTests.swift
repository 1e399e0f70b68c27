import AudioTestSupport
import Foundation
import SoundCatalogStore
import SoundRecognition
import Testing

/// What is left when a program that changes a catalog dies, or cannot write.
struct StoreCrashTests {
  /// What each identity may have: one version, or two where a change was under way.
  private struct Expectation {
    var versions: [String: Set<String?>] = [:]
    var changes = 0

    mutating func take(_ lines: [String]) {
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 3 else { continue }
        let version = words[1] == "update" ? words[3] : nil
        if words[0] == "begin" {
          versions[words[2], default: [nil]].insert(version)
        } else {
          versions[words[2]] = [version]
          changes += 1
        }
      }
    }

    /// Compares with what is there, which from now on is the only truth.
    mutating func check(_ store: CatalogStore) throws {
      var found: [String: String] = [:]
      for entry in try store.entries() {
        found[entry.id.uuidString] = entry.mediaItems.first?[.title] as? String
      }
      for (id, allowed) in versions {
        #expect(allowed.contains(found[id]), "\(id) is \(found[id] ?? "gone"), not \(allowed)")
        versions[id] = [found[id]]
      }
      #expect(Set(found.keys).subtracting(versions.keys).isEmpty)
    }
  }

  @Test func whatWasReportedIsThereAfterTwoHundredKills() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      var expectation = Expectation()
      for round in 0..<200 {
        let writer = try WriterProcess(url, firstNumber: round * 1000)
        writer.waitUntilReady()
        usleep(UInt32.random(in: 0..<60_000))
        expectation.take(writer.kill())
        if round % 2 == 0 {
          try expectation.check(try CatalogStore(at: url, access: .reading))
        } else {
          let store = try CatalogStore(at: url)
          try expectation.check(store)
          try store.verify()
        }
      }
      #expect(expectation.changes > 20, "too slow to tell")
      let store = try CatalogStore(at: url)
      try store.compact()
      try expectation.check(store)
    }
  }

  @Test func aFullDiskLosesNothing() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let writer = try WriterProcess(url, firstNumber: 0, largestFile: 60_000)
      writer.waitUntilReady()
      let lines = writer.waitForEnd()
      let last = try #require(lines.last)
      #expect(last.hasPrefix("error ") && last.contains("Nothing was changed"), "\(last)")
      var expectation = Expectation()
      // What failed is known not to be there.
      expectation.take(lines.filter { $0.hasPrefix("done") })
      #expect(expectation.changes > 3)
      let store = try CatalogStore(at: url)
      try expectation.check(store)
      try store.add([song(5)])
      #expect(try titles(in: store, of: 5) == ["song 5"])
    }
  }

  @Test func aSecondProgramIsToldThatItMustWait() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let writer = try WriterProcess(url, firstNumber: 0)
      writer.waitUntilReady()
      let error = #expect(throws: RecognitionError.self) { try CatalogStore(at: url) }
      #expect(error?.message.contains("is being changed by another program (process ") == true)
      let reader = try CatalogStore(at: url, access: .reading)
      var count = 0
      for _ in 0..<200 {
        count = max(count, try reader.count)
        _ = try reader.snapshot()
      }
      #expect(count > 0)
      _ = writer.kill()
      _ = try CatalogStore(at: url)
    }
  }

  @Test func aTornJournalHasTheChangesBeforeTheTear() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      var lengths: [Int] = []
      let journal = url.appending(path: "journal-0")
      do {
        let store = try CatalogStore(at: url)
        for seed in 0..<3 {
          lengths.append(try Data(contentsOf: journal).count)
          try store.add([song(UInt64(seed), seconds: 2)])
        }
      }
      let whole = try Data(contentsOf: journal)
      for length in stride(from: lengths[0], through: whole.count, by: 61) {
        try whole.prefix(length).write(to: journal)
        let expected = length == whole.count ? 3 : lengths.count { $0 <= length } - 1
        #expect(try CatalogStore(at: url, access: .reading).count == expected)
      }
      try whole.prefix(lengths[2] + 100).write(to: journal)
      let store = try CatalogStore(at: url)
      try store.add([song(9)])
      #expect(try store.count == 3)
      #expect(try titles(in: store, of: 9) == ["song 9"])
    }
  }
}
