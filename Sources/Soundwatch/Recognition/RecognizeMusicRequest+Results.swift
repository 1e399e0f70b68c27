extension StreamAnalyzer {
  /// Adds a request and gives its results as an async sequence.
  /// - Parameters:
  ///   - request: what to find out.
  ///   - bufferingPolicy: what happens to results that wait; the newest 256 are kept by default.
  /// - Throws: ``AnalysisError`` when the request cannot work with the stream's format.
  public func results(
    for request: RecognizeMusicRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<MusicResult> {
    try sequence(request, bufferingPolicy)
  }
}

extension FileAnalyzer {
  /// Adds a request and gives its results as an async sequence; see
  /// ``StreamAnalyzer/results(for:bufferingPolicy:)->ResultSequence<MusicResult>``.
  /// All results are kept by default.
  public func results(
    for request: RecognizeMusicRequest, bufferingPolicy: ResultBufferingPolicy = .unbounded
  ) throws(AnalysisError) -> ResultSequence<MusicResult> {
    try sequence(request, bufferingPolicy)
  }
}

extension LiveAnalyzer {
  /// Adds a request and gives its results as an async sequence, which goes on through reconnections.
  public func results(
    for request: RecognizeMusicRequest, bufferingPolicy: ResultBufferingPolicy = .newest(256)
  ) throws(AnalysisError) -> ResultSequence<MusicResult> {
    try sequence(request, bufferingPolicy)
  }
}
