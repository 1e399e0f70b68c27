#if MediaFiles
  internal import CFFmpeg
  import SoundSignal

  /// How the samples that come out of a decoder lie in memory, and which format they get.
  ///
  /// Formats that the house knows are copied byte by byte. Two that it does not know are widened
  /// without loss that could be heard: 8-bit samples become `int16`, 64-bit integers `float64`.
  struct SampleLayout: Equatable {
    /// The format of the buffers that are delivered.
    let format: PCMFormat
    private let source: Source
    private let sourceBytesPerSample: Int

    private enum Source: Equatable { case copied, unsigned8, signed64 }

    /// The layout of decoded frames.
    /// - Returns: `nil` for a format that FFmpeg does not have today.
    init?(
      decoded sampleFormat: Int32, sampleRate: Int, channelCount: Int
    ) throws(PCMFormatError) {
      let sample: SampleFormat
      var source = Source.copied
      switch AVSampleFormat(rawValue: sampleFormat) {
      case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: sample = .int16
      case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P: sample = .int32
      case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: sample = .float32
      case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: sample = .float64
      case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P: (sample, source) = (.int16, .unsigned8)
      case AV_SAMPLE_FMT_S64, AV_SAMPLE_FMT_S64P: (sample, source) = (.float64, .signed64)
      default: return nil
      }
      let isPlanar = av_sample_fmt_is_planar(AVSampleFormat(rawValue: sampleFormat)) != 0
      self.source = source
      sourceBytesPerSample = Int(av_get_bytes_per_sample(AVSampleFormat(rawValue: sampleFormat)))
      format = try PCMFormat(
        sample, sampleRate: sampleRate, channelCount: channelCount,
        isInterleaved: !isPlanar || channelCount == 1)
    }

    /// The layout of PCM as a WAV file stores it, which needs no decoder.
    /// - Returns: `nil` when the codec is not little-endian PCM.
    init?(
      stored codec: AVCodecID, sampleRate: Int, channelCount: Int
    ) throws(PCMFormatError) {
      let sample: SampleFormat
      switch codec {
      case AV_CODEC_ID_PCM_S16LE: sample = .int16
      case AV_CODEC_ID_PCM_S24LE: sample = .int24
      case AV_CODEC_ID_PCM_S32LE: sample = .int32
      case AV_CODEC_ID_PCM_F32LE: sample = .float32
      case AV_CODEC_ID_PCM_F64LE: sample = .float64
      default: return nil
      }
      source = .copied
      sourceBytesPerSample = sample.bytesPerSample
      format = try PCMFormat(sample, sampleRate: sampleRate, channelCount: channelCount)
    }

    /// The number of separate stretches of memory that a frame of the source has.
    private var planeCount: Int { format.isInterleaved ? 1 : format.channelCount }
    private var samplesPerPlaneFrame: Int { format.isInterleaved ? format.channelCount : 1 }

    /// Copies frames from a decoder's memory into a buffer.
    /// - Parameters:
    ///   - planes: one pointer for interleaved samples, else one for each channel.
    ///   - targetFrameCount: the length of the whole target, which says where its planes begin.
    func copy(
      _ planes: UnsafePointer<UnsafeMutablePointer<UInt8>?>, from sourceFrame: Int, count: Int,
      to target: UnsafeMutableRawBufferPointer, at targetFrame: Int, targetFrameCount: Int
    ) {
      let width = samplesPerPlaneFrame
      let targetStride = width * format.sampleFormat.bytesPerSample
      precondition(targetFrame >= 0 && count >= 0 && targetFrame + count <= targetFrameCount)
      precondition(target.count >= planeCount * targetFrameCount * targetStride)
      for plane in 0..<planeCount {
        guard let base = unsafe planes[plane] else { continue }
        let source = unsafe UnsafeRawPointer(base) + sourceFrame * width * sourceBytesPerSample
        let start = (plane * targetFrameCount + targetFrame) * targetStride
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[start..<(start + count * targetStride)])
        unsafe copy(source, sampleCount: count * width, to: part)
      }
    }

    private func copy(
      _ source: UnsafeRawPointer, sampleCount: Int, to target: UnsafeMutableRawBufferPointer
    ) {
      switch self.source {
      case .copied:
        unsafe target.copyMemory(
          from: UnsafeRawBufferPointer(start: source, count: sampleCount * sourceBytesPerSample))
      case .unsigned8:
        for index in 0..<sampleCount {
          let sample = Int16(unsafe source.load(fromByteOffset: index, as: UInt8.self))
          unsafe target.storeBytes(
            of: (sample - 128) << 8, toByteOffset: 2 * index, as: Int16.self)
        }
      case .signed64:
        for index in 0..<sampleCount {
          let sample = unsafe source.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self)
          unsafe target.storeBytes(
            of: Double(sample) * 0x1p-63, toByteOffset: 8 * index, as: Double.self)
        }
      }
    }
  }
#endif
