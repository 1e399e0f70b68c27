import AudioTestSupport
import Foundation
import SoundCatalogStore
import SoundRecognition
import Testing

struct CatalogStoreTests {
  @Test func changesAreThereAtOnceAndAfterReopening() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let ids = (0..<5).map { _ in UUID() }
      func check(_ store: CatalogStore) throws {
        #expect(try titles(in: store, of: 0) == ["song 0"])
        #expect(try titles(in: store, of: 1) == [])
        #expect(try titles(in: store, of: 2) == [])
        #expect(try titles(in: store, of: 12) == ["song 12"])
        #expect(try store.count == 4)
        #expect(Set(try store.entries().map(\.id)) == [ids[0], ids[2], ids[3], ids[4]])
        #expect(try store.reference(ids[2])?.signature == song(12).signature.asReference)
        #expect(try store.reference(ids[1]) == nil)
      }
      do {
        let store = try CatalogStore(at: url)
        try store.add((0..<3).map { song(UInt64($0), id: ids[$0]) })
        try store.add([song(3, id: ids[3]), song(4, id: ids[4])])
        #expect(try store.remove([ids[1], UUID()]) == [ids[1]])
        try store.update([song(12, id: ids[2])])
        try check(store)
      }
      try check(CatalogStore(at: url))
      try check(CatalogStore(at: url, access: .reading))
      try CatalogStore(at: url).compact()
      try check(CatalogStore(at: url))
    }
  }

  @Test func aReaderSeesWhatAWriterDoesAndASnapshotStaysAsItIs() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let writer = try CatalogStore(at: url)
      let reader = try CatalogStore(at: url, access: .reading)
      let before = try reader.snapshot()
      for seed in 0..<80 {
        try writer.add([song(UInt64(seed))])
        #expect(try reader.count == seed + 1)
      }
      try writer.waitForMerging()
      #expect(try titles(in: reader, of: 33) == ["song 33"])
      let full = try reader.snapshot()
      try writer.remove(try writer.entries().map(\.id))
      try writer.compact()
      #expect(try titles(in: reader, of: 33) == [])
      let query = song(33).signature.part(1000..<7000)
      #expect(try before.references(matching: query).isEmpty)
      #expect(try full.references(matching: query).count == 1)
    }
  }

  @Test func manySmallChangesBecomeFewSegments() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let store = try CatalogStore(at: url)
      for seed in 0..<150 { try store.add([song(UInt64(seed), seconds: 2)]) }
      try store.waitForMerging()
      // Less than a journal has, and three of the lowest level: also of what was added during merging.
      #expect(try store.index().parts.count <= 31 + 3)
      #expect(try store.count == 150)
      try store.compact()
      #expect(try store.index().parts.count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      #expect(names.count == 4, "\(names)")
      #expect(
        try store.entries().map { $0.mediaItems[0][.title] as? String }
          == (0..<150).map { "song \($0)" })
    }
  }

  @Test func whatIsRemovedDuringMergingStaysRemoved() async throws {
    try await withFolder { folder in
      let store = try CatalogStore(at: folder.appending(path: "store"))
      let ids = (0..<200).map { _ in UUID() }
      for number in 0..<200 {
        try store.add([song(UInt64(number), id: ids[number], seconds: 2)])
        if number % 2 == 1 { try store.remove([ids[number - 1]]) }
      }
      try store.waitForMerging()
      let expected = Set(stride(from: 1, to: 200, by: 2).map { ids[$0] })
      #expect(Set(try store.entries().map(\.id)) == expected)
    }
  }

  @Test func theSameRecordingCannotBeAddedTwice() async throws {
    try await withFolder { folder in
      let store = try CatalogStore(at: folder.appending(path: "store"))
      let id = UUID()
      try store.add([song(1, id: id)])
      #expect(throws: RecognitionError.self) { try store.add([song(3), song(2, id: id)]) }
      #expect(throws: RecognitionError.self) {
        try store.add([
          song(3),
          CatalogReference(signature: Signature(peaks: [], sampleCount: 0), mediaItems: []),
        ])
      }
      #expect(try store.count == 1)
    }
  }

  @Test func aFileIsAddedAndWritten() async throws {
    try await withFolder { folder in
      let store = try CatalogStore(at: folder.appending(path: "store"))
      let common = song(1)
      try store.add([song(0), common])
      let custom = CustomCatalog()
      try custom.add(common)
      try custom.add(song(2))
      let file = folder.appending(path: "songs.swcatalog")
      try custom.write(to: file)
      try store.add(from: file)
      #expect(try store.count == 3)
      try store.write(to: file)
      let copy = CustomCatalog()
      try copy.add(from: file)
      #expect(try copy.references.map(\.id) == (try store.entries().map(\.id)))
      #expect(try titles(in: copy, of: 2) == ["song 2"])
    }
  }

  @Test func manyAtOnceBecomeFilesAndAreRemovedAgain() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      // Long ones, so that there is more than one segment.
      let ids = (0..<4).map { _ in UUID() }
      func long(_ seed: Int) -> CatalogReference {
        song(UInt64(seed), id: ids[seed], seconds: 25_000)
      }
      do {
        let store = try CatalogStore(at: url)
        try store.add([song(8)])
        try store.add((0..<4).map { long($0) })
        try store.remove([ids[1]])
        try store.update([song(2, id: ids[2])])
      }
      let store = try CatalogStore(at: url)
      #expect(try store.count == 4)
      #expect(try titles(in: store, of: 8) == ["song 8"])
      #expect(try store.reference(ids[2])?.signature == song(2).signature.asReference)
      #expect(try store.reference(ids[1]) == nil)
    }
  }

  @Test func aCatalogOpenedForReadingSaysSo() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      let missing = #expect(throws: RecognitionError.self) {
        try CatalogStore(at: url, access: .reading)
      }
      #expect(missing?.code == .customCatalogInvalidURL)
      _ = try CatalogStore(at: url)
      let reader = try CatalogStore(at: url, access: .reading)
      let error = #expect(throws: RecognitionError.self) { try reader.add([song(1)]) }
      #expect(error?.message.contains("opened for reading") == true)
      #expect(throws: RecognitionError.self) { try reader.compact() }
    }
  }

  @Test func whereNothingCanBeWrittenIsSaid() {
    let error = #expect(throws: RecognitionError.self) {
      try CatalogStore(at: URL(filePath: "/proc/catalog"))
    }
    #expect(error?.code == .customCatalogInvalidURL)
    #expect(error?.message.contains("/proc/catalog") == true)
  }

  @Test func aNewerVersionIsNamedAndLeftAlone() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      _ = try CatalogStore(at: url)
      let manifest = url.appending(path: "manifest")
      var bytes = Array(try Data(contentsOf: manifest))
      bytes[8] = 2
      try Data(bytes).write(to: manifest)
      for access in [CatalogStore.Access.changing, .reading] {
        let error = #expect(throws: RecognitionError.self) {
          try CatalogStore(at: url, access: access)
        }
        #expect(error?.message.contains("newer version") == true, "\(String(describing: error))")
        #expect(error?.message.contains(url.path) == true)
      }
      #expect(Array(try Data(contentsOf: manifest)) == bytes)
    }
  }

  @Test func aDamagedManifestIsAnError() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "store")
      do {
        let store = try CatalogStore(at: url)
        try store.add([song(1)])
        try store.compact()
      }
      let manifest = url.appending(path: "manifest")
      let bytes = Array(try Data(contentsOf: manifest))
      for bit in 0..<8 * bytes.count {
        var damaged = bytes
        damaged[bit / 8] ^= 1 << UInt8(bit % 8)
        try Data(damaged).write(to: manifest)
        let error = #expect(throws: RecognitionError.self) {
          try CatalogStore(at: url, access: .reading)
        }
        #expect(error?.code == .customCatalogInvalid, "bit \(bit)")
      }
      for length in 0..<bytes.count {
        try Data(bytes[..<length]).write(to: manifest)
        #expect(throws: RecognitionError.self) { try CatalogStore(at: url, access: .reading) }
      }
    }
  }
}
