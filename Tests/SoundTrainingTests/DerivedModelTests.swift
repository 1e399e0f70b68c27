import Testing

@testable import SoundClassification

@Suite struct DerivedModelTests {
  private func derived(scale: Double = 0.5) throws -> SoundModel {
    let base = try SoundModel.builtIn(.version1)
    let layer = DenseLayer(
      inputs: 128, outputs: 3, weights: (0..<384).map { Float($0 % 7) / 64 }, bias: [1, 2, 3],
      hasReLU: false)
    return try SoundModel(
      bytes: base.derivedFile(
        ModelDerivation(
          name: "Türen & Tore", description: "d", licence: "l", labels: ["a", "b", "c"],
          layers: [layer], scale: scale)))
  }

  @Test func theLayersBelowStayBitForBit() throws {
    let base = try SoundModel.builtIn(.version1)
    let model = try derived()
    let kept = model.storedWeights.count - 2 * (384 + 3)
    #expect(model.manifest.layers.dropLast() == base.manifest.layers.dropLast())
    #expect(model.storedWeights[..<kept] == base.storedWeights[..<kept])
    #expect(kept / 2 == base.manifest.layers.last?.weights)
  }

  /// The first three residual blocks over time of the bundled network reach back over 28 scores.
  @Test func theFirstLayersHearASecond() throws {
    let base = try SoundModel.builtIn(.version1)
    let ears = try base.firstLayers(hearing: 1)
    let kept = ears.manifest.layers.count - 1
    #expect(ears.manifest.layers.dropLast() == base.manifest.layers.prefix(kept))
    #expect(base.manifest.layers[kept - 1].kind == .add)
    #expect(base.manifest.layers[..<kept].compactMap(\.dilation).max() == 4)
    #expect(ears.embeddingCount == 128)
  }

  @Test func withoutEnoughContextAllLayersStay() throws {
    let base = try SoundModel.builtIn(.version1)
    let ears = try base.firstLayers(hearing: 1_000)
    #expect(ears.manifest.layers.dropLast() == base.manifest.layers.dropLast())
  }

  @Test func whatIsNotLearnedIsInherited() throws {
    let base = try SoundModel.builtIn(.version1).manifest
    let manifest = try derived().manifest
    var segmentation = base.segmentation
    segmentation.classBias = [0, 0, 0]
    #expect(manifest.segmentation == segmentation)
    #expect(manifest.frontEnd == base.frontEnd && manifest.normalization == base.normalization)
    #expect(manifest.weightFormat == base.weightFormat)
    #expect(manifest.heads.map(\.scale) == [[0.5, 0.5, 0.5]])
  }

  @Test func otherContentHasAnotherIdentifier() throws {
    let identifiers = try [derived(), derived(), derived(scale: 0.6)].map(\.manifest.identifier)
    #expect(identifiers[0].hasPrefix("türen-tore-"))
    #expect(identifiers[0] == identifiers[1])
    #expect(identifiers[0] != identifiers[2])
  }

  @Test func everyHalfComesBackAsItWas() {
    var bytes: [UInt8] = []
    for half in 0...UInt16.max where half >> 10 & 0x1f != 31 {
      bytes += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)]
    }
    let format = ModelManifest.WeightFormat.float16
    #expect(format.encode(format.decode(bytes)) == bytes)
  }

  @Test(
    arguments: [
      (1 + 0x1p-11, 1), (1 + 3 * 0x1p-11, 1 + 0x1p-9), (2 - 0x1p-12, 2), (70_000, 65_504),
      (-1e9, -65_504), (0x1p-26, 0), (0x1.8p-25, 0x1p-24), (0.1, 0.0999755859375),
    ] as [(Float, Float)])
  func otherNumbersBecomeTheNearestHalf(_ number: Float, _ half: Float) {
    #expect(ModelManifest.WeightFormat.float16.rounded([number]) == [half])
  }
}
