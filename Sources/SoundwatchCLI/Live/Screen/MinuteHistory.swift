/// What was heard in the last minute: how loud each tenth of a second was, and which label it had.
///
/// *Confined*: a value.
package struct MinuteHistory: Sendable, Hashable {
  /// How far back it reaches, in seconds.
  package static let duration = 60.0
  private static let bucketsPerSecond = 10.0
  private static let bucketCount = Int(duration * bucketsPerSecond) + 1

  private struct Bucket: Sendable, Hashable {
    /// Its number on the time line, to tell it from the one of a minute ago.
    var number: Int64 = -1
    var decibels = LevelMeter.floor
  }

  /// A stretch of one label. An open one goes on to the present.
  private struct Stretch: Sendable, Hashable {
    let label: String
    let start: Double
    var end: Double?
  }

  private var buckets = [Bucket](repeating: Bucket(), count: bucketCount)
  private var stretches: [Stretch] = []

  package init() {}

  /// Notes how loud the sound was between two times.
  package mutating func add(decibels: Float, from start: Double, to end: Double) {
    let first = Int64((start * Self.bucketsPerSecond).rounded(.down))
    let last = max(first, Int64((end * Self.bucketsPerSecond).rounded(.up)) - 1)
    for number in max(first, last - Int64(Self.bucketCount) + 1)...last {
      let index = Int(number % Int64(Self.bucketCount))
      guard index >= 0 else { continue }
      if buckets[index].number != number { buckets[index] = Bucket(number: number) }
      buckets[index].decibels = max(buckets[index].decibels, decibels)
    }
  }

  /// Notes that a label has begun.
  package mutating func begin(_ label: String, at start: Double) {
    stretches.append(Stretch(label: label, start: start, end: nil))
    stretches.removeAll { ($0.end ?? .infinity) < start - Self.duration }
  }

  /// Notes where the open label has ended.
  package mutating func end(at end: Double) {
    guard let last = stretches.indices.last else { return }
    stretches[last].end = stretches[last].end ?? end
  }

  /// The label at a time, where it is known.
  package func label(at time: Double) -> String? {
    stretches.last { $0.start <= time && time < ($0.end ?? .infinity) }?.label
  }

  /// The highest level between two times; `nil` where nothing was heard.
  package func decibels(from start: Double, to end: Double) -> Float? {
    let first = Int64((start * Self.bucketsPerSecond).rounded(.down))
    let last = max(first, Int64((end * Self.bucketsPerSecond).rounded(.up)) - 1)
    guard last >= 0, last - first < Int64(Self.bucketCount) else { return nil }
    var highest: Float?
    for number in max(0, first)...last {
      let bucket = buckets[Int(number % Int64(Self.bucketCount))]
      if bucket.number == number { highest = max(highest ?? bucket.decibels, bucket.decibels) }
    }
    return highest
  }
}
