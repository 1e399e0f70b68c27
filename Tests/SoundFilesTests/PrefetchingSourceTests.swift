import Foundation
import SoundFiles
import SoundSignal
import Synchronization
import Testing

struct PrefetchingSourceTests {
  /// A source of counted blocks that can fail or wait, and says how far it was read.
  private final class ScriptedSource: AudioSource {
    struct Failure: Error {}

    let format: PCMFormat
    let estimatedFrameCount: Int64? = 1234
    let blocks: Int
    let failsAtEnd: Bool
    let waitsAtEnd: Bool
    let readCount = Atomic<Int>(0)
    let cancelled = Atomic<Bool>(false)
    let addresses = Mutex<Set<UInt>>([])

    init(blocks: Int, failsAtEnd: Bool = false, waitsAtEnd: Bool = false) throws {
      format = try PCMFormat(.int16, sampleRate: 8000)
      self.blocks = blocks
      self.failsAtEnd = failsAtEnd
      self.waitsAtEnd = waitsAtEnd
    }

    func read(into buffer: inout PCMBuffer) throws -> Int64? {
      let index = readCount.load(ordering: .relaxed)
      if index == blocks {
        if failsAtEnd { throw Failure() }
        while waitsAtEnd, !cancelled.load(ordering: .acquiring) { usleep(1000) }
        return nil
      }
      buffer.reset(format: format, frameCount: 100)
      unsafe buffer.withMutableBytes { bytes in
        unsafe bytes.storeBytes(of: Int16(truncatingIfNeeded: index), as: Int16.self)
        let address = UInt(bitPattern: bytes.baseAddress)
        addresses.withLock { _ = $0.insert(address) }
      }
      readCount.add(1, ordering: .relaxed)
      // A gap of one frame before every block.
      return Int64(index * 101)
    }

    func cancel() { cancelled.store(true, ordering: .releasing) }
  }

  @Test func readingAheadGivesTheSameBuffersInTheSameOrder() throws {
    let inner = try ScriptedSource(blocks: 1000)
    let source = PrefetchingSource(inner, capacity: 3)
    #expect(source.estimatedFrameCount == 1234)
    var buffer = PCMBuffer(format: source.format)
    for index in 0..<1000 {
      #expect(try source.read(into: &buffer) == Int64(index * 101))
      let first = unsafe buffer.withBytes { unsafe $0.load(as: Int16.self) }
      #expect(first == Int16(index))
    }
    #expect(try source.read(into: &buffer) == nil)
    #expect(try source.read(into: &buffer) == nil)
  }

  @Test func memoryGoesRoundAndRound() throws {
    let inner = try ScriptedSource(blocks: 500)
    let source = PrefetchingSource(inner, capacity: 3)
    var buffer = PCMBuffer(format: source.format, frameCount: 100)
    while try source.read(into: &buffer) != nil {}
    // Three in the queue, one with each side.
    let count = inner.addresses.withLock { $0.count }
    #expect(count <= 5, "\(count) different memories")
  }

  @Test func onlyAsManyBuffersAsFitAreReadAhead() throws {
    let inner = try ScriptedSource(blocks: 1000)
    let source = PrefetchingSource(inner, capacity: 3)
    usleep(100_000)
    let count = inner.readCount.load(ordering: .relaxed)
    #expect(count == 3)
    source.cancel()
  }

  @Test func anErrorComesBehindTheGoodBuffersAndOnlyOnce() throws {
    let source = PrefetchingSource(try ScriptedSource(blocks: 10, failsAtEnd: true), capacity: 3)
    var buffer = PCMBuffer(format: source.format)
    for index in 0..<10 { #expect(try source.read(into: &buffer) == Int64(index * 101)) }
    #expect(throws: ScriptedSource.Failure.self) { try source.read(into: &buffer) }
    #expect(try source.read(into: &buffer) == nil)
  }

  @Test func cancellingWakesTheReaderAndTheOtherSource() throws {
    let inner = try ScriptedSource(blocks: 0, waitsAtEnd: true)
    let source = PrefetchingSource(inner)
    let waited = try timeToReturn(after: { source.cancel() }) {
      var buffer = PCMBuffer(format: source.format)
      return try source.read(into: &buffer)
    }
    #expect(waited < 0.5, "took \(waited) s")
    let wasCancelled = inner.cancelled.load(ordering: .relaxed)
    #expect(wasCancelled)
  }

  @Test func aSourceThatGoesAwayStopsItsThread() throws {
    let inner = try ScriptedSource(blocks: 1000)
    do { _ = PrefetchingSource(inner, capacity: 2) }
    let wasCancelled = inner.cancelled.load(ordering: .acquiring)
    #expect(wasCancelled)
  }
}
