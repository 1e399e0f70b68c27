import Synchronization

/// Counts what of a sound could not be had, for readers on other threads. *Thread-safe*.
final class DamageCounter: Sendable {
  private let packets = Atomic<Int>(0)
  private let frames = Atomic<Int64>(0)

  /// Packets that could not be decoded.
  var packetCount: Int { packets.load(ordering: .relaxed) }
  /// Frames that positions jumped over.
  var missingFrameCount: Int64 { frames.load(ordering: .relaxed) }

  func addPacket() { packets.add(1, ordering: .relaxed) }
  func setMissingFrameCount(_ count: Int64) { frames.store(count, ordering: .relaxed) }
}
