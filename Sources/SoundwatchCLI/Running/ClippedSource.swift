import SoundSignal

/// A part of another source: what lies before its start is read and dropped, and behind its end
/// nothing is read.
///
/// Media files can jump to the start themselves; raw samples from a pipe need this.
///
/// *Confined*: one reader at a time. *Blocking*. ``cancel()`` is *Thread-safe*.
final class ClippedSource: AudioSource {
  let format: PCMFormat
  let estimatedFrameCount: Int64?
  private let source: any AudioSource
  private let range: Range<Int64>

  /// Makes a part.
  /// - Parameters:
  ///   - source: what is read. Its samples must be interleaved.
  ///   - start: where the part begins, in seconds.
  ///   - end: where the part ends, in seconds; `nil` for the end of the source.
  init(_ source: any AudioSource, start: Double, end: Double?) {
    precondition(source.format.isInterleaved || source.format.channelCount == 1)
    self.source = source
    format = source.format
    let rate = Double(format.sampleRate)
    // A century at 384 kHz still fits 2^51.
    let first = Int64(min(start * rate, 0x1p51).rounded())
    let last = end.map { Int64(min($0 * rate, 0x1p51).rounded()) } ?? .max
    range = first..<max(first, last)
    estimatedFrameCount =
      last == .max ? source.estimatedFrameCount.map { max(0, $0 - first) } : last - first
  }

  func read(into buffer: inout PCMBuffer) throws -> Int64? {
    while let position = try source.read(into: &buffer) {
      let frames = position..<position + Int64(buffer.frameCount)
      if frames.lowerBound >= range.upperBound { return nil }
      let kept = frames.clamped(to: range)
      if kept.isEmpty { continue }
      buffer.keep(Int(kept.lowerBound - position)..<Int(kept.upperBound - position))
      return kept.lowerBound
    }
    return nil
  }

  func cancel() { source.cancel() }
}

extension PCMBuffer {
  /// Drops all frames but some, of interleaved samples.
  fileprivate mutating func keep(_ frames: Range<Int>) {
    if frames == 0..<frameCount { return }
    let width = format.bytesPerFrame
    if frames.lowerBound > 0 {
      unsafe withMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe base.copyMemory(
          from: base + frames.lowerBound * width, byteCount: frames.count * width)
      }
    }
    reset(format: format, frameCount: frames.count)
  }
}
