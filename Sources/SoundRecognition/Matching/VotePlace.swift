/// A place in the space of votes.
struct VotePlace {
  var reference: ReferenceNumber
  /// The start in ``CandidateSearch/binLength``.
  var bin: Int
  /// A number for the model of stretch and skew, 0 to 255.
  var model: Int

  /// Starts may lie before the reference, and the place with number 0 must not exist.
  private static let bias = 1 << 20

  @inline(__always)
  init(_ reference: ReferenceNumber, start: Float, model: Int = 0) {
    self.reference = reference
    bin = Int((start / CandidateSearch.binLength + Float(Self.bias))) - Self.bias
    self.model = model
  }

  init(packed: VoteTable.Place) {
    reference = ReferenceNumber(packed >> 32)
    bin = Int((packed >> 8) & 0xff_ffff) - Self.bias
    model = Int(packed & 0xff)
  }

  var packed: VoteTable.Place {
    UInt64(reference) << 32 | UInt64((bin + Self.bias) & 0xff_ffff) << 8 | UInt64(model)
  }

  func moved(by bins: Int) -> VotePlace {
    var place = self
    place.bin += bins
    return place
  }
}
