import Foundation
import Observation
import Synchronization
import Testing

@testable import SoundRecognition

/// A folder that is gone at the end of a test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("library-\(UUID().uuidString)")
  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite(.timeLimit(.minutes(10))) struct LibraryTests {
  private let folder = Folder()

  private func library(
    _ application: String = "test", _ accepted: Library.AcceptedItems = .all
  ) -> Library {
    Library(application: application, folder: folder.url, acceptedItems: accepted)
  }

  private func item(_ title: String) -> MediaItem { MediaItem(properties: [.title: title]) }

  @Test func whatIsAddedIsThereInTheNextRun() async throws {
    let item = item("a")
    let matched = MatchedMediaItem(item, matchOffset: -2, confidence: 0.75)
    let entry = LibraryEntry(
      matched, date: Date(timeIntervalSince1970: 1.5), streamPosition: 62.25, source: "radio")
    try await library().addItems([item])
    try await library().add([entry])
    let entries = try library().entries
    #expect(entries.map(\.item) == [item, matched])
    #expect(entries.last == entry)
    #expect(entries.last?.confidence == 0.75)
    #expect(await library().items.map(\.title) == ["a"])
  }

  @Test func anEmptyLibraryIsEmpty() async throws {
    #expect(try library().entries.isEmpty)
    #expect(await library().items.isEmpty)
  }

  @Test func itemsAreRemovedHoweverOftenTheyWereRecognized() async throws {
    let (a, b) = (item("a"), item("b"))
    let library = library()
    try await library.addItems([a, b, a])
    try await library.removeItems([a])
    #expect(await library.items == [b])
    #expect(try library.entries.count == 1)
    try await library.removeAll()
    #expect(try library.entries.isEmpty)
  }

  @Test func entriesAreRemovedOneByOne() async throws {
    let library = library()
    try await library.addItems([item("a"), item("b"), item("c")])
    let entries = try library.entries
    try await library.remove([entries[1]])
    #expect(try library.entries == [entries[0], entries[2]])
  }

  @Test func removingIsAllOrNothing() async throws {
    let (a, b) = (item("a"), item("b"))
    let library = library()
    try await library.addItems([a])
    let error = await #expect(throws: RecognitionError.self) {
      try await library.removeItems([a, b])
    }
    #expect(error?.code == .mediaLibrarySyncFailed)
    #expect(await library.items == [a])
  }

  @Test func addingIsAllOrNothing() async throws {
    let library = library()
    let bad = MediaItem(properties: [MediaItemProperty("x"): Locale.current])
    let error = await #expect(throws: RecognitionError.self) {
      try await library.addItems([item("a"), bad])
    }
    #expect(error?.code == .mediaLibrarySyncFailed)
    #expect(try library.entries.isEmpty)
  }

  @Test func shazamsRuleCanBeAskedFor() async throws {
    let library = library("strict", .withNumericShazamID)
    let numeric = MediaItem(properties: [.shazamID: "123"])
    try await library.addItems([numeric])
    for id in ["", "12a", "-1", "١٢"] {
      let item = MediaItem(properties: [.shazamID: id])
      await #expect(throws: RecognitionError.self) { try await library.addItems([numeric, item]) }
    }
    #expect(try library.entries.count == 1)
  }

  @Test func applicationsDoNotSeeEachOther() async throws {
    let a = item("a")
    try await library("one").addItems([a])
    #expect(try library("two").entries.isEmpty)
    await #expect(throws: RecognitionError.self) { try await library("two").removeItems([a]) }
    // Names that are no file names.
    try await library("../up/.").addItems([a])
    try await library("..").addItems([a])
    #expect(try library("../up/.").entries.count == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files.count { !$0.hasSuffix(".lock") } == 3)
  }

  /// Each library opens the lock by itself, as a process of its own would.
  @Test func severalWritersLoseNothing() async throws {
    let libraries = (0..<4).map { _ in library() }
    await withTaskGroup { group in
      for (number, library) in libraries.enumerated() {
        group.addTask {
          for index in 0..<15 {
            try? await library.addItems([MediaItem(properties: [.title: "\(number).\(index)"])])
          }
        }
      }
    }
    let titles = try library().entries.compactMap(\.item.title)
    #expect(titles.count == 60)
    #expect(Set(titles).count == 60)
  }

  @Test func changesOfOthersAreSeenAtTheNextLook() async throws {
    let (mine, other) = (library(), library())
    #expect(try mine.entries.isEmpty)
    try await other.addItems([item("a")])
    #expect(try mine.entries.count == 1)
    try await other.addItems([item("b")])
    #expect(try mine.entries.count == 2)
  }

  @Test func changesAreObserved() async throws {
    let library = library()
    let hasChanged = Atomic<Bool>(false)
    await MainActor.run {
      withObservationTracking {
        _ = library.items
      } onChange: {
        hasChanged.store(true, ordering: .releasing)
      }
    }
    try await library.addItems([item("a")])
    let isSeen = hasChanged.load(ordering: .acquiring)
    #expect(isSeen)
  }

  @Test func aDamagedFileIsNamedAndLeftAlone() async throws {
    let library = library()
    try await library.addItems([item("a"), item("b")])
    let file = folder.url.appendingPathComponent("test")
    let whole = try Data(contentsOf: file)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x55
      try damaged.write(to: file)
      #expect(throws: RecognitionError.self, "byte \(index)") { try library.entries }
    }
    for count in [1, 7, 9, 16, whole.count - 1] {
      try whole.prefix(count).write(to: file)
      let error = await #expect(throws: RecognitionError.self) {
        try await library.addItems([item("c")])
      }
      #expect(error?.message.contains(file.path) == true)
      #expect(try Data(contentsOf: file) == whole.prefix(count))
    }
  }

  @Test func aFolderThatCannotBeWrittenIsNamed() async throws {
    let library = Library(
      application: "a", folder: URL(fileURLWithPath: "/dev/null/library"))
    let error = await #expect(throws: RecognitionError.self) {
      try await library.addItems([item("a")])
    }
    #expect(error?.code == .mediaLibrarySyncFailed)
    #expect(error?.message.contains("/dev/null") == true)
  }

  @Test func librariesLieInTheDataFolder() {
    #expect(
      Library.defaultFolder(in: ["XDG_DATA_HOME": "/data"]).path == "/data/soundwatch/library")
    for environment in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]] {
      #expect(
        Library.defaultFolder(in: environment).path.hasSuffix("/.local/share/soundwatch/library"))
    }
  }
}
