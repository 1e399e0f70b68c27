import SoundFiles
import SoundTraining
import Synchronization

/// Listens to the recordings of a folder, several at a time.
///
/// *Blocking*.
struct RecordingReader: Sendable {
  private let folder: TrainingFolder
  private let trainer: ModelTrainer
  private let jobs: Int
  private let messages: Messages
  private let cancellation: CancellationGroup
  private let progress: TrainProgress

  /// Where more than this part of all files cannot be read, something else is wrong.
  private static let tolerance = 0.25

  init(
    _ folder: TrainingFolder, trainer: ModelTrainer, jobs: Int, messages: Messages,
    cancellation: CancellationGroup, progress: TrainProgress
  ) {
    self.folder = folder
    self.trainer = trainer
    self.jobs = jobs
    self.messages = messages
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Reads all recordings. What cannot be read is left out with a warning.
  /// - Returns: the clips in the order of the folder.
  func read() throws -> [TrainingClip] {
    let recordings = folder.recordings
    let clips = Mutex([TrainingClip?](repeating: nil, count: recordings.count))
    let next = Counter()
    let failures = Mutex(0)
    Threads.run(count: min(jobs, recordings.count)) {
      while let index = next.next(below: recordings.count), !cancellation.isCancelled {
        let recording = recordings[index]
        do {
          let clip = try listen(to: recording)
          clips.withLock { $0[index] = clip }
          if clip.momentCount == 0, !cancellation.isCancelled {
            messages.warning(recording.path, "There is nothing but silence; the file is left out.")
          }
        } catch {
          if cancellation.isCancelled { break }
          failures.withLock { $0 += 1 }
          let message = (error as? MediaFileError)?.message ?? "\(error)"
          messages.warning(recording.path, "\(message) The file is left out.")
        }
        progress.countRecording(of: recordings.count)
      }
    }
    if cancellation.isCancelled { throw TrainingError(.cancelled, "Training was cancelled.") }
    let failed = failures.withLock { $0 }
    guard Double(failed) <= Self.tolerance * Double(recordings.count) else {
      throw TrainFailure(
        nil,
        "\(failed) of \(recordings.count) files cannot be read. Take out what is no sound, or check"
          + " why.")
    }
    return clips.withLock { $0.compactMap(\.self) }
  }

  private func listen(to recording: TrainingFolder.Recording) throws -> TrainingClip {
    #if MediaFiles
      let handle = MediaFileCancellation()
      return try cancellation.run(onCancel: { handle.cancel() }) {
        try trainer.listen(
          to: MediaFileSource(recording.path, cancellation: handle), label: recording.label,
          name: recording.path)
      }
    #else
      throw MediaFileError(
        .unsupportedFormat,
        "This soundwatch was built without media files, which training needs.")
    #endif
  }
}
