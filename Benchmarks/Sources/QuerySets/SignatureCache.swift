import Foundation
import SoundRecognition

/// Keeps signatures in a folder, so that work on the matcher need not listen to everything again.
package struct SignatureCache {
  package var folder: URL?

  package init(folder: URL?) { self.folder = folder }

  /// A signature and the processor time that it took, zero when it was kept.
  package func signature(of file: URL) throws -> (signature: Signature, seconds: Double) {
    let place = folder?.appending(path: file.lastPathComponent + ".swsig")
    if let place, let data = try? Data(contentsOf: place) {
      return (try Signature(dataRepresentation: data), 0)
    }
    let sound = try DecodedSound(file)
    let start = threadSeconds()
    let signature = try sound.signature()
    let seconds = threadSeconds() - start
    if let place { try signature.dataRepresentation.write(to: place) }
    return (signature, seconds)
  }
}
