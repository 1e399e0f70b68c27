public import FoundationEssentials

extension Signature {
  /// Cuts the signature into parts, from front to back. A part that would reach beyond the end is not
  /// given.
  /// - Parameters:
  ///   - start: where the first part begins, in seconds.
  ///   - duration: the length of a part in seconds.
  ///   - stride: the distance between the starts of parts; back to back when it is left out.
  /// - Throws: ``RecognitionError`` with the code `signatureDurationInvalid` when `start` is negative
  ///   or a length is not positive.
  public func slices(
    from start: TimeInterval, duration: TimeInterval, stride: TimeInterval? = nil
  ) throws(RecognitionError) -> Slices {
    let stride = stride ?? duration
    let longest = Double(Self.maximumSampleCount) / Double(PeakGrid.sampleRate)
    guard (0...longest).contains(start), duration >= 0.001, stride >= 0.001 else {
      throw RecognitionError(
        .signatureDurationInvalid,
        "Slices need a start that is not negative, and a duration and a stride of a millisecond "
          + "or more; these are \(start), \(duration) and \(stride) seconds.")
    }
    return Slices(
      signature: self, start: start, duration: min(duration, longest), stride: min(stride, longest))
  }

  /// The parts of a signature, one after the other; see
  /// ``Signature/slices(from:duration:stride:)``.
  ///
  /// *Thread-safe*: a value.
  public struct Slices: AsyncSequence, Sendable {
    /// A part of the signature.
    public typealias Element = Signature
    /// Only cancellation is thrown.
    public typealias Failure = any Error

    fileprivate let signature: Signature
    fileprivate let start: TimeInterval
    fileprivate let duration: TimeInterval
    fileprivate let stride: TimeInterval

    /// Starts from the first part.
    public func makeAsyncIterator() -> Iterator { Iterator(slices: self) }

    /// Goes through the parts. *Confined*.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let slices: Slices
      fileprivate var index = 0

      /// The next part, or `nil` behind the last.
      /// - Throws: `CancellationError` when the task is cancelled.
      public mutating func next() async throws -> Signature? {
        try Task.checkCancellation()
        // Counted, not added up: rounding must not grow with the number of parts.
        let start = slices.start + Double(index) * slices.stride
        // A millisecond of grace, so that a signature has as many parts as arithmetic says.
        guard start + slices.duration <= slices.signature.duration + 0.001 else { return nil }
        index += 1
        let first = Int((start * 1000).rounded())
        return slices.signature.part(first..<first + Int((slices.duration * 1000).rounded()))
      }
    }
  }
}
