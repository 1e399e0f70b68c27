import AudioTestSupport
import CSoundKernels
import Foundation
import Testing

/// Every set of kernels against plain Swift in double precision, and against itself in other block
/// sizes. Which set is used is a switch of the whole process, which other tests must not see: by default
/// only the set in use is tested. `make test` runs these tests alone once more with all sets.
@Suite(.serialized)
struct KernelTests {
  private static let testsAllSets =
    ProcessInfo.processInfo.environment["SOUNDWATCH_KERNEL_SETS"] != nil
  static let sets =
    testsAllSets
    ? ["baseline", "avx2", "avx512"] : [unsafe String(cString: soundwatch_kernel_name())]

  /// Runs `body` with a set of kernels, if this machine has it.
  private func with(_ set: String, _ body: () throws -> Void) rethrows {
    let before = setInUse
    guard select(set) else { return }
    defer { _ = select(before) }
    try body()
  }

  private var setInUse: String { unsafe String(cString: soundwatch_kernel_name()) }

  private func select(_ set: String) -> Bool { unsafe soundwatch_kernel_select(set) }

  private func noise(_ count: Int, seed: Int, amplitude: Double = 1) -> [Float] {
    SyntheticSound.noise(seed: UInt64(seed), count: count, amplitude: amplitude)
  }

  @Test(.enabled(if: testsAllSets)) func unknownSetsAreRefused() {
    let before = setInUse
    #expect(!select("mmx"))
    #expect(setInUse == before)
    #expect(select("baseline"))
    #expect(setInUse == "baseline")
    #expect(select(before))
  }

  @Test(arguments: sets)
  func productsAreExact(set: String) {
    with(set) {
      for count in [0, 1, 3, 4, 15, 16, 17, 33, 400, 551] {
        let (a, b) = (noise(count, seed: 1), noise(count, seed: 2))
        var out = [Float](repeating: .nan, count: count)
        unsafe soundwatch_multiply(a, b, &out, count)
        #expect(out == zip(a, b).map { $0 * $1 })
      }
    }
  }

  @Test(arguments: sets)
  func energyIsTheSumOfSquares(set: String) {
    with(set) {
      for count in [0, 1, 7, 16, 110, 160, 221, 441] {
        let samples = noise(count, seed: 3)
        let wanted = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let energy = Double(unsafe soundwatch_energy(samples, count))
        #expect(abs(energy - wanted) <= 1e-6 * wanted, "\(energy) instead of \(wanted)")
      }
    }
  }

  @Test(arguments: sets)
  func theHalfBandFilterIsItsSum(set: String) {
    with(set) {
      let (pairs, count) = (11, 203)
      let (even, odd) = (noise(count + 2 * pairs, seed: 4), noise(count, seed: 5))
      let taps = noise(pairs, seed: 6)
      var out = [Float](repeating: .nan, count: count)
      unsafe soundwatch_half_band(even, odd, taps, pairs, &out, count)
      let wanted = (0..<count).map { n in
        (0..<pairs).reduce(Double(odd[n]) / 2) { total, k in
          total + Double(taps[k]) * (Double(even[n + pairs - 1 - k]) + Double(even[n + pairs + k]))
        }
      }
      let comparison = GoldenComparison(out, golden: wanted, tolerance: 5e-6)
      #expect(comparison.isWithinTolerance, "\(comparison)")
      for block in [1, 3, 16, 50] {
        var pieces = [Float](repeating: .nan, count: count)
        for start in stride(from: 0, to: count, by: block) {
          let length = min(block, count - start)
          unsafe pieces.withUnsafeMutableBufferPointer { pieces in
            guard let target = pieces.baseAddress else { return }
            unsafe soundwatch_half_band(
              Array(even[start...]), Array(odd[start...]), taps, pairs, target + start, length)
          }
        }
        #expect(pieces == out, "blocks of \(block)")
      }
    }
  }

  @Test(arguments: sets)
  func logMelIsTheLogarithmOfWeightedPower(set: String) {
    with(set) {
      let bins = 129
      for bandCount in [1, 5, 16, 40, 64] {
        var firstBins: [Int32] = []
        var offsets: [Int32] = [0]
        for band in 0..<bandCount {
          firstBins.append(Int32(band * (bins - 5) / max(bandCount - 1, 1)))
          offsets.append(offsets[band] + (band.isMultiple(of: 3) ? 8 : 4))
        }
        // The last run must end within four bins behind the spectrum.
        if let last = firstBins.indices.last { firstBins[last] = Int32(bins - 8) }
        let weights = noise(Int(offsets[bandCount]), seed: 7).map { abs($0) }
        let spectrum = noise(2 * bins, seed: 8, amplitude: 0.01)
        var power = [Float](repeating: .nan, count: bins + 4)
        var out = [Float](repeating: .nan, count: bandCount)
        let floor: Float = 1e-10
        let level = unsafe firstBins.withUnsafeBufferPointer { first in
          unsafe offsets.withUnsafeBufferPointer { offsets in
            unsafe weights.withUnsafeBufferPointer { weights -> Float in
              guard let first = first.baseAddress, let offsets = offsets.baseAddress,
                let weights = weights.baseAddress
              else { return .nan }
              var bank = unsafe soundwatch_filterbank(
                band_count: Int32(bandCount), first_bin: first, weight_offset: offsets,
                weights: weights)
              return unsafe soundwatch_log_mel(spectrum, bins, &bank, floor, &power, &out)
            }
          }
        }
        let sums = (0..<bandCount).map { band in
          (Int(offsets[band])..<Int(offsets[band + 1])).reduce(Double(floor)) { total, index in
            let bin = Int(firstBins[band]) + index - Int(offsets[band])
            guard bin < bins else { return total }
            let (re, im) = (Double(spectrum[2 * bin]), Double(spectrum[2 * bin + 1]))
            return total + Double(weights[index]) * (re * re + im * im)
          }
        }
        // The polynomial is off by 4e-8; the rest is the rounding of numbers up to 24.
        let comparison = GoldenComparison(out, golden: sums.map { log($0) }, tolerance: 5e-6)
        #expect(comparison.isWithinTolerance, "\(bandCount) bands: \(comparison)")
        let wantedLevel = log(sums.reduce(0, +) / Double(bandCount))
        #expect(abs(Double(level) - wantedLevel) < 5e-6, "level of \(bandCount) bands")
      }
    }
  }

  private func dense(
    _ input: [Float], rows: Int, inputs: Int, packed: [Float], bias: [Float], residual: [Float]?,
    relu: Bool, outputs: Int
  ) -> [Float] {
    var out = [Float](repeating: .nan, count: rows * outputs)
    // Kernels read whole vectors of biases.
    let bias = bias + [Float](repeating: 0, count: 32)
    if let residual {
      unsafe soundwatch_dense(input, rows, inputs, packed, bias, residual, relu, &out, outputs)
    } else {
      unsafe soundwatch_dense(input, rows, inputs, packed, bias, nil, relu, &out, outputs)
    }
    return out
  }

  @Test(arguments: sets)
  func aMatrixIsItsSumAndDoesNotDependOnTheRows(set: String) {
    with(set) {
      for (inputs, outputs) in [(1, 1), (5, 8), (20, 16), (33, 31), (64, 32), (48, 40), (17, 100)] {
        let rows = 23
        let weights = noise(inputs * outputs, seed: 9)
        var packed = [Float](
          repeating: .nan, count: soundwatch_packed_size(inputs, outputs))
        unsafe soundwatch_pack(weights, inputs, outputs, &packed)
        let (input, bias) = (noise(rows * inputs, seed: 10), noise(outputs, seed: 11))
        for (relu, hasResidual) in [(false, false), (true, false), (false, true), (true, true)] {
          let residual = hasResidual ? noise(rows * outputs, seed: 12) : nil
          let out = dense(
            input, rows: rows, inputs: inputs, packed: packed, bias: bias, residual: residual,
            relu: relu, outputs: outputs)
          var wanted: [Double] = []
          for row in 0..<rows {
            for column in 0..<outputs {
              var total = Double(bias[column]) + Double(residual?[row * outputs + column] ?? 0)
              for k in 0..<inputs {
                total += Double(input[row * inputs + k]) * Double(weights[k * outputs + column])
              }
              wanted.append(relu ? max(total, 0) : total)
            }
          }
          // Up to 64 products of numbers below 1, each rounded to 24 bits of a sum below 16.
          let comparison = GoldenComparison(out, golden: wanted, tolerance: 1e-5)
          #expect(comparison.isWithinTolerance, "\(inputs) x \(outputs): \(comparison)")
          for block in [1, 2, 5, 16] {
            var pieces: [Float] = []
            for start in stride(from: 0, to: rows, by: block) {
              let end = min(start + block, rows)
              pieces += dense(
                Array(input[start * inputs..<end * inputs]), rows: end - start, inputs: inputs,
                packed: packed, bias: bias,
                residual: residual.map { Array($0[start * outputs..<end * outputs]) }, relu: relu,
                outputs: outputs)
            }
            #expect(pieces == out, "\(inputs) x \(outputs) in blocks of \(block)")
          }
        }
      }
    }
  }

  @Test(arguments: sets)
  func aDepthwiseConvolutionIsItsSumAndDoesNotDependOnTheTimes(set: String) {
    with(set) {
      for channels in [1, 3, 8, 16, 24, 40] {
        for (kt, kf, st, sf, dilation, padding, frequencies) in [
          (4, 3, 2, 2, 1, 1, 16), (3, 3, 1, 1, 1, 1, 4), (5, 1, 1, 1, 4, 0, 1),
          (2, 5, 2, 3, 1, 2, 7),
        ] {
          let outTimes = 9
          let outFrequencies = (frequencies + 2 * padding - kf) / sf + 1
          let inTimes = (outTimes - 1) * st + (kt - 1) * dilation + 1
          let row = frequencies * channels
          let input = noise(inTimes * row, seed: 13)
          let (weights, bias) = (noise(kt * kf * channels, seed: 14), noise(channels, seed: 15))
          var shape = soundwatch_depthwise_shape(
            channels: channels, time_kernel: kt, frequency_kernel: kf, time_stride: st,
            frequency_stride: sf, dilation: dilation, frequency_padding: padding,
            in_frequencies: frequencies, out_frequencies: outFrequencies)
          for relu in [false, true] {
            var out = [Float](repeating: .nan, count: outTimes * outFrequencies * channels)
            unsafe soundwatch_depthwise(input, outTimes, &shape, weights, bias, relu, &out)
            var wanted: [Double] = []
            for time in 0..<outTimes {
              for frequency in 0..<outFrequencies {
                for channel in 0..<channels {
                  var total = Double(bias[channel])
                  for t in 0..<kt {
                    for f in 0..<kf {
                      let place = frequency * sf + f - padding
                      guard (0..<frequencies).contains(place) else { continue }
                      total +=
                        Double(input[(time * st + t * dilation) * row + place * channels + channel])
                        * Double(weights[(t * kf + f) * channels + channel])
                    }
                  }
                  wanted.append(relu ? max(total, 0) : total)
                }
              }
            }
            let comparison = GoldenComparison(out, golden: wanted, tolerance: 5e-6)
            #expect(comparison.isWithinTolerance, "\(channels) channels: \(comparison)")
            for block in [1, 2, 4] {
              var pieces: [Float] = []
              for start in stride(from: 0, to: outTimes, by: block) {
                let times = min(block, outTimes - start)
                var piece = [Float](repeating: .nan, count: times * outFrequencies * channels)
                unsafe soundwatch_depthwise(
                  Array(input[start * st * row..<input.count]), times, &shape, weights, bias, relu,
                  &piece)
                pieces += piece
              }
              #expect(pieces == out, "\(channels) channels in blocks of \(block)")
            }
          }
        }
      }
    }
  }
}
