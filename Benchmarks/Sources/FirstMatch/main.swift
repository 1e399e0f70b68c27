import Foundation
import SoundFiles
import SoundRecognition
import SoundSignal
import Synchronization

/// Lets a session hear files as streams, in buffers of 50 ms, and tells when it first recognizes something.
///
///     FirstMatch CATALOG FILE...
///
/// Prints `file,heard,late,source`: how many seconds of sound had been handed over with the buffer that
/// brought the match, and how many seconds of work lay between that buffer and the match. Without a match
/// the fields are empty.
final class FirstMatch: SessionDelegate, Sendable {
  private let found = Mutex<String?>(nil)
  var source: String? { found.withLock { $0 } }

  func session(_ session: Session, didFind match: Match) {
    let source = match.mediaItems.first?[MediaItemProperty("source")] as? String ?? ""
    found.withLock { $0 = $0 ?? source }
  }
}

func firstMatch(in path: String, catalog: CustomCatalog) throws -> String {
  var options = MediaFileOptions()
  options.blockDuration = 0.05
  let file = try MediaFileSource(path, options: options)
  let session = Session(catalog: catalog)
  let listener = FirstMatch()
  session.delegate = listener
  var buffer = PCMBuffer(format: file.format)
  var frames = 0
  while try file.read(into: &buffer) != nil {
    frames += buffer.frameCount
    let start = ContinuousClock.now
    session.matchStreamingBuffer(buffer, at: nil)
    session.drain()
    if let source = listener.source {
      let late = (ContinuousClock.now - start) / .seconds(1)
      return "\(path),\(Double(frames) / Double(file.format.sampleRate)),\(late),\(source)"
    }
  }
  return "\(path),,,"
}

MediaFileSource.silenceFFmpegLog()
guard CommandLine.arguments.count > 2 else {
  print("Name a catalog, and recordings.")
  exit(64)
}
let catalog = CustomCatalog()
try catalog.add(from: URL(filePath: CommandLine.arguments[1]))
print("file,heard,late,source")
for path in CommandLine.arguments.dropFirst(2) {
  print(try firstMatch(in: path, catalog: catalog))
}
