internal import SoundSignal
package import Soundwatch

extension StreamAnalyzer {
  /// Feeds a mono sound in `Float` samples, in one piece or in the given ones.
  package func feed(
    _ sound: [Float], in pieces: [Range<Int>]? = nil, from position: Int64 = 0
  ) throws {
    for piece in pieces ?? [sound.indices] {
      let buffer = try PCMBuffer(Array(sound[piece]), sampleRate: format.sampleRate)
      analyze(buffer, atAudioFramePosition: position + Int64(piece.lowerBound))
    }
  }

  /// An analyzer for mono sounds in `Float` samples.
  package convenience init(sampleRate: Int) throws {
    self.init(format: try PCMFormat(.float32, sampleRate: sampleRate))
  }
}
