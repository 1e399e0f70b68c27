import Testing

@testable import SoundwatchCLI

@Suite struct ScreenPainterTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func onlyLinesThatChangedAreSent() {
    var painter = ScreenPainter()
    #expect(text(painter.paint(["a", "b", "c"])).contains("^[2J"))
    #expect(painter.paint(["a", "b", "c"]).isEmpty)
    #expect(text(painter.paint(["a", "x", "c"])) == "^[?2026h^[2;1Hx^[K^[?2026l")
  }

  @Test func linesThatAreGoneAreWiped() {
    var painter = ScreenPainter()
    _ = painter.paint(["a", "b", "c"])
    #expect(text(painter.paint(["a"])) == "^[?2026h^[2;1H^[K^[3;1H^[K^[?2026l")
  }

  @Test func afterAResizeEverythingIsSent() {
    var painter = ScreenPainter()
    _ = painter.paint(["a", "b"])
    painter.invalidate()
    #expect(text(painter.paint(["a", "b"])) == "^[?2026h^[0m^[2J^[1;1Ha^[K^[2;1Hb^[K^[?2026l")
  }
}
