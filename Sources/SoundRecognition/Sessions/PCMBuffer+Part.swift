internal import SoundSignal

extension PCMBuffer {
  /// Some of the frames as a buffer of their own.
  func part(_ frames: Range<Int>) -> PCMBuffer {
    precondition(frames.lowerBound >= 0 && frames.upperBound <= frameCount)
    guard frames != 0..<frameCount else { return self }
    var part = PCMBuffer(format: format, frameCount: frames.count)
    let planes = format.isInterleaved ? 1 : format.channelCount
    let width = format.bytesPerFrame / planes
    let plane = frameCount * width
    unsafe withBytes { source in
      unsafe part.withMutableBytes { target in
        for index in 0..<planes {
          let start = index * plane + frames.lowerBound * width
          unsafe UnsafeMutableRawBufferPointer(
            rebasing: target[index * frames.count * width..<(index + 1) * frames.count * width]
          ).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[start..<start + frames.count * width]))
        }
      }
    }
    return part
  }
}
