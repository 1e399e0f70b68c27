/// A run of PCM samples in their native format.
///
/// The samples are a copy-on-write value, so a buffer can be handed to another thread or kept
/// without being copied. Code that fills the same buffer again and again does not allocate, as long
/// as nobody else holds on to it.
///
/// *Thread-safe*: a value.
public struct PCMBuffer: Sendable {
  /// How the samples are stored.
  public private(set) var format: PCMFormat
  /// The number of frames (one sample of every channel) in the buffer.
  public private(set) var frameCount: Int
  private var storage: [UInt8]

  /// Makes a buffer of `frameCount` silent frames, to be filled with ``withMutableBytes(_:)``.
  public init(format: PCMFormat, frameCount: Int = 0) {
    precondition(frameCount >= 0, "A buffer cannot hold a negative number of frames.")
    self.format = format
    self.frameCount = frameCount
    storage = [UInt8](repeating: 0, count: frameCount * format.bytesPerFrame)
  }

  /// Makes a buffer from bytes as a device, a file or a pipe delivers them. Bytes behind the last
  /// whole frame are left out.
  public init(format: PCMFormat, bytes: some Collection<UInt8>) {
    self.format = format
    frameCount = bytes.count / format.bytesPerFrame
    storage = Array(bytes.prefix(frameCount * format.bytesPerFrame))
  }

  /// Makes a buffer from interleaved samples: `[Int16]`, `[Int32]`, `[Float]` or `[Double]`.
  /// - Throws: ``PCMFormatError`` when the rate or the channel count is not supported.
  public init<Sample: PCMSample>(
    _ samples: [Sample], sampleRate: Int, channelCount: Int = 1
  ) throws(PCMFormatError) {
    let format = try PCMFormat(
      Sample.sampleFormat, sampleRate: sampleRate, channelCount: channelCount)
    self.init(format: format, frameCount: samples.count / channelCount)
    let byteCount = storage.count
    unsafe samples.withUnsafeBytes { source in
      unsafe storage.withUnsafeMutableBytes { target in
        unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<byteCount]))
      }
    }
  }

  /// Changes format and length, keeping the memory where it suffices. The content is unspecified
  /// until it is written.
  public mutating func reset(format: PCMFormat, frameCount: Int) {
    let byteCount = frameCount * format.bytesPerFrame
    if byteCount > storage.count {
      storage.append(contentsOf: repeatElement(0, count: byteCount - storage.count))
    } else if byteCount < storage.count {
      storage.removeLast(storage.count - byteCount)
    }
    self.format = format
    self.frameCount = frameCount
  }

  /// Gives read access to the bytes of the samples.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    unsafe storage.withUnsafeBytes { bytes in
      do throws(Failure) {
        result = .success(try unsafe body(bytes))
      } catch {
        result = .failure(error)
      }
    }
    // swift-format-ignore: NeverForceUnwrap
    return try result!.get()
  }

  /// Gives write access to the bytes of the samples.
  public mutating func withMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try unsafe storage.withUnsafeMutableBytes(body)
  }
}
