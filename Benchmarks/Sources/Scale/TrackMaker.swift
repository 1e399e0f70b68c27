import Foundation
import SoundRecognition

/// Makes tracks that look like music to an index: pieces of real recordings, each of some seconds, moved by two
/// to five semitones and played 8 to 20 % faster or slower, so that none is found as the recording that it is of.
///
/// Some peaks are left out, weaker ones take their place, and all are moved a little, or the same pairs would come
/// again and again.
struct TrackMaker {
  /// The length of a track in milliseconds.
  static let duration = 240_000

  private let recordings: [Signature]
  private var generator: SplitMix

  /// - Parameter recordings: signatures of real recordings.
  init(_ recordings: [Signature], seed: UInt64) {
    self.recordings = recordings.map { $0.thinned(to: .perSecond40) }.filter { $0.duration > 9 }
    generator = SplitMix(state: seed)
  }

  /// The next track.
  mutating func next() -> Signature {
    var peaks: [SpectralPeak] = []
    var time: Int32 = 0
    while time < Int32(Self.duration) {
      let length = Int32.random(in: 3_000..<8_000, using: &generator)
      appendPiece(at: time, until: min(time + length, Int32(Self.duration)), to: &peaks)
      time += length
    }
    return Signature(peaks: peaks, sampleCount: Self.duration * PeakGrid.sampleRate / 1000)
  }

  private mutating func appendPiece(
    at start: Int32, until end: Int32, to peaks: inout [SpectralPeak]
  ) {
    let recording = recordings[Int.random(in: 0..<recordings.count, using: &generator)]
    let semitones = Double.random(in: 2...5, using: &generator)
    let skew = pow(2, (Bool.random(using: &generator) ? 1 : -1) * semitones / 12)
    let change = Double.random(in: 0.08...0.2, using: &generator)
    let tempo = Bool.random(using: &generator) ? 1 + change : 1 - change
    let needed = Int(Double(end - start) * tempo)
    let first = Int.random(
      in: 0...max(0, Int(recording.duration * 1000) - needed), using: &generator)
    var piece: [SpectralPeak] = []
    for peak in recording.part(first..<first + needed).peaks {
      let chance = generator.next()
      let time = start + Int32(Double(peak.time) / tempo) + Int32(chance & 7) - 4
      let frequency = Int(Double(peak.frequency) * skew) + Int(chance >> 3 & 7) - 4
      // So many are left as a reference has.
      let isLeft = chance >> 32 % 100 < (peak.rank <= PeakDensity.reference.rawValue ? 88 : 55)
      guard isLeft, time >= start, time < end, PeakGrid.frequencies.contains(frequency)
      else { continue }
      let rank = min(peak.rank, PeakDensity.reference.rawValue)
      piece.append(SpectralPeak(time: time, frequency: UInt16(frequency), rank: rank))
    }
    peaks += piece.sorted { ($0.time, $0.frequency) < ($1.time, $1.frequency) }
  }
}

/// Random numbers that are the same for the same seed: SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
