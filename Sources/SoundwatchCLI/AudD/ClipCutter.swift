#if AudD
  import AudDRecognition
  import SoundSignal

  /// Cuts clips out of a sound: one at its beginning, or one each time some seconds have passed.
  ///
  /// *Confined*: a value with state.
  struct ClipCutter {
    /// A clip, and where it begins in seconds.
    typealias Cut = (clip: MusicClip, start: Double)

    /// What is left at the end is seldom recognized when it is shorter than this, in seconds.
    private static let shortestRest = 5.0

    private let interval: Double?
    private let sampleRate: Int
    private var clip: MusicClip
    /// Where the clip begins, once it has.
    private var start: Int64?
    /// Where the next one begins at the soonest.
    private var next = Int64.min
    private var count = 0

    init(sampleRate: Int, interval: Double?) {
      self.sampleRate = sampleRate
      self.interval = interval
      clip = MusicClip(sampleRate: sampleRate)
    }

    /// Takes the next samples.
    /// - Returns: a clip that is complete now.
    mutating func take(_ buffer: PCMBuffer, at position: Int64) -> Cut? {
      guard position >= next else { return nil }
      let start = start ?? position
      self.start = start
      clip.append(buffer)
      guard clip.isFull else { return nil }
      let cut = (clip, Double(start) / Double(sampleRate))
      next = start + Int64(((interval ?? 0) * Double(sampleRate)).rounded())
      clip = MusicClip(sampleRate: sampleRate)
      self.start = nil
      count += 1
      return cut
    }

    /// The clip that the end of the sound has cut short, if it is worth asking about.
    var last: Cut? {
      guard let start, clip.duration >= (count == 0 ? .leastNonzeroMagnitude : Self.shortestRest)
      else { return nil }
      return (clip, Double(start) / Double(sampleRate))
    }
  }
#endif
