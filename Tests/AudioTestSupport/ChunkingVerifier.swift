/// Cuts an input in many ways. Whatever takes a stream must give the same output for all of them, to
/// the last bit.
///
/// The idea is that of `ByteToMessageDecoderVerifier` in swift-nio.
package enum ChunkingVerifier {
  /// One way to cut: its name, and the pieces from front to back.
  package struct Cut: Sendable, CustomStringConvertible {
    package var description: String
    package var pieces: [Range<Int>]
  }

  /// The whole input, single frames, primes, and random cuts from tiny to large, with empty pieces.
  /// - Parameter singleFrames: whether to try pieces of one frame, the slowest way of all.
  package static func cuts(of count: Int, singleFrames: Bool = true) -> [Cut] {
    var cuts = [cut(count, named: "whole") { count }]
    for length in [7, 61, 1009, 4099] where length < count {
      cuts.append(cut(count, named: "pieces of \(length)") { length })
    }
    for (seed, longest) in [(1, 30), (2, 700), (3, 9000)] {
      var generator = SeededGenerator(seed: UInt64(seed))
      cuts.append(
        cut(count, named: "random pieces of up to \(longest), seed \(seed)") {
          Int.random(in: 0...longest, using: &generator)
        })
    }
    if singleFrames { cuts.append(cut(count, named: "single frames") { 1 }) }
    return cuts
  }

  /// Runs a stage over every cut of an input and compares.
  /// - Parameter process: makes the stage anew, feeds it the pieces and gives all of its output.
  /// - Returns: a sentence for each cut whose output differs from that of the whole input.
  package static func differences<Output: Equatable>(
    inputLength: Int, singleFrames: Bool = true, _ process: ([Range<Int>]) throws -> [Output]
  ) rethrows -> [String] {
    let cuts = cuts(of: inputLength, singleFrames: singleFrames)
    let whole = try process(cuts[0].pieces)
    return try cuts.dropFirst().compactMap { cut in
      let output = try process(cut.pieces)
      if output.count != whole.count {
        return "\(cut): \(output.count) outputs instead of \(whole.count)"
      }
      guard let index = output.indices.first(where: { output[$0] != whole[$0] }) else { return nil }
      return "\(cut): output \(index) is \(output[index]) instead of \(whole[index])"
    }
  }

  private static func cut(
    _ count: Int, named name: String, nextLength: () -> Int
  ) -> Cut {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(start + nextLength(), count)
      pieces.append(start..<end)
      start = end
    }
    return Cut(description: name, pieces: pieces)
  }
}
