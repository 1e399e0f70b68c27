/// Receives what requests find out.
///
/// Analyzers hold observers weakly: keep yours alive as long as it should be told anything. Calls come
/// on the thread that analyzes, one after the other; a slow observer slows the analysis down.
///
/// After its results a request ends with exactly one of ``request(_:didFailWithError:)`` and
/// ``requestDidComplete(_:)``, unless it is removed before.
public protocol ResultsObserving: AnyObject {
  /// A request has found something out.
  func request(_ request: any SoundRequest, didProduce result: any SoundResult)
  /// A request cannot go on. No other call follows.
  func request(_ request: any SoundRequest, didFailWithError error: any Error)
  /// A request has heard the sound to its end. No other call follows.
  func requestDidComplete(_ request: any SoundRequest)
}

extension ResultsObserving {
  /// Does nothing.
  public func request(_ request: any SoundRequest, didFailWithError error: any Error) {}
  /// Does nothing.
  public func requestDidComplete(_ request: any SoundRequest) {}
}
