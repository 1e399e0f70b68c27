import AudioTestSupport
import SoundSpectra
import Testing

struct LocalMaximaStreamTests {
  private static let binCount = 96
  private static let bins = 5..<80

  private struct Point: Hashable, CustomStringConvertible {
    var row: Int
    var bin: Int
    var description: String { "row \(row) bin \(bin)" }
  }

  /// Rows of noise with few levels, so that there are ties.
  private func noise(rows: Int, levels: Int = 40) -> [[Int16]] {
    var generator = SeededGenerator(seed: 11)
    return (0..<rows).map { _ in
      (0..<Self.binCount).map { _ in
        Int16(4000 + 10 * Int.random(in: 0..<levels, using: &generator))
      }
    }
  }

  private func stream(_ rows: [[Int16]]) -> [LocalMaximaStream.Maximum] {
    var stream = LocalMaximaStream(binCount: Self.binCount, bins: Self.bins)
    var found: [LocalMaximaStream.Maximum] = []
    for row in rows {
      unsafe row.withUnsafeBufferPointer { row in
        unsafe stream.process(row) { found.append($0) }
      }
    }
    stream.finish { found.append($0) }
    return found
  }

  @Test(arguments: [2, 3, 16, 17, 18, 40, 120])
  func maximaAreThoseThatALookAtEveryPointFinds(rowCount: Int) {
    let rows = noise(rows: rowCount)
    var expected: [Point] = []
    for row in 1..<max(1, rowCount - 1) {
      for bin in Self.bins where isMaximum(row, bin, rows) {
        expected.append(Point(row: row, bin: bin))
      }
    }
    let found = stream(rows).map { Point(row: $0.row, bin: Int(($0.frequency).rounded())) }
    // Half a bin may round to the neighbour.
    #expect(found.count == expected.count)
    for (point, wanted) in zip(found, expected) {
      #expect(point.row == wanted.row && abs(point.bin - wanted.bin) <= 1, "\(point), \(wanted)")
    }
  }

  private func isMaximum(_ row: Int, _ bin: Int, _ rows: [[Int16]]) -> Bool {
    let level = rows[row][bin]
    let reach = bin < 48 ? 3 : 6
    for otherRow in max(0, row - 4)...min(rows.count - 1, row + 4) {
      for other in max(0, bin - reach)...bin + reach {
        let isBefore = (otherRow, other) < (row, bin)
        let isHigher = isBefore ? rows[otherRow][other] >= level : rows[otherRow][other] > level
        if (otherRow, other) != (row, bin), isHigher { return false }
      }
    }
    return true
  }

  @Test func salienceIsTheLevelOverThreeQuartersOfTheMean() throws {
    for maximum in stream(noise(rows: 60, levels: 300)) {
      let rows = noise(rows: 60, levels: 300)
      let bin = Int(maximum.frequency.rounded())
      let (low, high) = (max(0, maximum.row - 16), min(59, maximum.row + 16))
      // Interpolation may round to a neighbouring bin: the level tells which it was.
      let values = (low...high).flatMap { rows[$0][max(0, bin - 20)...min(95, bin + 20)] }
      let mean = values.reduce(0) { $0 + Float($1) } / Float(values.count)
      let level = (bin - 1...bin + 1).map { Float(rows[maximum.row][$0]) }.max() ?? 0
      #expect(abs(maximum.salience - (level - 0.75 * mean)) < 40)
    }
  }

  @Test func flatSoundHasNoMaxima() {
    #expect(stream([[Int16]](repeating: [Int16](repeating: 3000, count: 96), count: 50)).isEmpty)
  }
}
