import AudioTestSupport
import Foundation
import Synchronization
import Testing

@testable import SoundSignal

struct BlockRingTests {
  /// A ring of 16-bit frames that are numbered from zero.
  private func write(_ ring: BlockRing, _ frames: Range<Int>, hostTime: Int64 = 0) -> Bool {
    let samples = frames.map { Int16(truncatingIfNeeded: $0) }
    return unsafe samples.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe ring.write(base, frameCount: frames.count, hostTime: hostTime)
    }
  }

  private func read(_ ring: BlockRing) -> (header: BlockRing.Header, samples: [Int16])? {
    unsafe ring.readBlock { header, bytes in
      (header, unsafe Array(bytes.bindMemory(to: Int16.self)))
    }
  }

  @Test func blocksComeOutAsTheyWentIn() throws {
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 10, slotCount: 4)
    #expect(read(ring) == nil)
    #expect(write(ring, 0..<10, hostTime: 111))
    #expect(write(ring, 10..<13, hostTime: 222))
    let first = try #require(read(ring))
    #expect(
      first.header == .init(framePosition: 0, frameCount: 10, framesLostBefore: 0, hostTime: 111))
    #expect(first.samples == Array(0..<10))
    let second = try #require(read(ring))
    #expect(
      second.header == .init(framePosition: 10, frameCount: 3, framesLostBefore: 0, hostTime: 222))
    #expect(second.samples == [10, 11, 12])
    #expect(read(ring) == nil)
    #expect(ring.framesLost == 0)
    #expect(ring.highWaterMark == 2)
  }

  @Test func aLongBlockIsSplitOverSlots() throws {
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 4)
    #expect(write(ring, 0..<10))
    var samples: [Int16] = []
    while let block = read(ring) {
      #expect(block.header.framePosition == Int64(samples.count))
      samples += block.samples
    }
    #expect(samples == Array(0..<10))
  }

  @Test func aBlockWithoutRoomIsCountedAndToldToTheNext() throws {
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 2)
    #expect(write(ring, 0..<4))
    #expect(write(ring, 4..<8))
    #expect(!write(ring, 8..<12))
    #expect(!write(ring, 12..<15))
    #expect(ring.framesLost == 7)
    #expect(read(ring)?.samples == [0, 1, 2, 3])
    #expect(write(ring, 15..<17))
    #expect(read(ring)?.header.framesLostBefore == 0)
    let block = try #require(read(ring))
    #expect(block.header.framesLostBefore == 7)
    #expect(block.header.framePosition == 15)
    #expect(block.samples == [15, 16])
    #expect(write(ring, 17..<18))
    #expect(read(ring)?.header.framesLostBefore == 0)
  }

  @Test func theRestOfASplitBlockCanBeLost() throws {
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 2)
    #expect(!write(ring, 0..<11))
    #expect(ring.framesLost == 3)
    _ = read(ring)
    _ = read(ring)
    #expect(write(ring, 11..<12))
    let block = try #require(read(ring))
    #expect(block.header.framesLostBefore == 3)
    #expect(block.header.framePosition == 11)
  }

  @Test func whatTheDeviceLostMovesTheTimeLine() throws {
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 2)
    ring.reportLoss(ofFrames: 100)
    #expect(write(ring, 0..<1))
    let block = try #require(read(ring))
    #expect(block.header.framesLostBefore == 100)
    #expect(block.header.framePosition == 100)
    #expect(ring.framesLost == 100)
  }

  @Test func aBlockIsFreedEvenWhenItsReaderThrows() {
    struct Refusal: Error {}
    let ring = BlockRing(bytesPerFrame: 2, framesPerSlot: 4, slotCount: 1)
    #expect(write(ring, 0..<1))
    #expect(throws: Refusal.self) {
      try unsafe ring.readBlock { _, _ in throw Refusal() }
    }
    #expect(write(ring, 1..<2))
  }

  /// Frames are numbered, so whatever is torn, doubled or out of place shows. Under the thread
  /// sanitizer there are fewer blocks, but every access is watched.
  @Test(.timeLimit(.minutes(10)))
  func nothingIsTornBetweenTwoThreads() {
    let ring = BlockRing(bytesPerFrame: 4, framesPerSlot: 16, slotCount: 64)
    let blockCount =
      ProcessInfo.processInfo.environment["SOUNDWATCH_SLOW_BUILD"] == nil ? 2_000_000 : 200_000
    let isWritten = Atomic<Bool>(false)
    let writtenFrames = Atomic<Int>(0)
    let writer = Thread {
      var block = [UInt32](repeating: 0, count: 23)
      var next: UInt32 = 0
      for index in 0..<blockCount {
        let count = 1 + index % block.count
        for frame in 0..<count { block[frame] = next &+ UInt32(frame) }
        unsafe block.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          unsafe ring.write(base, frameCount: count, hostTime: Int64(index))
        }
        next &+= UInt32(count)
      }
      writtenFrames.store(Int(next), ordering: .relaxed)
      isWritten.store(true, ordering: .releasing)
    }
    writer.start()
    var expected: Int64 = 0
    var (received, lost): (Int64, Int64) = (0, 0)
    var faults: [String] = []
    while faults.count < 5 {
      let wasWritten = isWritten.load(ordering: .acquiring)
      let block: Void? = unsafe ring.readBlock { header, bytes in
        expected += header.framesLostBefore
        lost += header.framesLostBefore
        if header.framePosition != expected { faults.append("\(header) instead of \(expected)") }
        let frames = unsafe bytes.bindMemory(to: UInt32.self)
        for index in 0..<header.frameCount
        where unsafe frames[index] != UInt32(truncatingIfNeeded: expected + Int64(index)) {
          faults.append(unsafe "\(frames[index]) at \(expected + Int64(index))")
        }
        expected += Int64(header.frameCount)
        received += Int64(header.frameCount)
      }
      if block == nil && wasWritten { break }
    }
    #expect(faults == [])
    let total = Int64(writtenFrames.load(ordering: .relaxed))
    #expect(received + ring.framesLost == total)
    // What was lost behind the last block that fitted has no block to tell it.
    #expect(lost <= ring.framesLost)
    #expect(received > 0)
  }
}
