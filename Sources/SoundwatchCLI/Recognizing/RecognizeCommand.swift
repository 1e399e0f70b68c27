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
      var writer = RecognitionWriter(options.format, showsNames: options.operands.count > 1)
      var succeeded = write(writer.opening)
      for operand in options.operands {
        let answer = answer(about: Input(operand: operand), client)
        if cancellation.isCancelled { break }
        var text = TextBuffer()
        writer.write(
          answer.outcome, of: operand, start: Milliseconds(seconds: options.start), to: &text)
        succeeded = write(text.string) && succeeded
        if case .failed(let message) = answer.outcome {
          messages.error(operand, message)
          succeeded = false
        }
        // What the service refuses to anybody with this token, it refuses to the next input too.
        if answer.isHopeless { break }
      }
      succeeded = write(writer.closing) && succeeded
      if cancellation.isCancelled { return .interrupted }
      return succeeded ? .success : .failure
    }

    private struct Answer {
      var outcome: RecognitionWriter.Outcome
      var isHopeless = false
    }

    private func answer(about input: Input, _ client: AudD) -> Answer {
      do {
        let clip = try clip(of: input)
        guard clip.duration > 0 else {
          return Answer(outcome: .failed("There is no sound at that place."))
        }
        let result = try recognize(clip, of: input, client)
        return Answer(outcome: result.map { .found(RecognizedSong($0)) } ?? .nothing)
      } catch AudDError.api(let detail) {
        let hopeless: [AudDErrorKind] = [
          .authentication, .quota, .rateLimit, .subscription, .blocked, .needsUpdate,
        ]
        return Answer(
          outcome: .failed("AudD refuses: [#\(detail.errorCode)] \(detail.message)"),
          isHopeless: hopeless.contains(detail.kind))
      } catch let error as AudDError {
        return Answer(outcome: .failed(error.localizedDescription))
      } catch {
        return Answer(outcome: .failed("\(error)"))
      }
    }

    /// The first seconds of an input, from the chosen start on.
    private func clip(of input: Input) throws -> MusicClip {
      var media = AnalyzeOptions()
      media.start = options.start
      media.end = options.start + MusicClip.maximumDuration
      media.rawFormat = options.rawFormat
      let sound = try OpenedSound.open(input, options: media, cancellation: cancellation)
      messages.note(input.name, sound.description)
      let source = sound.source
      var clip = MusicClip(sampleRate: source.format.sampleRate)
      try cancellation.run(onCancel: { source.cancel() }) {
        var buffer = PCMBuffer(format: source.format)
        while !clip.isFull, try source.read(into: &buffer) != nil { clip.append(buffer) }
      }
      return clip
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
