#if MediaFiles
  internal import CFFmpeg
  import SoundSignal

  /// Where the chosen audio track of a container is, how it counts time, and how long it claims to be.
  struct SelectedTrack: Sendable {
    /// The stream's number among all streams.
    let stream: Int
    let timeBase: (numerator: Int, denominator: Int)
    /// The timestamp of frame zero.
    let origin: Int64
    /// The length in units of the time base, where the container or its header says it.
    let duration: Int64?
    /// Whether that length was read rather than guessed.
    let durationIsDeclared: Bool
    /// FFmpeg's names of the container.
    let container: String
    let codec: AVCodecID

    /// Chooses a track by its number, or the best one.
    init(
      _ choice: Int?, of demuxer: borrowing Demuxer, fileName: String
    ) throws(MediaFileError) {
      let audio = demuxer.audioStreams
      guard let best = demuxer.bestAudioStream else {
        throw MediaFileError(
          .noAudio,
          "\(fileName) holds no sound: there is no audio track among its"
            + " \(demuxer.streamCount) track(s).")
      }
      if let choice, !audio.indices.contains(choice) {
        let last = audio.count - 1
        throw MediaFileError(
          .trackNotFound,
          "\(fileName) has no audio track \(choice). "
            + (last == 0 ? "Its only one is number 0." : "Choose from 0 to \(last)."))
      }
      stream = choice.map { audio[$0] } ?? best
      let chosen = unsafe demuxer.stream(stream)
      let base = unsafe chosen.pointee.time_base
      guard base.num > 0, base.den > 0 else {
        throw MediaFileError(
          .damaged, "\(fileName) is damaged: its audio track has no measure of time.")
      }
      timeBase = (Int(base.num), Int(base.den))
      container = demuxer.formatName
      codec = unsafe chosen.pointee.codecpar.pointee.codec_id
      origin = unsafe Self.origin(of: chosen, base: base, start: demuxer.startInMicroseconds)

      let none = soundwatch_nopts_value()
      let own = unsafe chosen.pointee.duration
      if own != none, own > 0 {
        duration = own
      } else {
        // What does not fit comes out negative.
        duration = demuxer.durationInMicroseconds.flatMap {
          let ticks = av_rescale_q($0, AVRational(num: 1, den: AV_TIME_BASE), base)
          return ticks > 0 ? ticks : nil
        }
      }
      durationIsDeclared =
        !demuxer.durationIsGuessed
        && Self.declaringContainers.contains(demuxer.formatName)
        && ((own != none && own > 0) || demuxer.streamCount == 1)
    }

    /// Containers whose header says how long the sound is, as opposed to those where FFmpeg looks at
    /// the last timestamp. Only there can a file be shorter than it claims.
    private static let declaringContainers: Set<String> = [
      "aiff", "ape", "au", "caf", "flac", "matroska,webm", "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "tta",
      "w64", "wav", "wv",
    ]

    /// Containers where a jump leads to an exact position: constant frame sizes, numbered frames, an
    /// index, or timestamps finer than a frame.
    private static let exactlySeekableContainers: Set<String> = [
      "aiff", "au", "caf", "flac", "hls", "mov,mp4,m4a,3gp,3g2,mj2", "mpegts", "w64", "wav",
    ]

    /// The file begins where its first track does, because that is what a player shows. But a sound
    /// that begins with the file, up to the delay of an encoder, begins at frame zero.
    private static func origin(
      of stream: UnsafeMutablePointer<AVStream>, base: AVRational, start: Int64?
    ) -> Int64 {
      let none = soundwatch_nopts_value()
      let own = unsafe stream.pointee.start_time
      guard let start else { return own == none ? 0 : own }
      let whole = av_rescale_q(start, AVRational(num: 1, den: AV_TIME_BASE), base)
      guard own != none else { return whole }
      let tenth = av_rescale_q(tenthInMicroseconds, AVRational(num: 1, den: AV_TIME_BASE), base)
      return (whole...whole.addingClamped(tenth)).contains(own) ? own : whole
    }

    /// Whether a jump in the container leads to an exact position.
    var isExactlySeekable: Bool { Self.exactlySeekableContainers.contains(container) }

    /// Whether one unit of the time base is no longer than a frame, so that packets can be counted
    /// by their timestamps. Matroska's millisecond is not.
    func timestampsAreExact(sampleRate: Int) -> Bool {
      timeBase.numerator * sampleRate <= timeBase.denominator
    }

    /// The length in frames.
    func frameCount(sampleRate: Int) -> Int64? {
      duration.map {
        let frames = Int128($0) * Int128(timeBase.numerator) * Int128(sampleRate)
        return Int64(clamping: frames / Int128(timeBase.denominator))
      }
    }

    /// The layout of the samples inside the packets, where they need no decoder.
    func storedLayout(
      of demuxer: borrowing Demuxer, fileName: String
    ) throws(MediaFileError) -> SampleLayout? {
      guard container == "wav" || container == "w64" else { return nil }
      let parameters = unsafe demuxer.stream(stream).pointee.codecpar.pointee
      do {
        return try SampleLayout(
          stored: codec, sampleRate: Int(unsafe parameters.sample_rate),
          channelCount: Int(unsafe parameters.ch_layout.nb_channels))
      } catch {
        throw .limit(error, fileName: fileName)
      }
    }
  }

  /// A tenth of a second in FFmpeg's microseconds.
  private let tenthInMicroseconds: Int64 = 100_000

  extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
      let (sum, overflow) = addingReportingOverflow(other)
      return overflow ? (other > 0 ? .max : .min) : sum
    }
  }

  extension MediaFileError {
    /// The error for a rate or channel count that the house does not support.
    static func limit(_ error: PCMFormatError, fileName: String) -> MediaFileError {
      MediaFileError(
        .limitExceeded, "\(fileName) cannot be read. \(error) Convert the file first.")
    }
  }
#endif
