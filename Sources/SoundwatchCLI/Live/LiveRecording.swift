import SoundFiles
import SoundSignal
import Synchronization

/// Records what is listened to.
///
/// When the source comes back in another format, a new file goes on: `talk-2.wav`. When the disk is
/// full, recording ends and listening goes on.
///
/// *Thread-safe*. *Blocking*.
final class LiveRecording: Sendable {
  private struct State {
    var writer: WAVEFileWriter?
    var fileCount = 0
    var hasFailed = false
  }

  private let path: String
  private let replacesFiles: Bool
  private let state: Mutex<State>

  /// Records nothing yet. A file that may not be replaced is found out before anything is opened.
  init(path: String, replacesFiles: Bool) throws(MediaFileError) {
    self.path = path
    self.replacesFiles = replacesFiles
    state = Mutex(State())
    if !replacesFiles, FileKind(path: path) != .missing {
      throw MediaFileError(
        .writeFailed,
        "There is already a file \(path). Choose another name, or replace it with --force.")
    }
  }

  /// Whether something could not be recorded.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Records a buffer.
  /// - Returns: what went wrong, once.
  func record(_ buffer: PCMBuffer, at time: StreamTime) -> String? {
    state.withLock { state in
      if state.hasFailed { return nil }
      do throws(MediaFileError) {
        let writer = try writer(for: buffer.format, &state)
        try writer.write(buffer, atAudioFramePosition: time.frame)
        return nil
      } catch {
        state.hasFailed = true
        state.writer = nil
        return "Recording has ended. \(error.message)"
      }
    }
  }

  /// Closes the file.
  /// - Returns: what went wrong.
  func finish() -> String? {
    state.withLock { state in
      defer { state.writer = nil }
      do throws(MediaFileError) {
        try state.writer?.finish()
        return nil
      } catch {
        state.hasFailed = true
        return error.message
      }
    }
  }

  private func writer(
    for format: PCMFormat, _ state: inout State
  ) throws(MediaFileError) -> WAVEFileWriter {
    if let writer = state.writer, writer.format == format { return writer }
    try state.writer?.finish()
    state.fileCount += 1
    let writer = try WAVEFileWriter(
      path: Self.path(path, number: state.fileCount), format: format, replacesFile: replacesFiles)
    state.writer = writer
    return writer
  }

  /// The name of a further file: the number stands in front of the extension.
  static func path(_ path: String, number: Int) -> String {
    if number == 1 { return path }
    let name = lastComponent(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    let suffix = name[dot...]
    return "\(path.dropLast(suffix.count))-\(number)\(suffix)"
  }
}
