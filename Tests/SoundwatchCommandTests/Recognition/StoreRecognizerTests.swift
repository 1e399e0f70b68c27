import AudioTestSupport
import Foundation
import SoundCatalogStore
import SoundRecognition
import Testing

@testable import SoundwatchCLI

/// A recognizer over a store that somebody else changes.
struct StoreRecognizerTests {
  private func reference(_ seed: UInt64) -> CatalogReference {
    CatalogReference(
      signature: SyntheticSignature.make(seed: seed, seconds: 30),
      mediaItems: [MediaItem(properties: [.title: "song \(seed)"])])
  }

  private func query(_ seed: UInt64) -> Signature {
    SyntheticSignature.make(seed: seed, seconds: 30).part(5000..<15_000)
  }

  @Test func changesOfAnotherProgramAreSeen() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "store")
    let writer = try CatalogStore(at: url)
    try writer.add([reference(1), reference(2), reference(3)])
    let store = try CatalogStore(at: url, access: .reading)
    let recognizer = try StoreRecognizer(store, name: "store", interval: .zero)
    let before = try #require(try recognizer.references(matching: query(3)).first)
    #expect(before.mediaItems.first?.title == "song 3")
    #expect(try recognizer.references(matching: query(4)).isEmpty)

    let first = try #require(try writer.entries().first?.id)
    try writer.add([reference(4)])
    try writer.remove([first])
    try writer.compact()
    #expect(try recognizer.references(matching: query(4)).first?.mediaItems[0].title == "song 4")
    #expect(try recognizer.references(matching: query(1)).isEmpty)
    // What is heard goes on, though it has another place in the store.
    #expect(try recognizer.references(matching: query(3)).first?.reference == before.reference)
  }

  @Test func aStoreThatVanishesIsKnownAsItWas() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "store")
    try CatalogStore(at: url).add([reference(1)])
    let store = try CatalogStore(at: url, access: .reading)
    let recognizer = try StoreRecognizer(store, name: "store", interval: .zero)
    try FileManager.default.removeItem(at: url)
    #expect(try recognizer.references(matching: query(1)).count == 1)
  }
}
