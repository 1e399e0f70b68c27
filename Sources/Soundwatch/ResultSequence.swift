internal import Synchronization

/// What happens to results that nobody has fetched yet.
///
/// *Thread-safe*: a value.
public enum ResultBufferingPolicy: Sendable, Hashable {
  /// Keep all, for as long as it takes. Memory grows while nobody fetches.
  case unbounded
  /// Keep the newest, and drop older ones: what a live display wants.
  case newest(Int)
  /// Keep the oldest, and drop newer ones.
  case oldest(Int)
}

/// The results of one request as an async sequence.
///
/// It ends when the sound ends, throws when the analysis fails, and removes its request from the
/// analyzer when nobody iterates any more. It has one reader; every call of
/// `results(for:bufferingPolicy:)` makes a new one.
///
/// *Thread-safe*.
public struct ResultSequence<Element: SoundResult>: AsyncSequence, Sendable {
  /// Errors of the analysis.
  public typealias Failure = any Error

  private let stream: AsyncThrowingStream<Element, any Error>
  private let drops: DropCount

  /// The results that were dropped so far because nobody fetched them in time.
  public var droppedResultCount: Int { drops.value }

  init(_ stream: AsyncThrowingStream<Element, any Error>, drops: DropCount) {
    self.stream = stream
    self.drops = drops
  }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// Reads the results one after the other.
  ///
  /// *Confined*.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Element, any Error>.Iterator

    /// Waits for the next result on the caller's actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> Element? {
      try await base.next(isolation: actor)
    }
  }
}

/// Counts dropped results across threads.
final class DropCount: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func increment() { count.add(1, ordering: .relaxed) }
}

/// The observer that feeds a ``ResultSequence``.
final class SequenceObserver<Element: SoundResult>: ResultsObserving, Sendable {
  private let continuation: AsyncThrowingStream<Element, any Error>.Continuation
  private let drops: DropCount

  init(
    _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, drops: DropCount
  ) {
    self.continuation = continuation
    self.drops = drops
  }

  func request(_ request: any SoundRequest, didProduce result: any SoundResult) {
    guard let element = result as? Element else { return }
    if case .dropped = continuation.yield(element) { drops.increment() }
  }

  func request(_ request: any SoundRequest, didFailWithError error: any Error) {
    continuation.finish(throwing: error)
  }

  func requestDidComplete(_ request: any SoundRequest) { continuation.finish() }
}

extension StreamAnalyzer {
  /// Adds a request and gives its results as an async sequence.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - bufferingPolicy: what happens to results that wait; the newest 256 are kept by default.
  /// - Throws: ``AnalysisError`` when the request cannot work with the stream's format.
  public func results(
    for request: ClassifySoundRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<ClassificationResult> {
    try sequence(request, bufferingPolicy)
  }

  /// Adds a request and gives its results as an async sequence.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - bufferingPolicy: what happens to results that wait; the newest 256 are kept by default.
  /// - Throws: ``AnalysisError`` when the request cannot work with the stream's format.
  public func results(
    for request: SegmentSoundRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<SegmentResult> {
    try sequence(request, bufferingPolicy)
  }

  func sequence<Element>(
    _ request: any SoundRequest, _ policy: ResultBufferingPolicy
  ) throws(AnalysisError) -> ResultSequence<Element> {
    let (sequence, registration) = try ResultSequence<Element>.make(request, policy) {
      [weak self] registration in self?.withdraw { $0 === registration }
    }
    try add(registration)
    return sequence
  }
}

extension ResultSequence {
  /// Makes a sequence and the registration that feeds it.
  /// - Parameter withdraw: is called when nobody iterates any more.
  static func make(
    _ request: any SoundRequest, _ policy: ResultBufferingPolicy,
    withdraw: @escaping @Sendable (Registration) -> Void
  ) throws(AnalysisError) -> (ResultSequence, Registration) {
    let buffering: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy =
      switch policy {
      case .unbounded: .unbounded
      case .newest(let count): .bufferingNewest(count)
      case .oldest(let count): .bufferingOldest(count)
      }
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Element.self, throwing: (any Error).self, bufferingPolicy: buffering)
    let drops = DropCount()
    let registration = try Registration(
      request, observer: SequenceObserver(continuation, drops: drops), keepsObserver: true)
    continuation.onTermination = { reason in
      guard case .cancelled = reason else { return }
      withdraw(registration)
    }
    return (ResultSequence(stream, drops: drops), registration)
  }
}
