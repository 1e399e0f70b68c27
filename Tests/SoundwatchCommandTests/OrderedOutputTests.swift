import Glibc
import Synchronization
import Testing

@testable import SoundwatchCLI

@Suite struct OrderedOutputTests {
  private final class Memory: Sendable {
    let text = Mutex("")
    func output() -> OrderedOutput {
      OrderedOutput(name: "memory") { [self] bytes in
        text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        return 0
      }
    }
  }

  private func text(_ string: String) -> TextBuffer {
    var text = TextBuffer()
    text.append(string)
    return text
  }

  @Test func resultsWaitForTheirTurn() throws {
    let memory = Memory()
    let output = memory.output()
    let slots = (0..<3).map { output.slot($0) }
    try slots[2].write(text("c"))
    try slots[1].write(text("b"))
    try slots[1].finish()
    #expect(memory.text.withLock { $0 } == "")
    try slots[0].write(text("a"))
    #expect(memory.text.withLock { $0 } == "a")
    try slots[0].finish()
    #expect(memory.text.withLock { $0 } == "abc")
    try slots[2].write(text("d"))
    try slots[2].finish()
    #expect(memory.text.withLock { $0 } == "abcd")
  }

  @Test func manyThreadsDoNotInterleave() {
    let memory = Memory()
    let output = memory.output()
    let counter = Counter()
    Threads.run(count: 4) {
      while let index = counter.next(below: 200) {
        let slot = output.slot(index)
        for part in 0..<3 { try? slot.write(text("\(index).\(part) ")) }
        try? slot.finish()
      }
    }
    let expected = (0..<200).flatMap { index in (0..<3).map { "\(index).\($0) " } }.joined()
    #expect(memory.text.withLock { $0 } == expected)
  }

  @Test func aReaderThatIsGoneIsNotWrittenToAgain() {
    let count = Mutex(0)
    let output = OrderedOutput(name: "pipe") { _ in
      count.withLock { $0 += 1 }
      return EPIPE
    }
    for _ in 0..<2 {
      #expect(throws: OutputError.readerIsGone) { try output.write(text("a")) }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func anErrorNamesTheOutput() {
    let output = OrderedOutput(name: "disk") { _ in ENOSPC }
    #expect(throws: OutputError.failed(name: "disk", reason: "No space left on device")) {
      try output.slot(0).write(text("a"))
    }
  }
}
