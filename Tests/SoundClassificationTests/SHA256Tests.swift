import SoundClassification
import Testing

/// Vectors of FIPS 180-4 and its examples.
struct SHA256Tests {
  private func digest(_ bytes: [UInt8]) -> String { hex(SHA256.digest(of: [bytes[...]])) }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  @Test func publishedVectorsAreMet() {
    #expect(
      digest([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digest(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    let long =
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
      + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
    #expect(
      digest(Array(long.utf8))
        == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    #expect(
      digest([UInt8](repeating: UInt8(ascii: "a"), count: 100_000))
        == "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee")
  }

  @Test func piecesCountAsOne() {
    let bytes = (0..<300).map { UInt8($0 % 251) }
    let whole = SHA256.digest(of: [bytes[...]])
    for cut in 0...300 {
      #expect(SHA256.digest(of: [bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(SHA256.digest(of: bytes.indices.map { bytes[$0...$0] }) == whole)
  }
}
