import Foundation
import SoundFiles
import SoundRecognition
import SoundSignal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes signatures of inputs: of recordings, of streams, and of files that hold a signature already.
///
/// *Thread-safe*. *Blocking*.
struct SoundReader: Sendable {
  /// What was read.
  struct Sound: Sendable {
    var signature: Signature
    /// What the file says of itself, as properties of a media item.
    var tags: [MediaItemProperty: MediaItemValue] = [:]
    /// What of the sound could not be had, in words.
    var damage: String?
  }

  var rawFormat: PCMFormat?
  let cancellation: CancellationGroup

  /// The extension of signature files, without a dot.
  static let signatureExtension = "swsig"
  /// No signature of a week is longer.
  private static let longestSignatureFile = 1 << 28

  /// Reads an input to its end.
  func read(_ input: Input) throws -> Sound {
    if input.place == .file, Self.isSignature(input.name) {
      return Sound(signature: try Self.signature(ofFile: input.name))
    }
    return try withSource(of: input) { source, tags, damage in
      Sound(signature: try listen(to: source), tags: tags, damage: damage())
    }
  }

  /// Opens an input and lends its samples.
  /// - Parameter body: takes the samples, the tags, and a closure that tells what of the sound could
  ///   not be had.
  func withSource<Result>(
    of input: Input,
    _ body: (any AudioSource, [MediaItemProperty: MediaItemValue], () -> String?) throws -> Result
  ) throws -> Result {
    if input.place == .standardInput, let rawFormat {
      let source = RawPCMSource(fileDescriptor: 0, format: rawFormat)
      return try cancellation.run(onCancel: { source.cancel() }) {
        try body(source, [:]) { nil }
      }
    }
    #if MediaFiles
      let handle = MediaFileCancellation()
      return try cancellation.run(onCancel: { handle.cancel() }) {
        let media = try open(input, handle)
        // Tracks are counted in files only: a stream cannot be opened once for each.
        let source: any AudioSource =
          input.place == .file && media.tracks.count > 1
          ? try MixedTracksSource(input.name, cancellation: handle) : media
        return try body(source, MediaTags(media.metadata).mediaItemValues) {
          media.damagedPacketCount == 0
            ? nil
            : "The file is damaged: \(media.damagedPacketCount) packets could not be decoded."
        }
      }
    #else
      throw MediaFileError(
        .unsupportedFormat,
        "This soundwatch was built without media files. Give it signatures, or raw samples with"
          + " --raw-format.")
    #endif
  }

  #if MediaFiles
    private func open(
      _ input: Input, _ handle: MediaFileCancellation
    ) throws(MediaFileError) -> MediaFileSource {
      if input.place == .standardInput {
        return try MediaFileSource(fileDescriptor: 0, cancellation: handle)
      }
      return try MediaFileSource(input.name, cancellation: handle)
    }
  #endif

  /// Listens to a source to its end.
  private func listen(to source: any AudioSource) throws -> Signature {
    let generator = SignatureGenerator()
    var buffer = PCMBuffer(format: source.format)
    var gaps = GapFiller(format: source.format)
    while let position = try source.read(into: &buffer) {
      try gaps.fill(before: position, buffer) { buffer throws(RecognitionError) in
        try generator.append(buffer, at: nil)
      }
    }
    return generator.signature()
  }

  /// Whether a file begins as signatures do.
  static func isSignature(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let magic = Data("SOUNDSIG".utf8)
    return FileKind(path: path) == .file
      && (try? file.read(upToCount: magic.count)) == magic
  }

  private static func signature(ofFile path: String) throws -> Signature {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard data.count <= longestSignatureFile else {
      throw RecognitionError(.signatureInvalid, "The file is too large for a signature.")
    }
    return try Signature(dataRepresentation: data)
  }
}

/// Fills gaps in a sound with silence, so that what comes behind them keeps its place.
///
/// *Confined*: a value with state.
struct GapFiller {
  private let format: PCMFormat
  private var expected: Int64?

  init(format: PCMFormat) { self.format = format }

  /// Hands a buffer on, behind silence for what is missing before it.
  mutating func fill<Failure: Error>(
    before position: Int64, _ buffer: PCMBuffer, _ body: (PCMBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    var missing = max(0, position - (expected ?? position))
    while missing > 0 {
      let count = Int(min(missing, Int64(format.sampleRate)))
      try body(PCMBuffer(format: format, frameCount: count))
      missing -= Int64(count)
    }
    expected = max(position, expected ?? position) + Int64(buffer.frameCount)
    try body(buffer)
  }
}
