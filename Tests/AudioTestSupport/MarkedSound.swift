package import SoundRecognition
package import SoundSignal

/// Sounds whose samples say what they are: the number of a song and the millisecond in it. With
/// ``MarkedQueryMaker`` and ``ScriptedCatalog`` they make a world in which recognition is perfect and
/// takes no time, for tests of everything around it.
package enum MarkedSound {
  /// A stretch of a song, from some second on.
  package static func song(
    _ number: Int, from start: Double = 0, seconds: Double, sampleRate: Int, speed: Double = 1
  ) -> [Float] {
    let count = Int((seconds * Double(sampleRate)).rounded())
    return (0..<count).map { frame in
      let millisecond = (start + Double(frame) * speed / Double(sampleRate)) * 1000
      return Float(number * songLength) + Float(millisecond.rounded(.down))
    }
  }

  /// A stretch of sound that nobody knows.
  package static func unknown(seconds: Double, sampleRate: Int) -> [Float] {
    [Float](repeating: -1, count: Int((seconds * Double(sampleRate)).rounded()))
  }

  /// Songs have less than so many milliseconds, so that a `Float` holds their marks exactly.
  static let songLength = 100_000
}

/// A stretch of a song in a query.
struct MarkedRun: Sendable {
  var song: UInt16
  /// Milliseconds of the song.
  var start: Int32
  var end: Int32
  /// Milliseconds of the query.
  var queryStart: Int32
  var queryEnd: Int32

  /// The run as peaks, which is what a signature can carry.
  var peaks: [SpectralPeak] {
    [start, end, queryStart, queryEnd].enumerated().map { index, value in
      SpectralPeak(time: value, frequency: song, rank: UInt8(index))
    }
  }

  static func runs(in signature: Signature) -> [MarkedRun] {
    stride(from: 0, to: signature.peaks.count, by: 4).map { index in
      let values = signature.peaks[index..<index + 4].map(\.time)
      return MarkedRun(
        song: signature.peaks[index].frequency, start: values[0], end: values[1],
        queryStart: values[2], queryEnd: values[3])
    }
  }
}

/// Makes queries of ``MarkedSound``, in `Float` samples of one channel.
package final class MarkedQueryMaker: QueryMaker {
  private var frameCount = 0
  private var sampleRate = 16_000
  private var runs: [MarkedRun] = []
  /// The end of the sound without silence.
  private var soundEnd = 0

  package init() {}

  package func append(_ buffer: PCMBuffer, at time: StreamTime?) throws(RecognitionError) {
    sampleRate = buffer.format.sampleRate
    unsafe buffer.withBytes { bytes in
      for frame in 0..<buffer.frameCount {
        let value = unsafe bytes.loadUnaligned(fromByteOffset: frame * 4, as: Float.self)
        take(value)
      }
    }
  }

  package func signature() -> Signature {
    Signature(peaks: runs.flatMap(\.peaks), sampleCount: soundEnd * 16_000 / sampleRate)
  }

  private func take(_ value: Float) {
    defer { frameCount += 1 }
    guard value != 0 else { return }
    soundEnd = frameCount + 1
    guard value > 0 else { return }
    let song = UInt16(Int(value) / MarkedSound.songLength)
    let millisecond = Int32(Int(value) % MarkedSound.songLength)
    let now = Int32(frameCount * 1000 / sampleRate)
    let last = runs.count - 1
    let continues = last >= 0 && runs[last].song == song && runs[last].queryEnd >= now - 1
    // A jump within the song is a run of its own.
    if continues, (0...2).contains(millisecond - runs[last].end) {
      runs[last].end = millisecond
      runs[last].queryEnd = now
    } else {
      runs.append(
        MarkedRun(
          song: song, start: millisecond, end: millisecond, queryStart: now, queryEnd: now))
    }
  }
}
