import SoundFiles
import SoundSignal

#if AudD
  import AudD
  import AudDRecognition
  import Foundation
  import Synchronization
#endif

/// `soundwatch recognize`.
///
/// *Confined*: once in a process. *Blocking*.
package struct RecognizeCommand {
  private let options: RecognizeOptions
  private let messages: Messages
  private let cancellation = CancellationGroup()

  package init(_ options: RecognizeOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
  }

  /// Asks what all inputs are.
  package func run() throws(UsageError) -> ExitStatus {
    #if AudD
      let command = CommandSpecification.recognize.name
      let client: AudD
      do throws(UsageError) { client = try AudDAccess.client(tokenFile: options.tokenFile) } catch {
        throw UsageError(error.message, command: command)
      }
      Interruption.ignoreBrokenPipes()
      Interruption.watch { [cancellation] in cancellation.cancel() }
      #if MediaFiles
        MediaFileSource.silenceFFmpegLog()
      #endif
      return ask(client)
    #else
      messages.error(nil, "This soundwatch was built without the AudD service.")
      return .failure
    #endif
  }

  #if AudD
    private func ask(_ client: AudD) -> ExitStatus {
      var writer = RecognitionWriter(
        options.format, showsNames: options.operands.count > 1,
        showsStarts: options.interval != nil)
      var succeeded = write(writer.opening)
      // What the service refuses to anybody with this token, it refuses to the next input too.
      var isHopeless = false
      for operand in options.operands where !isHopeless && !cancellation.isCancelled {
        answer(about: Input(operand: operand), client) { answer in
          if cancellation.isCancelled { return false }
          var text = TextBuffer()
          writer.write(
            answer.outcome, of: operand, start: Milliseconds(seconds: answer.start), to: &text)
          let isWritten = write(text.string)
          succeeded = isWritten && succeeded
          if case .failed(let message) = answer.outcome {
            messages.error(operand, message)
            succeeded = false
          }
          isHopeless = answer.isHopeless
          return isWritten && !isHopeless
        }
      }
      succeeded = write(writer.closing) && succeeded
      if cancellation.isCancelled { return .interrupted }
      return succeeded ? .success : .failure
    }

    private struct Answer {
      var outcome: RecognitionWriter.Outcome
      /// Where in the input the clip began, in seconds.
      var start: Double
      var isHopeless = false
    }

    /// Asks about all clips of an input, one after the other.
    /// - Parameter take: takes each answer, and says whether there shall be more.
    private func answer(about input: Input, _ client: AudD, take: (Answer) -> Bool) {
      var count = 0
      do {
        try withClips(of: input) { clip, start in
          count += 1
          return take(answer(about: clip, from: start, of: input, client))
        }
        if count == 0 {
          _ = take(
            Answer(outcome: .failed("There is no sound at that place."), start: options.start))
        }
      } catch {
        _ = take(Answer(outcome: .failed("\(error)"), start: options.start))
      }
    }

    private func answer(
      about clip: MusicClip, from start: Double, of input: Input, _ client: AudD
    ) -> Answer {
      do {
        let result = try recognize(clip, of: input, client)
        return Answer(
          outcome: result.map { .found(RecognizedSong($0)) } ?? .nothing, start: start)
      } catch AudDError.api(let detail) {
        let hopeless: [AudDErrorKind] = [
          .authentication, .quota, .rateLimit, .subscription, .blocked, .needsUpdate,
        ]
        return Answer(
          outcome: .failed("AudD refuses: [#\(detail.errorCode)] \(detail.message)"), start: start,
          isHopeless: hopeless.contains(detail.kind))
      } catch let error as AudDError {
        return Answer(outcome: .failed(error.localizedDescription), start: start)
      } catch {
        return Answer(outcome: .failed("\(error)"), start: start)
      }
    }

    /// Lends the clip at the chosen start of an input, or one after the other to its end.
    /// - Parameter body: takes a clip and where it begins, and says whether there shall be more.
    private func withClips(
      of input: Input, _ body: (MusicClip, Double) throws -> Bool
    ) throws {
      var media = AnalyzeOptions()
      media.start = options.start
      media.end = options.interval == nil ? options.start + MusicClip.maximumDuration : nil
      media.rawFormat = options.rawFormat
      let sound = try OpenedSound.open(input, options: media, cancellation: cancellation)
      messages.note(input.name, sound.description)
      let source = sound.source
      try cancellation.run(onCancel: { source.cancel() }) {
        var clips = ClipCutter(sampleRate: source.format.sampleRate, interval: options.interval)
        var buffer = PCMBuffer(format: source.format)
        while let position = try source.read(into: &buffer) {
          guard let (clip, start) = clips.take(buffer, at: position) else { continue }
          guard try body(clip, start), options.interval != nil else { return }
        }
        if let (clip, start) = clips.last { _ = try body(clip, start) }
      }
    }

    private func recognize(
      _ clip: MusicClip, of input: Input, _ client: AudD
    ) throws -> RecognitionResult? {
      let file = clip.waveFile
      messages.note(
        input.name,
        "sending \(Int(clip.duration.rounded())) s of sound, \(file.count) bytes, to AudD")
      let done = DispatchSemaphore(value: 0)
      let outcome = Mutex<Result<RecognitionResult?, any Error>>(.failure(CancellationError()))
      let task = Task { [options] in
        do {
          let services = options.services.isEmpty ? nil : options.services
          let result = try await client.recognize(
            .data(file), return: services, market: options.market)
          outcome.withLock { $0 = .success(result) }
        } catch {
          outcome.withLock { $0 = .failure(error) }
        }
        done.signal()
      }
      cancellation.run(onCancel: { task.cancel() }) { done.wait() }
      return try outcome.withLock { $0 }.get()
    }

    private func write(_ text: String) -> Bool {
      let status = writeAll(Array(text.utf8), to: 1)
      if status != 0, status != EPIPE {
        messages.error(nil, "The results cannot be written: \(systemReason(status)).")
      }
      return status == 0
    }
  #endif
}

#if AudD
  extension RecognizedSong {
    init(_ result: RecognitionResult) {
      self.init()
      artist = result.artist
      title = result.title
      album = result.album
      released = result.releaseDate
      label = result.label
      isrc = result.isrc ?? result.appleMusic?.isrc
      audioID = result.audioID
      position = Milliseconds(seconds: result.secondsIntoSong)
      link = result.songLink
      artwork = result.thumbnailURL
      links = Dictionary(
        result.streamingUrls().map { ($0.key.rawValue, $0.value) }
      ) { first, _ in first }
    }
  }
#endif
