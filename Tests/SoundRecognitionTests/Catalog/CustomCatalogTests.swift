import AudioTestSupport
import Foundation
import SoundRecognition
import Testing

struct CustomCatalogTests {
  private func song(_ seed: UInt64, seconds: Double = 20) -> CatalogReference {
    CatalogReference(
      signature: SyntheticSignature.make(seed: seed, seconds: seconds),
      mediaItems: [MediaItem(properties: [.title: "song \(seed)"])])
  }

  private func catalog(_ seeds: Range<UInt64>) throws -> CustomCatalog {
    let catalog = CustomCatalog()
    for seed in seeds { try catalog.add(song(seed)) }
    return catalog
  }

  private func titles(_ catalog: CustomCatalog, of seed: UInt64) throws -> [String] {
    try titles(catalog.snapshot(), of: seed)
  }

  private func titles(_ snapshot: any CatalogSnapshot, of seed: UInt64) throws -> [String] {
    let query = song(seed).signature.part(4000..<9000)
    let matches = try snapshot.references(matching: query)
    for match in matches { #expect(abs(match.offset - 4) < 0.05, "\(match.offset)") }
    return matches.flatMap { $0.mediaItems.compactMap { $0[.title] as? String } }
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func aQueryFindsItsReferenceAndThePlaceInIt() throws {
    let catalog = try catalog(0..<5)
    #expect(try titles(catalog, of: 3) == ["song 3"])
    #expect(try titles(catalog, of: 9) == [])
    #expect(catalog.count == 5)
  }

  @Test func aSnapshotDoesNotSeeWhatIsAddedLater() throws {
    let catalog = try catalog(0..<2)
    let snapshot = try catalog.snapshot()
    try catalog.add(song(7))
    #expect(try titles(snapshot, of: 7) == [])
    #expect(try titles(catalog, of: 7) == ["song 7"])
    #expect(try titles(catalog, of: 0) == ["song 0"])
  }

  @Test func addingAndLookingByTurnsKeepsTheSegmentsFew() throws {
    let catalog = CustomCatalog()
    for seed in 0..<40 {
      try catalog.add(song(UInt64(seed), seconds: 3))
      #expect(try catalog.index().parts.count <= 7)
    }
    #expect(
      try catalog.references.map { $0.mediaItems[0][.title] as? String }
        == (0..<40).map { "song \($0)" })
  }

  @Test func aReferenceThatIsTooShortIsRefused() throws {
    let catalog = CustomCatalog()
    let error = #expect(throws: RecognitionError.self) {
      try catalog.addReferenceSignature(
        SyntheticSignature.make(seed: 1, seconds: 0.99), representing: [])
    }
    #expect(error?.code == .signatureDurationInvalid)
    try catalog.addReferenceSignature(
      SyntheticSignature.make(seed: 1, seconds: 1), representing: [])
    #expect(catalog.count == 1)
  }

  @Test func silenceIsNoReference() {
    let error = #expect(throws: RecognitionError.self) {
      try CustomCatalog().addReferenceSignature(
        Signature(peaks: [], sampleCount: 160_000), representing: [])
    }
    #expect(error?.code == .signatureInvalid)
  }

  @Test func bytesBringEverythingBack() throws {
    let catalog = try catalog(0..<4)
    let copy = try CustomCatalog(dataRepresentation: catalog.dataRepresentation)
    #expect(try copy.references.map(\.id) == (try catalog.references.map(\.id)))
    #expect(try copy.references.map(\.mediaItems) == (try catalog.references.map(\.mediaItems)))
    #expect(try copy.references.map(\.signature) == (try catalog.references.map(\.signature)))
    #expect(try copy.dataRepresentation == (try catalog.dataRepresentation))
    #expect(try titles(copy, of: 2) == ["song 2"])
  }

  @Test func anEmptyCatalogIsACatalog() throws {
    let copy = try CustomCatalog(dataRepresentation: CustomCatalog().dataRepresentation)
    #expect(copy.count == 0)
    #expect(try titles(copy, of: 1) == [])
  }

  @Test func catalogsAreMergedWhenTheyAreAdded() throws {
    try withFolder { folder in
      for part in 0..<3 as Range<UInt64> {
        try catalog(2 * part..<2 * part + 2).write(to: folder.appending(path: "\(part).swcatalog"))
      }
      let merged = try catalog(20..<21)
      for part in 0..<3 { try merged.add(from: folder.appending(path: "\(part).swcatalog")) }
      try merged.add(song(30))
      #expect(merged.count == 8)
      for seed in [20, 0, 1, 2, 3, 4, 5, 30] as [UInt64] {
        #expect(try titles(merged, of: seed) == ["song \(seed)"])
      }
      try merged.write(to: folder.appending(path: "all.swcatalog"))
      let copy = CustomCatalog()
      try copy.add(from: folder.appending(path: "all.swcatalog"))
      #expect(try copy.references.map(\.id) == (try merged.references.map(\.id)))
    }
  }

  @Test func aFolderGetsAFileOfTheUsualName() throws {
    try withFolder { folder in
      try catalog(0..<1).write(to: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["Signatures.swcatalog"])
      let copy = CustomCatalog()
      try copy.add(from: folder)
      #expect(copy.count == 1)
    }
  }

  @Test func aCatalogInUseCanBeReplaced() throws {
    try withFolder { folder in
      let file = folder.appending(path: "songs.swcatalog")
      try catalog(0..<3).write(to: file)
      let open = CustomCatalog()
      try open.add(from: file)
      try catalog(5..<6).write(to: file)
      #expect(try titles(open, of: 1) == ["song 1"])
      try open.write(to: file)
      #expect(try titles(open, of: 2) == ["song 2"])
    }
  }

  @Test func aURLThatLeadsNowhereIsRefused() throws {
    try withFolder { folder in
      let catalog = CustomCatalog()
      let remote = try #require(URL(string: "https://example.org/a"))
      for url in [
        folder, folder.appending(path: "missing.swcatalog"), remote,
      ] {
        let error = #expect(throws: RecognitionError.self) { try catalog.add(from: url) }
        #expect(error?.code == .customCatalogInvalidURL)
        #expect(error?.message.contains(url.isFileURL ? folder.path : "example.org") == true)
      }
      for url in [remote, folder.appending(path: "no/file")] {
        let error = #expect(throws: RecognitionError.self) { try catalog.write(to: url) }
        #expect(error?.code == .customCatalogInvalidURL)
      }
    }
  }

  @Test func bytesThatAreNoCatalogAreRefused() throws {
    try withFolder { folder in
      let file = folder.appending(path: "a.swcatalog")
      for bytes in [Data(), Data("SOUNDCAT".utf8), Data(repeating: 7, count: 5000)] {
        try bytes.write(to: file)
        let error = #expect(throws: RecognitionError.self) { try CustomCatalog().add(from: file) }
        #expect(error?.code == .customCatalogInvalid)
        let other = #expect(throws: RecognitionError.self) {
          _ = try CustomCatalog(dataRepresentation: bytes)
        }
        #expect(other?.code == .customCatalogInvalid)
      }
    }
  }
}
