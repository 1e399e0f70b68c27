/// Is told what a ``Session`` finds.
///
/// Calls come one after the other, on a queue of the session's own.
public protocol SessionDelegate: AnyObject {
  /// A query, or the stream, was recognized.
  func session(_ session: Session, didFind match: Match)
  /// A query was not recognized: `error` says what prevented the attempt, and is `nil` when it was
  /// made and found nothing.
  func session(
    _ session: Session, didNotFindMatchFor signature: Signature, error: (any Error)?)
}

extension SessionDelegate {
  /// Does nothing.
  public func session(_ session: Session, didFind match: Match) {}
  /// Does nothing.
  public func session(
    _ session: Session, didNotFindMatchFor signature: Signature, error: (any Error)?
  ) {}
}
