internal import CSoundKernels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Foundation
#endif

/// Rows of floats, and the products that training needs, by the kernels that the network runs on.
///
/// *Thread-safe*: a value.
struct Matrix: Sendable, Hashable {
  let rows: Int
  let columns: Int
  /// The numbers, row by row.
  var values: [Float]

  init(rows: Int, columns: Int, values: [Float]) {
    precondition(values.count == rows * columns)
    self.rows = rows
    self.columns = columns
    self.values = values
  }

  init(rows: Int, columns: Int) {
    self.init(rows: rows, columns: columns, values: [Float](repeating: 0, count: rows * columns))
  }

  var transposed: Matrix {
    var result = Matrix(rows: columns, columns: rows)
    unsafe values.withUnsafeBufferPointer { source in
      unsafe result.values.withUnsafeMutableBufferPointer { target in
        for row in 0..<rows {
          for column in 0..<columns {
            unsafe target[column * rows + row] = unsafe source[row * columns + column]
          }
        }
      }
    }
    return result
  }

  /// The matrix times another one, plus a bias for each column, cut off below zero if so wanted.
  func times(_ other: Matrix, bias: [Float]? = nil, hasReLU: Bool = false) -> Matrix {
    precondition(columns == other.rows, "These matrices cannot be multiplied.")
    precondition(bias == nil || bias?.count == other.columns)
    var result = Matrix(rows: rows, columns: other.columns)
    guard rows > 0, columns > 0, other.columns > 0 else { return result }
    var packed = [Float](repeating: 0, count: soundwatch_packed_size(columns, other.columns))
    // Kernels load whole vectors of biases.
    var padded = bias ?? []
    padded += repeatElement(0, count: (other.columns + 31) / 32 * 32 - padded.count)
    unsafe other.values.withUnsafeBufferPointer { weights in
      unsafe packed.withUnsafeMutableBufferPointer { packed in
        guard let weights = weights.baseAddress, let packed = packed.baseAddress else { return }
        unsafe soundwatch_pack(weights, columns, other.columns, packed)
      }
    }
    unsafe values.withUnsafeBufferPointer { input in
      unsafe packed.withUnsafeBufferPointer { packed in
        unsafe padded.withUnsafeBufferPointer { bias in
          unsafe result.values.withUnsafeMutableBufferPointer { output in
            guard let input = input.baseAddress, let packed = packed.baseAddress,
              let bias = bias.baseAddress, let output = output.baseAddress
            else { return }
            unsafe soundwatch_dense(
              input, rows, columns, packed, bias, nil, hasReLU, output, other.columns)
          }
        }
      }
    }
    return result
  }

  /// The sum of each column.
  var columnSums: [Float] {
    var sums = [Float](repeating: 0, count: columns)
    for row in 0..<rows {
      for column in 0..<columns { sums[column] += values[row * columns + column] }
    }
    return sums
  }

  /// The mean of each column over some rows.
  func columnMeans(of range: Range<Int>) -> [Float] {
    var sums = [Float](repeating: 0, count: columns)
    for row in range {
      for column in 0..<columns { sums[column] += values[row * columns + column] }
    }
    return sums.map { $0 / Float(max(range.count, 1)) }
  }

  /// Turns each row into probabilities: its numbers, once scaled, are their logarithms but for a
  /// constant.
  func softmax(scale: Float = 1) -> Matrix {
    var result = self
    for row in 0..<rows {
      let range = row * columns..<(row + 1) * columns
      var highest = -Float.infinity
      for index in range { highest = max(highest, values[index] * scale) }
      var sum: Float = 0
      for index in range {
        let share = expf(values[index] * scale - highest)
        result.values[index] = share
        sum += share
      }
      for index in range { result.values[index] /= sum }
    }
    return result
  }
}
