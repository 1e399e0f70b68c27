/// Which results are reported.
///
/// *Thread-safe*: a value.
struct ResultSelection: Sendable {
  /// The labels that are reported; `nil` for all.
  let labels: Set<String>?
  /// How certain a result must be.
  let threshold: Double

  init(_ options: AnalyzeOptions) {
    labels = options.labels.map(Set.init)
    threshold = options.threshold
  }

  init(_ options: LiveOptions) {
    labels = options.labels.map(Set.init)
    threshold = options.threshold
  }

  func includes(label: String) -> Bool { labels?.contains(label) != false }

  func includes(_ play: RecognizedPlay) -> Bool { play.confidence >= threshold }

  func includes(_ row: ResultRow) -> Bool {
    row.confidence >= threshold && includes(label: row.label)
  }
}
