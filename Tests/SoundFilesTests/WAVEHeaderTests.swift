@testable import SoundFiles
import Testing

struct WAVEHeaderTests {
  private func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func header(_ kind: String, _ chunks: [(String, UInt64, [UInt8])]) -> ArraySlice<UInt8> {
    let body = chunks.flatMap { Array($0.0.utf8) + number($0.1, 4) + $0.2 }
    return (Array(kind.utf8) + number(0, 4) + Array("WAVE".utf8) + body)[...]
  }

  @Test func theDataChunkIsFoundBehindOthers() {
    let format = ("fmt ", UInt64(16), [UInt8](repeating: 0, count: 16))
    // Three bytes are followed by one of padding.
    let odd = ("LIST", UInt64(3), [UInt8](repeating: 0, count: 4))
    let head = header("RIFF", [format, odd, ("data", 1_234_567, [])])
    #expect(WAVEHeader.dataByteCount(head: head) == 1_234_567)
  }

  @Test func longFilesSayTheirLengthInAChunkOfItsOwn() {
    let sizes = ("ds64", UInt64(28), number(0, 8) + number(9_000_000_000, 8) + number(0, 12))
    let head = header("RF64", [sizes, ("data", 0xFFFF_FFFF, [])])
    #expect(WAVEHeader.dataByteCount(head: head) == 9_000_000_000)
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FFDA] as [UInt64])
  func aLengthThatAPipeWroteIsNone(size: UInt64) {
    #expect(WAVEHeader.dataByteCount(head: header("RIFF", [("data", size, [])])) == nil)
  }

  @Test func everyCutAndRandomHeaderIsSurvived() {
    let head = header("RIFF", [("fmt ", 16, [UInt8](repeating: 1, count: 16)), ("data", 8, [])])
    for count in 0..<head.count { _ = WAVEHeader.dataByteCount(head: head.prefix(count)) }
    var random = SeededGenerator(state: 7)
    for _ in 0..<2000 {
      var bytes = Array(head)
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = WAVEHeader.dataByteCount(head: bytes[...])
    }
  }
}
