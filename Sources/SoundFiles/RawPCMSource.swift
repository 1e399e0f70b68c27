public import SoundSignal

/// Raw samples that arrive through a file descriptor, such as the standard input.
///
/// Nothing in the bytes says what they mean, so the format is given. A frame that is cut off by the
/// end of the stream is left out.
///
/// ```swift
/// let format = try PCMFormat(rawSpecification: "s16le:48000:2")
/// let source = RawPCMSource(fileDescriptor: 0, format: format)
/// ```
///
/// *Confined*: one reader at a time. *Blocking*. ``cancel()`` is *Thread-safe*.
public final class RawPCMSource: AudioSource, @unchecked Sendable {
  // @unchecked: `position` and `isAtEnd` belong to the one task that reads, as the protocol demands.

  /// The format of every buffer.
  public let format: PCMFormat
  /// Always `nil`: a stream does not tell its length.
  public var estimatedFrameCount: Int64? { nil }

  private let name: String
  private let descriptor: WakeableDescriptor
  private let framesPerBlock: Int
  private var position: Int64 = 0
  private var isAtEnd = false

  /// Makes a source over an open descriptor.
  /// - Parameters:
  ///   - fileDescriptor: what is read.
  ///   - format: what the bytes mean; interleaved.
  ///   - blockDuration: the length of the buffers in seconds. The last one may be shorter.
  ///   - name: what error messages call the stream.
  ///   - closesDescriptor: whether the descriptor is closed together with the source.
  public init(
    fileDescriptor: Int32, format: PCMFormat, blockDuration: Double = 0.1,
    name: String = "standard input", closesDescriptor: Bool = false
  ) {
    precondition(
      format.isInterleaved || format.channelCount == 1, "Raw samples must be interleaved.")
    descriptor = WakeableDescriptor(fileDescriptor, closesDescriptor: closesDescriptor)
    self.format = format
    self.name = name
    let frames = max(0, min(blockDuration, 60)) * Double(format.sampleRate)
    framesPerBlock = max(1, Int(frames))
  }

  /// Waits until a whole block has arrived or the stream has ended.
  ///
  /// *Blocking*. It allocates nothing when the same buffer comes again.
  /// - Throws: ``MediaFileError/Code/readFailed`` when the descriptor cannot be read.
  public func read(into buffer: inout PCMBuffer) throws(MediaFileError) -> Int64? {
    if isAtEnd { return nil }
    buffer.reset(format: format, frameCount: framesPerBlock)
    let byteCount = framesPerBlock * format.bytesPerFrame
    var filled = 0
    while filled < byteCount, !isAtEnd {
      let outcome = unsafe buffer.withMutableBytes { [filled] in
        unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      switch outcome {
      case .bytes(let count): filled += count
      case .end: isAtEnd = true
      case .cancelled:
        isAtEnd = true
        return nil
      case .failed(let number):
        isAtEnd = true
        throw MediaFileError(errno: number, name: name)
      }
    }
    let frameCount = filled / format.bytesPerFrame
    guard frameCount > 0 else { return nil }
    if frameCount < framesPerBlock { buffer.reset(format: format, frameCount: frameCount) }
    defer { position += Int64(frameCount) }
    return position
  }

  /// Ends a `read` that is under way at once, and all later ones.
  public func cancel() { descriptor.cancel() }
}
