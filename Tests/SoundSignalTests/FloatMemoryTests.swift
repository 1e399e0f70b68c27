import SoundSignal
import Testing

struct FloatMemoryTests {
  private func content(of memory: borrowing FloatMemory) -> [Float] {
    var content: [Float] = []
    for index in 0..<memory.count { content.append(memory[index]) }
    return content
  }

  @Test func memoryIsZeroAndAligned() {
    let memory = FloatMemory(count: 33)
    #expect(memory.count == 33)
    for index in 0..<33 { #expect(memory[index] == 0) }
    let address = unsafe UInt(bitPattern: memory.base)
    #expect(address % 64 == 0)
  }

  @Test func placesMayOverlapWhenMoved() {
    var memory = FloatMemory(count: 10)
    for index in 0..<10 { memory[index] = Float(index) }
    memory.move(from: 3, to: 0, length: 7)
    #expect(content(of: memory) == [3, 4, 5, 6, 7, 8, 9, 7, 8, 9])
    memory.move(from: 0, to: 2, length: 5)
    #expect(content(of: memory) == [3, 4, 3, 4, 5, 6, 7, 7, 8, 9])
  }

  @Test func memoryOfNothingIsAllowed() {
    let memory = FloatMemory(count: 0)
    let isEmpty = unsafe memory.buffer.isEmpty
    #expect(isEmpty)
  }
}
