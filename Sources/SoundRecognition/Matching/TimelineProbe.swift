internal import Glibc

/// What of an index is like a pair of a query, and how that votes: for searches of large catalogs.
protocol TimelineProbe {
  var keys: PairKeyBox { get }
  /// Votes for where the query starts if the posting is the query's pair.
  /// - Parameter place: where the posting's first peak lies on the timeline.
  func vote(_ key: UInt32, _ place: UInt32, _ votes: inout TimelineVotes)
}

/// Ranges of the three numbers in a key, in the steps in which it has them.
struct PairKeyBox {
  /// Sixteenths of a unit.
  var distances: ClosedRange<Int32>
  /// Eighths of a frame.
  var times: ClosedRange<Int32>
  /// Eighths of a unit.
  var places: ClosedRange<Int32>

  init(distances: ClosedRange<Int32>, times: ClosedRange<Int32>, places: ClosedRange<Int32>) {
    self.distances = distances.clamped(to: 0...2047)
    self.times = times.clamped(to: 0...511)
    self.places = places.clamped(to: 0...4095)
  }

  static func distance(_ key: UInt32) -> Int32 { Int32((key >> 24) << 3 | (key >> 3) & 7) }
  static func time(_ key: UInt32) -> Int32 { Int32(((key >> 18) & 63) << 3 | key & 7) }
  static func place(_ key: UInt32) -> Int32 { Int32((key >> 6) & 0xfff) }

  @inline(__always)
  func contains(_ key: UInt32) -> Bool {
    distances.contains(Self.distance(key)) && times.contains(Self.time(key))
      && places.contains(Self.place(key))
  }

  /// Calls `body` with each run of keys that may be in the box.
  @inline(__always)
  func forEachRange(_ body: (ClosedRange<UInt32>) -> Void) {
    for distance in UInt32(distances.lowerBound >> 3)...UInt32(distances.upperBound >> 3) {
      for time in UInt32(times.lowerBound >> 3)...UInt32(times.upperBound >> 3) {
        let cell = distance << 24 | time << 18
        body(cell | UInt32(places.lowerBound) << 6...cell | UInt32(places.upperBound) << 6 | 63)
      }
    }
  }
}

/// A pair of a query that is neither faster nor higher.
struct PlainTimelineProbe: TimelineProbe {
  let keys: PairKeyBox
  private let time: UInt32

  init(_ pair: QueryPair) {
    let key = pair.key.rawValue
    let (distance, time, place) = (
      PairKeyBox.distance(key), PairKeyBox.time(key), PairKeyBox.place(key)
    )
    keys = PairKeyBox(
      distances: distance - 8...distance + 8, times: time - 9...time + 9,
      places: place - 4...place + 4)
    self.time = UInt32(bitPattern: pair.time >> 4)
  }

  @inline(__always)
  func vote(_ key: UInt32, _ place: UInt32, _ votes: inout TimelineVotes) {
    if keys.contains(key) { votes.append(start: place &- time, model: 255) }
  }
}

/// A pair of a query that may be faster or higher, or both.
struct SkewedTimelineProbe: TimelineProbe {
  let keys: PairKeyBox
  /// In bins.
  private let first: Float
  private let second: Float
  private let largestError: Float
  /// In frames.
  private let distanceInTime: Float
  private let time: Float

  init(_ pair: QueryPair) {
    let key = (
      place: (Float(PairKeyBox.place(pair.key.rawValue)) + 0.5) / 8,
      frequencyDistance: (Float(PairKeyBox.distance(pair.key.rawValue)) + 0.5) / 16 - 64,
      timeDistance: (Float(PairKeyBox.time(pair.key.rawValue)) + 0.5) / 8
    )
    let end = key.place + key.frequencyDistance
    let (low, high) = (1 / SkewStep.range.upperBound, 1 / SkewStep.range.lowerBound)
    let places = (
      SkewStep.scaled(key.place, by: low), SkewStep.scaled(key.place, by: high)
    )
    // In the linear part of the scale, distances grow with the skew.
    let distances = (
      SkewStep.scaled(end, by: low) - places.0,
      SkewStep.scaled(end, by: high) - places.1
    )
    let distance = (min(distances.0, distances.1), max(distances.0, distances.1))
    let times = (
      key.timeDistance * SkewStep.range.lowerBound, key.timeDistance * SkewStep.range.upperBound
    )
    keys = PairKeyBox(
      distances: Int32((distance.0 + 63.5) * 16)...Int32((distance.1 + 64.5) * 16),
      times: Int32((times.0 - 1.125) * 8)...Int32((times.1 + 1.125) * 8),
      places: Int32((places.0 - 0.5) * 8)...Int32((places.1 + 0.5) * 8))
    first = SkewStep.bins(of: key.place)
    second = SkewStep.bins(of: end)
    largestError = 0.4 * max(1, max(first, second) / 200)
    distanceInTime = key.timeDistance
    time = Float(pair.time) / 16
  }

  @inline(__always)
  func vote(_ key: UInt32, _ place: UInt32, _ votes: inout TimelineVotes) {
    guard keys.contains(key) else { return }
    let start = 2 * PairKeyBox.place(key) + 1
    let referenceFirst = SkewStep.bins(ofSixteenth: start)
    let referenceSecond = SkewStep.bins(ofSixteenth: start + PairKeyBox.distance(key) - 1024)
    let skew = (first + second) / (referenceFirst + referenceSecond)
    // Both peaks must tell of the same skew.
    guard abs(first - skew * referenceFirst) < largestError else { return }
    let distance = (Float(PairKeyBox.time(key)) + 0.5) / 8
    if abs(skew - 1) < 0.0035 {
      for (number, tempo) in SkewStep.tempos.enumerated()
      where abs(distance - tempo * distanceInTime) <= 1.125 {
        votes.append(start: place &- UInt32(tempo * time), model: UInt32(number))
      }
      return
    }
    let step = Int32(((skew - 1) / SkewStep.width).rounded())
    guard step != 0, abs(step) <= 13 else { return }
    if abs(distance - distanceInTime) <= 1.125 {
      votes.append(start: place &- UInt32(time), model: UInt32(32 + step))
    }
    if abs(distance - skew * distanceInTime) <= 1.125 {
      votes.append(start: place &- UInt32(skew * time), model: UInt32(64 + step))
    }
  }
}

/// The ways in which a query may differ from the reference, in steps.
enum SkewStep {
  /// How much faster or higher a query may be.
  static let range: ClosedRange<Float> = 0.935...1.065
  static let width: Float = 0.005
  static let tempos: [Float] = [0.95, 0.97, 1.03, 1.05]

  /// What the model of a vote stands for: 0 to 3 in a skewed search are tempos, around 32 lie pitches and
  /// around 64 speeds. In a plain one there is only 255.
  static func factors(ofModel model: Int) -> (stretch: Float, skew: Float) {
    switch model {
    case 0..<4: (tempos[model], 1)
    case 16..<48: (1, 1 + Float(model - 32) * width)
    case 48..<80: (1 + Float(model - 64) * width, 1 + Float(model - 64) * width)
    default: (1, 1)
    }
  }

  /// The bins of a warped frequency.
  static func bins(of place: Float) -> Float {
    place < 200 ? place : 200 * exp((place - 200) / 200)
  }

  /// A warped frequency when all frequencies are multiplied.
  static func scaled(_ place: Float, by factor: Float) -> Float {
    WarpedFrequency.warped(bins(of: place) * factor)
  }

  @inline(__always)
  static func bins(ofSixteenth place: Int32) -> Float {
    table[Int(min(max(place, 0), Int32(table.count - 1)))]
  }

  private static let table: [Float] = (0..<8192).map { SkewStep.bins(of: Float($0) / 16) }
}
