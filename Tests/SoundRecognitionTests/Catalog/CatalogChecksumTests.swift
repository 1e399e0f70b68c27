import SoundRecognition
import Testing

struct CatalogChecksumTests {
  @Test(
    arguments: [
      ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
      ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
    ] as [(String, UInt64)])
  func itIsThatOfXXH64(text: String, expected: UInt64) {
    #expect(CatalogChecksum.of(Array(text.utf8)) == expected)
  }

  @Test func piecesGiveTheChecksumOfTheWhole() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
    for length in [1, 7, 31, 32, 33, 100] {
      var checksum = CatalogChecksum()
      for start in stride(from: 0, to: bytes.count, by: length) {
        let piece = Array(bytes[start..<min(start + length, bytes.count)])
        unsafe piece.withUnsafeBytes { unsafe checksum.update($0) }
      }
      #expect(checksum.value == CatalogChecksum.of(bytes), "pieces of \(length)")
    }
  }
}
