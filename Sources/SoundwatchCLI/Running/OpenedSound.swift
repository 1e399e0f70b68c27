import SoundFiles
import SoundSignal

/// A sound that is ready to be analyzed.
struct OpenedSound: Sendable {
  /// Where the samples come from.
  let source: any AudioSource
  /// What it is, in a few words.
  let description: String
  /// Asked after the analysis: what of the sound could not be had, in words.
  let damage: @Sendable () -> String?

  /// Whether results should come as soon as they are certain, because nobody knows how long the sound
  /// goes on.
  var isLive: Bool { source.estimatedFrameCount == nil }

  /// Opens an input.
  ///
  /// *Blocking*.
  static func open(
    _ input: Input, options: AnalyzeOptions, cancellation: CancellationGroup
  ) throws -> OpenedSound {
    if input.place == .standardInput, let format = options.rawFormat {
      return raw(format, options: options)
    }
    #if MediaFiles
      let handle = MediaFileCancellation()
      let media = try cancellation.run(onCancel: { handle.cancel() }) {
        try openMedia(input, options: options, handle: handle)
      }
      return OpenedSound(
        source: media, description: describe(media), damage: { describeDamage(media) })
    #else
      throw MediaFileError(
        .unsupportedFormat,
        "This soundwatch was built without media files. Give it raw samples with --raw-format.")
    #endif
  }

  private static func raw(_ format: PCMFormat, options: AnalyzeOptions) -> OpenedSound {
    let source = RawPCMSource(fileDescriptor: 0, format: format)
    let description = "raw samples, \(format)"
    guard options.start > 0 || options.end != nil else {
      return OpenedSound(source: source, description: description, damage: { nil })
    }
    let part = ClippedSource(source, start: options.start, end: options.end)
    return OpenedSound(source: part, description: description, damage: { nil })
  }

  #if MediaFiles
    private static func openMedia(
      _ input: Input, options: AnalyzeOptions, handle: MediaFileCancellation
    ) throws(MediaFileError) -> MediaFileSource {
      let mediaOptions = MediaFileOptions(
        track: options.track, start: options.start, end: options.end)
      if input.place == .standardInput {
        return try MediaFileSource(
          fileDescriptor: 0, options: mediaOptions, cancellation: handle)
      }
      return try MediaFileSource(input.name, options: mediaOptions, cancellation: handle)
    }

    private static func describe(_ media: MediaFileSource) -> String {
      var text = TextBuffer()
      text.append(
        "\(media.containerName), \(media.tracks[media.trackIndex].codec), \(media.format)")
      if let duration = media.duration {
        text.append(", ")
        text.append(clock: Milliseconds(seconds: duration))
      }
      if media.tracks.count > 1 {
        text.append(", track \(media.trackIndex) of \(media.tracks.count)")
      }
      return text.string
    }

    private static func describeDamage(_ media: MediaFileSource) -> String? {
      guard media.damagedPacketCount > 0 || media.missingFrameCount > 0 else { return nil }
      var text = TextBuffer()
      text.append(
        "The file is damaged: \(media.damagedPacketCount) packets could not be decoded, and ")
      text.append(Double(media.missingFrameCount) / Double(media.format.sampleRate), decimals: 3)
      text.append(" s of sound are missing.")
      return text.string
    }
  #endif
}
