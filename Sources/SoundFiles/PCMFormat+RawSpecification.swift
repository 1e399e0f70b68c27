public import SoundSignal

extension PCMFormat {
  /// Reads a description of raw samples such as `s16le:48000:2`: how a sample is stored, frames per
  /// second, and the number of channels, which may be left out when it is one.
  ///
  /// Samples are `s16le`, `s24le`, `s32le`, `f32le` or `f64le`, interleaved.
  /// - Throws: ``MediaFileError/Code/invalidSpecification`` with a sentence for the one who typed it.
  public init(rawSpecification text: String) throws(MediaFileError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else {
      throw .specification(text, "It needs a sample format, a rate and channels.")
    }
    let sample = try SampleFormat(rawSpecification: String(parts[0]), in: text)
    guard let rate = Int(parts[1]) else {
      throw .specification(text, "The rate \"\(parts[1])\" is not a number.")
    }
    guard let channels = parts.count == 3 ? Int(parts[2]) : 1 else {
      throw .specification(text, "The number of channels \"\(parts[2])\" is not a number.")
    }
    do {
      try self.init(sample, sampleRate: rate, channelCount: channels)
    } catch {
      throw .specification(text, error.description)
    }
  }
}

extension SampleFormat {
  fileprivate init(rawSpecification name: String, in text: String) throws(MediaFileError) {
    switch name.lowercased() {
    case "s16le": self = .int16
    case "s24le": self = .int24
    case "s32le": self = .int32
    case "f32le": self = .float32
    case "f64le": self = .float64
    case let other where other.hasSuffix("be"):
      throw .specification(
        text, "Big-endian samples are not supported. Swap the bytes first.")
    default:
      throw .specification(
        text, "\"\(name)\" is not one of s16le, s24le, s32le, f32le and f64le.")
    }
  }
}

extension MediaFileError {
  fileprivate static func specification(_ text: String, _ problem: String) -> MediaFileError {
    MediaFileError(
      .invalidSpecification,
      "\"\(text)\" does not describe raw samples. \(problem) An example is s16le:48000:2.")
  }
}
