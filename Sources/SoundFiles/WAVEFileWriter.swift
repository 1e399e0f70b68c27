public import SoundSignal
internal import Glibc

/// Records a stream into a WAV file, in the stream's own format.
///
/// After every ``write(_:atAudioFramePosition:)`` the file is complete and valid, so nothing is lost
/// when the program is killed. Beyond four gigabytes it turns into an RF64 file. Where positions jump,
/// silence keeps the time line; it takes no room on disks that know sparse files.
///
/// ```swift
/// let writer = try WAVEFileWriter(path: "talk.wav", format: source.format)
/// while let position = try source.read(into: &buffer) {
///   try writer.write(buffer, atAudioFramePosition: position)
/// }
/// try writer.finish()
/// ```
///
/// *Confined*. *Blocking*: writes to the disk.
public final class WAVEFileWriter {
  /// The format of every buffer.
  public let format: PCMFormat
  /// The file.
  public let path: String
  /// How many frames the file has, silence included.
  public private(set) var frameCount: Int64 = 0
  /// How many of them are silence in place of what the stream lost.
  public private(set) var silentFrameCount: Int64 = 0

  private let head: WAVEHead
  private let headByteCount: Int
  private var descriptor: Int32
  /// The position behind the last frame, in the stream's own count.
  private var next: Int64?
  private var interleaved: [UInt8] = []

  /// Creates a file without samples.
  ///
  /// *Blocking*.
  /// - Parameters:
  ///   - path: the file. Its folder must exist.
  ///   - format: the format of the buffers. Planar samples are stored interleaved.
  ///   - replacesFile: whether a file that is there may be overwritten.
  /// - Throws: ``MediaFileError/Code/writeFailed`` when the file exists or cannot be created.
  public init(
    path: String, format: PCMFormat, replacesFile: Bool = false
  ) throws(MediaFileError) {
    self.path = path
    self.format = format
    head = WAVEHead(format)
    headByteCount = head.byteCount
    let mode = O_WRONLY | O_CREAT | O_CLOEXEC | (replacesFile ? O_TRUNC : O_EXCL)
    descriptor = unsafe open(path, mode, 0o666)
    guard descriptor >= 0 else { throw MediaFileError(writing: path, errno: errno) }
    do throws(MediaFileError) { try writeHead() } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes the samples of a buffer.
  /// - Parameters:
  ///   - buffer: samples in the writer's format.
  ///   - position: the place of the first frame in the stream, which may begin anywhere. What lies
  ///     between the previous buffer and this one becomes silence. `nil` means right behind it.
  /// - Throws: ``MediaFileError/Code/writeFailed``. The file stays valid as it was before the call.
  public func write(
    _ buffer: PCMBuffer, atAudioFramePosition position: Int64? = nil
  ) throws(MediaFileError) {
    precondition(buffer.format == format, "The file has the format \(format).")
    precondition(descriptor >= 0, "The file is finished.")
    let gap = position.flatMap { position in next.map { max(0, position - $0) } } ?? 0
    // What is never written between two stretches of a file reads as zeros, which are silence.
    try writeSamples(of: buffer, at: frameCount + gap)
    frameCount += gap + Int64(buffer.frameCount)
    silentFrameCount += gap
    next = (position ?? next ?? 0) + Int64(buffer.frameCount)
    try writeHead()
  }

  /// Closes the file. Nothing can be written any more.
  ///
  /// Dropping the writer does the same without telling of errors.
  /// - Throws: ``MediaFileError/Code/writeFailed``, where the system knows only now that it could not
  ///   write.
  public func finish() throws(MediaFileError) {
    guard descriptor >= 0 else { return }
    defer { descriptor = -1 }
    var failure: MediaFileError?
    if dataByteCount & 1 == 1 {
      do throws(MediaFileError) {
        try put([0], at: Int64(headByteCount) + dataByteCount)
        try writeHead(isPadded: true)
      } catch { failure = error }
    }
    if close(descriptor) != 0 { failure = failure ?? MediaFileError(writing: path, errno: errno) }
    if let failure { throw failure }
  }

  private var dataByteCount: Int64 { frameCount * Int64(format.bytesPerFrame) }

  private func writeHead(isPadded: Bool = false) throws(MediaFileError) {
    try put(head.bytes(dataByteCount: dataByteCount, isPadded: isPadded), at: 0)
  }

  private func writeSamples(of buffer: PCMBuffer, at frame: Int64) throws(MediaFileError) {
    let offset = Int64(headByteCount) + frame * Int64(format.bytesPerFrame)
    if format.isInterleaved || format.channelCount == 1 {
      try unsafe buffer.withBytes { (bytes) throws(MediaFileError) in
        try unsafe put(bytes, at: offset)
      }
    } else {
      buffer.interleave(into: &interleaved)
      try put(interleaved, at: offset)
    }
  }

  private func put(_ bytes: [UInt8], at offset: Int64) throws(MediaFileError) {
    let status = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, at: offset) }
    if status != 0 { throw MediaFileError(writing: path, errno: status) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaFileError) {
    let status = unsafe writeAll(bytes, at: offset)
    if status != 0 { throw MediaFileError(writing: path, errno: status) }
  }

  /// - Returns: zero or an `errno`.
  private func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe pwrite(
        descriptor, rest.baseAddress, rest.count, Int(offset) + written)
      if count > 0 {
        written += count
      } else if count == 0 {
        return ENOSPC
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}

extension PCMBuffer {
  /// The samples as a whole WAV file in memory, for services that take one.
  public func waveFileBytes() -> [UInt8] {
    let dataByteCount = Int64(frameCount * format.bytesPerFrame)
    var file = WAVEHead(format).bytes(dataByteCount: dataByteCount, isPadded: true)
    if format.isInterleaved || format.channelCount == 1 {
      unsafe withBytes { unsafe file.append(contentsOf: $0) }
    } else {
      var samples: [UInt8] = []
      interleave(into: &samples)
      file += samples
    }
    if dataByteCount & 1 == 1 { file.append(0) }
    return file
  }

  /// Puts the samples of planes side by side, frame by frame.
  fileprivate func interleave(into samples: inout [UInt8]) {
    let width = format.sampleFormat.bytesPerSample
    samples.removeAll(keepingCapacity: true)
    samples.reserveCapacity(frameCount * format.bytesPerFrame)
    unsafe withBytes { bytes in
      for frame in 0..<frameCount {
        for channel in 0..<format.channelCount {
          let start = (channel * frameCount + frame) * width
          unsafe samples.append(contentsOf: bytes[start..<start + width])
        }
      }
    }
  }
}

extension MediaFileError {
  /// The error for a number that the operating system gave while a file was created or written.
  fileprivate init(writing path: String, errno number: Int32) {
    let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "unknown"
    let message =
      switch number {
      case EEXIST: "There is already a file \(path). Choose another name, or remove it."
      case ENOENT, ENOTDIR: "\(path) cannot be created: its folder does not exist."
      case EACCES, EPERM, EROFS: "\(path) may not be written. Choose another folder."
      case EISDIR: "\(path) is a folder. Name a file in it."
      case ENOSPC, EDQUOT: "\(path) cannot be written: the disk is full."
      case EFBIG: "\(path) cannot grow any more: the disk allows no longer files."
      case ESPIPE: "\(path) is no file that one can go back in; choose a file on a disk."
      default: "\(path) could not be written. Check the disk."
      }
    self.init(.writeFailed, message, cause: "\(text), errno \(number)")
  }
}
