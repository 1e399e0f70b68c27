import Foundation
import SoundFiles
import SoundRecognition
import SoundSignal

/// A sound in memory, so that decoding is not measured.
package struct DecodedSound {
  package var buffers: [PCMBuffer] = []
  package var seconds = 0.0

  package init(_ url: URL) throws {
    let source = try MediaFileSource(url)
    var buffer = PCMBuffer(format: source.format)
    while try source.read(into: &buffer) != nil {
      buffers.append(buffer)
      seconds += Double(buffer.frameCount) / Double(source.format.sampleRate)
    }
  }

  package func signature() throws -> Signature {
    let generator = SignatureGenerator()
    for buffer in buffers { try generator.append(buffer, at: nil) }
    return generator.signature()
  }
}

/// The processor time of this thread in seconds.
package func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
