import AudioTestSupport
import Foundation
import Testing

@testable import SoundClassification

/// A model file may come from anywhere. Whatever is wrong with it must be a ``ModelError``.
struct ModelFileTests {
  private func load(_ bytes: [UInt8]) throws -> SoundModel { try SoundModel(bytes: bytes) }

  private func code(_ bytes: [UInt8]) -> ModelError.Code? {
    do {
      _ = try SoundModel(bytes: bytes)
      return nil
    } catch { return error.code }
  }

  @Test func aFileIsWhatItsTableSays() throws {
    let bytes = try TinyModel.builder().bytes()
    let model = try load(bytes)
    #expect(model.labels == ["low", "high"])
    let file = try ModelFile(bytes, name: "tiny")
    let again = try ModelFile(manifest: file.manifest, weights: file.weights).serialized()
    #expect(try ModelFile(again, name: "again").manifest == file.manifest)
    #expect(try ModelFile(again, name: "again").weights == file.weights)
  }

  @Test func theBundledModelHasItsNameAndLabels() throws {
    let model = try SoundModel.builtIn(.version1)
    #expect(model.manifest.identifier == "version1")
    #expect(model.labels == ["speech", "music", "singing", "noise"])
    #expect(try SoundModel.builtIn(.version1) === model)
  }

  @Test func anUnknownClassifierIsNamed() {
    let error = #expect(throws: ModelError.self) {
      try SoundModel.builtIn(SoundClassifierIdentifier(rawValue: "version0"))
    }
    #expect(error?.code == .unknownIdentifier)
    #expect(error?.message.contains("version0") == true)
  }

  @Test func aMissingFileIsNamed() {
    let error = #expect(throws: ModelError.self) {
      try SoundModel(contentsOf: "/nowhere/at.all.soundmodel")
    }
    #expect(error?.code == .unreadable)
    #expect(error?.message.contains("/nowhere/at.all.soundmodel") == true)
    #expect(throws: ModelError.self) { try SoundModel(contentsOf: "/") }
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try TinyModel.builder().bytes()
    for count in 0..<bytes.count {
      let code = code(Array(bytes[..<count]))
      #expect(code == (count < 64 ? .notAModel : .damaged), "\(count) bytes")
    }
    #expect(code(bytes + [0]) == .damaged)
  }

  @Test func everyFlippedBitOfTheHeaderIsNoticed() throws {
    let bytes = try TinyModel.builder().bytes()
    for bit in 0..<64 * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let wanted: ModelError.Code =
        switch bit / 8 {
        case 0..<8: .notAModel
        case 8..<12: .unsupportedVersion
        default: .damaged
        }
      #expect(code(flipped) == wanted, "bit \(bit)")
    }
  }

  @Test func flippedBitsOfTheBodyAreNoticed() throws {
    let bytes = try TinyModel.builder().bytes()
    for index in stride(from: 64, to: bytes.count, by: 7) {
      var flipped = bytes
      flipped[index] ^= 0x10
      #expect(code(flipped) == .damaged, "byte \(index)")
    }
  }

  @Test(arguments: [UInt64](arrayLiteral: 1 << 20, 1 << 28, 1 << 31, 1 << 32, 1 << 62, .max))
  func absurdLengthsAreRefusedWithoutTakingMemory(length: UInt64) throws {
    let bytes = try TinyModel.builder().bytes()
    for (place, width) in [(12, 4), (16, 8)] {
      var absurd = bytes
      for index in 0..<width {
        absurd[place + index] = UInt8(truncatingIfNeeded: length >> UInt64(8 * index))
      }
      // 2^32 and more leave nothing but zeros of the manifest's four bytes: it is then empty.
      #expect(code(ModelFileBuilder.withChecksum(absurd)) == .damaged, "\(length) at \(place)")
    }
  }

  /// Every bit of the manifest under a checksum that fits, so that the inner checks are reached. Some
  /// flips make another usable model, which must then run.
  @Test(.timeLimit(.minutes(10)))
  func flippedBitsUnderARightChecksumAreErrorsOrUsableModels() throws {
    let bytes = try TinyModel.builder().bytes()
    let length = bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    for bit in 0..<length * 8 where bit % 3 == 0 {
      var flipped = bytes
      flipped[64 + bit / 8] ^= 1 << UInt8(bit % 8)
      guard let model = try? load(ModelFileBuilder.withChecksum(flipped)) else { continue }
      _ = ScoreRecording(of: SyntheticSound.noise(seed: 1, count: 800), sampleRate: 8_000, model)
    }
  }

  private static func change(
    _ path: [String], of object: inout [String: Any], to value: Any?
  ) {
    guard path.count > 1 else { return object[path[0]] = value }
    if let index = Int(path[1]), var list = object[path[0]] as? [[String: Any]] {
      if path.count == 2 { return list[index] = [:] }
      change(Array(path.dropFirst(2)), of: &list[index], to: value)
      object[path[0]] = list
    } else if var inner = object[path[0]] as? [String: Any] {
      change(Array(path.dropFirst()), of: &inner, to: value)
      object[path[0]] = inner
    }
  }

  private func code(changing path: String, to value: Any?) throws -> ModelError.Code? {
    var builder = TinyModel.builder()
    Self.change(path.split(separator: ".").map(String.init), of: &builder.manifest, to: value)
    return code(try builder.bytes())
  }

  @Test func aManifestWithoutOneOfItsFieldsIsInvalid() throws {
    for path in [
      "identifier", "description", "licence", "labels", "frontEnd", "normalization",
      "framesPerScore", "delayInScores", "weightFormat", "layers", "heads", "segmentation",
      "frontEnd.sampleRate", "frontEnd.bands", "frontEnd.floor", "normalization.kind",
      "normalization.scale", "segmentation.liveLag", "segmentation.clipRange", "layers.0.kind",
      "layers.0.kernel", "layers.0.stride", "layers.0.frequencyPadding", "layers.0.weights",
      "layers.0.bias", "layers.0.inputChannels", "layers.0.outputChannels", "layers.1.inputs",
      "layers.1.outputs", "heads.0.name", "heads.0.offset", "heads.0.scale",
    ] {
      #expect(try code(changing: path, to: nil) == .invalid, "without \(path)")
    }
  }

  @Test func aManifestWithAnUnusableValueIsInvalid() throws {
    let wrong: [(String, [Any])] = [
      (
        "labels",
        [[String](), ["low"], ["low", "low"], ["low", ""], ["low", "silence"], "low", [1, 2]]
      ),
      ("frontEnd.sampleRate", [0, -1, 3999, 384_001, 9_007_199_254_740_993, "8000"]),
      ("frontEnd.windowLength", [0, -1, 257, 1e300]),
      ("frontEnd.hopLength", [0, -80, 201]),
      ("frontEnd.fftLength", [0, 255, 1 << 40]),
      ("frontEnd.bands", [0, -8, 257, 7]),
      ("frontEnd.lowestFrequency", [-1, 3900, 1e300]),
      ("frontEnd.highestFrequency", [0, 4001, 1e300]),
      ("frontEnd.floor", [0, 1, -1e-10]),
      ("normalization.kind", ["", "none"]),
      ("normalization.attackTimeConstant", [0, -1]),
      ("normalization.releaseTimeConstant", [0, -1]),
      ("normalization.minimum", [8, 9]),
      ("normalization.scale", [0]),
      ("framesPerScore", [0, -4, 3, 8, 65, Int.max]),
      ("delayInScores", [-1, 251, Int.max]),
      ("weightFormat", ["float64", ""]),
      ("layers", [[Any](), [["kind": "save"]], [["kind": "add"]]]),
      ("layers.0.kind", ["pooling", "depthwise", "pointwise", "dense"]),
      ("layers.0.inputChannels", [0, 2, -1, Int.max]),
      ("layers.0.outputChannels", [0, -1, 3, 4097, Int.max]),
      (
        "layers.0.kernel",
        [[Int](), [4], [4, 8, 1], [0, 8], [65, 8], [4, -8], [Int.max, Int.max]]
      ),
      ("layers.0.stride", [[0, 1], [4, 0], [3, 1], [2, 1], [5, 1], [Int.max, 1]]),
      ("layers.0.frequencyPadding", [[-1, 0], [8, 0], [0, 8], [0], [Int.max, Int.max]]),
      ("layers.0.dilation", [0, -1, 2, Int.max]),
      ("layers.0.activation", ["tanh", ""]),
      ("layers.0.weights", [-1, 9, 72, Int.max, Int.min]),
      ("layers.0.bias", [-1, 71, 72, Int.max]),
      ("layers.1.inputs", [0, 1, 3, Int.max]),
      ("layers.1.outputs", [0, -1, 1, 4097, Int.max]),
      ("layers.1.weights", [-1, 69, Int.max]),
      ("heads", [[Any]()]),
      ("heads.0.name", ["", "shared"]),
      ("heads.0.activation", ["relu", ""]),
      ("heads.0.offset", [-1, 1, Int.max, Int.min]),
      ("heads.0.count", [0, 1, 3, -2, Int.max]),
      ("heads.0.scale", [[1.0], [1, 2, 3], [1e300, 1]]),
      ("heads.0.bias", [[Double](), [0, 1e7]]),
      ("segmentation.classBias", [[0.0], [Double]()]),
      ("segmentation.liveLag", [-1, 251, Int.max]),
      ("segmentation.leaveSilence", [-61]),
    ]
    for (path, values) in wrong {
      for value in values {
        #expect(try code(changing: path, to: value) == .invalid, "\(path) = \(value)")
      }
    }
  }

  @Test func weightsThatAreNotNumbersAreInvalid() throws {
    for bits: UInt32 in [0x7fc0_0000, 0x7f80_0000, 0xff80_0000] {
      var builder = TinyModel.builder()
      for index in 0..<4 {
        builder.weights[index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * index))
      }
      #expect(code(try builder.bytes()) == .invalid)
    }
  }

  @Test func aManifestThatIsNoJSONIsInvalid() throws {
    let bytes = try TinyModel.builder().bytes()
    for content: UInt8 in [0, 0x5b, 0xff] {
      var broken = bytes
      for index in 64..<200 { broken[index] = content }
      #expect(code(ModelFileBuilder.withChecksum(broken)) == .invalid)
    }
  }

  /// 128 kB of weights could otherwise ask for 64 GB of gathered rows.
  @Test func aNetworkThatNeedsAbsurdMemoryIsInvalid() throws {
    var builder = TinyModel.builder()
    let wide: [String: Any] = [
      "kind": "convolution", "inputChannels": 1, "outputChannels": 16, "kernel": [1, 1],
      "stride": [1, 1], "frequencyPadding": [0, 0], "activation": "none", "weights": 0, "bias": 0,
    ]
    let absurd: [String: Any] = [
      "kind": "convolution", "inputChannels": 16, "outputChannels": 1, "kernel": [64, 64],
      "stride": [1, 1], "frequencyPadding": [63, 63], "activation": "none", "weights": 0, "bias": 0,
    ]
    let narrow: [String: Any] = [
      "kind": "convolution", "inputChannels": 1, "outputChannels": 1, "kernel": [64, 64],
      "stride": [64, 64], "frequencyPadding": [0, 0], "activation": "none", "weights": 0, "bias": 0,
    ]
    let dense: [String: Any] = [
      "kind": "dense", "inputs": 2, "outputs": 2, "weights": 0, "bias": 0,
    ]
    builder.manifest["layers"] = [wide, absurd, narrow, dense]
    builder.manifest["framesPerScore"] = 64
    Self.change(["frontEnd", "bands"], of: &builder.manifest, to: 128)
    builder.weights = [UInt8](repeating: 0, count: 65_536 * 4)
    #expect(code(try builder.bytes()) == .invalid)
  }
}
