import SoundCapture
import Soundwatch

/// Listens to the default device for labels and segments and does nothing else, until it is killed. For
/// `live/cost.py`.
func listen() throws {
  let observer = Counter()
  let analyzer = LiveAnalyzer {
    var options = Microphone.Options()
    options.sampleRate = 48_000
    return try Microphone(options)
  }
  try analyzer.add(ClassifySoundRequest(), withObserver: observer)
  try analyzer.add(SegmentSoundRequest(), withObserver: observer)
  try analyzer.run()
}
