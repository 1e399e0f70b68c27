package import SoundSignal

/// What a stream of samples becomes a query by; a ``SignatureGenerator``, except in tests.
///
/// *Confined*.
package protocol QueryMaker: AnyObject {
  /// Takes the next samples.
  func append(_ buffer: PCMBuffer, at time: StreamTime?) throws(RecognitionError)
  /// The signature of everything so far.
  func signature() -> Signature
}

extension SignatureGenerator: QueryMaker {}
