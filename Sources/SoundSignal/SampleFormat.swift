/// How one sample is stored in memory, always in the machine's little-endian byte order.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
  /// Signed 16-bit integers.
  case int16
  /// Signed 24-bit integers packed in three bytes, as WAV files store them.
  case int24
  /// Signed 32-bit integers.
  case int32
  /// 32-bit floating point, full scale at ±1.
  case float32
  /// 64-bit floating point, full scale at ±1.
  case float64

  /// The number of bytes that one sample takes.
  public var bytesPerSample: Int {
    switch self {
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    case .float64: 8
    }
  }
}

/// A Swift number type that is also a PCM sample: `Int16`, `Int32`, `Float` or `Double`.
public protocol PCMSample: BitwiseCopyable, Sendable {
  /// The format of samples of this type in memory.
  static var sampleFormat: SampleFormat { get }
}

extension Int16: PCMSample {
  /// Signed 16-bit integers.
  public static var sampleFormat: SampleFormat { .int16 }
}

extension Int32: PCMSample {
  /// Signed 32-bit integers.
  public static var sampleFormat: SampleFormat { .int32 }
}

extension Float: PCMSample {
  /// 32-bit floating point.
  public static var sampleFormat: SampleFormat { .float32 }
}

extension Double: PCMSample {
  /// 64-bit floating point.
  public static var sampleFormat: SampleFormat { .float64 }
}
