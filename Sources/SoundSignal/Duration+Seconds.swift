extension Duration {
  /// The duration in seconds, rounded to a `Double`.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
