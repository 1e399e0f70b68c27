/// Where there was music in the last half minute, by the scores of its moments.
///
/// *Confined*: a value with state.
struct MusicMoments {
  private struct Stretch {
    var frames: Range<Int64>
    let isMusic: Bool
  }

  private let threshold: Float
  private let length: Int64
  /// One after the other, without holes; neighbours differ.
  private var stretches: [Stretch] = []

  /// - Parameter threshold: scores from here on are music.
  init(threshold: Float, sampleRate: Int) {
    self.threshold = threshold
    length = Int64(30 * sampleRate)
  }

  /// Takes the score of the next moment.
  mutating func accept(_ score: Float, from start: Int64, to end: Int64) {
    let isMusic = score >= threshold
    if let last = stretches.indices.last, stretches[last].isMusic == isMusic,
      stretches[last].frames.upperBound == start
    {
      stretches[last].frames = stretches[last].frames.lowerBound..<end
    } else {
      if let first = stretches.first, first.frames.upperBound < end - length {
        stretches.removeFirst()
      }
      stretches.append(Stretch(frames: start..<end, isMusic: isMusic))
    }
  }

  /// The part of some frames that is music, from 0 to 1.
  func share(of frames: Range<Int64>) -> Double {
    guard !frames.isEmpty else { return 0 }
    let music = stretches.filter(\.isMusic).map { $0.frames.clamped(to: frames).count }
    return Double(music.reduce(0, +)) / Double(frames.count)
  }
}
