#if MediaFiles
  internal import CFFmpeg
  import SoundSignal

  internal import Glibc

  extension MediaFileError {
    /// The error for a number that FFmpeg gave while it opened a location.
    static func opening(
      _ location: MediaLocation, status: Int32, cancellation: MediaFileCancellation,
      timeout: Double
    ) -> MediaFileError {
      let cause = ffmpegText(status)
      if let error = general(
        location, status: status, cancellation: cancellation, timeout: timeout)
      {
        return error
      }
      let networkNumbers = [
        ECONNREFUSED, ECONNRESET, ECONNABORTED, EPIPE, EHOSTUNREACH, ENETUNREACH, EIO,
      ]
      if location.isNetwork, networkNumbers.contains(soundwatch_errno_of(status)) {
        return MediaFileError(
          .network,
          "There is no connection to \(location.name). Check the address and the network, and try"
            + " again.", cause: cause)
      }
      if let format = Demuxer.probedFormatName(of: location) {
        if format == "Apple HTTP Live Streaming" {
          return MediaFileError(
            .protocolNotAllowed,
            "The playlist \(location.name) leads to nothing that may be opened. Only media files are"
              + " followed, through \(location.protocolWhitelist).", cause: cause)
        }
        return MediaFileError(
          .damaged,
          "\(location.name) looks like \(format) but cannot be opened: its beginning or its index is"
            + " missing. The recording or download was probably not finished.", cause: cause)
      }
      if location.isPipe {
        return MediaFileError(
          .unsupportedFormat,
          "\(location.name) carries no media format that can be read from a pipe. Give the file's"
            + " name instead, or describe raw samples.", cause: cause)
      }
      return MediaFileError(
        .unsupportedFormat,
        "\(location.name) is in no media format that FFmpeg knows. If it holds raw samples,"
          + " describe them.", cause: cause)
    }

    /// The error for a number that FFmpeg gave in the middle of a sound.
    /// - Parameter inputFailed: whether the disk, the pipe or the server gave up. If not, FFmpeg did
    ///   not understand what it read, whatever the number says.
    static func reading(
      _ location: MediaLocation, status: Int32, cancellation: MediaFileCancellation,
      timeout: Double, position: StreamTime, inputFailed: Bool
    ) -> MediaFileError {
      let place = clockText(seconds: position.seconds)
      if var error = general(
        location, status: status, cancellation: cancellation, timeout: timeout)
      {
        error.position = position
        return error
      }
      if !inputFailed || status == soundwatch_averror_invaliddata() {
        return MediaFileError(
          .damaged,
          "\(location.name) is damaged at \(place); nothing behind that point can be read.",
          cause: ffmpegText(status), position: position)
      }
      return MediaFileError(
        location.isNetwork ? .network : .readFailed,
        location.isNetwork
          ? "The connection to \(location.name) broke at \(place). Try again."
          : "\(location.name) could not be read at \(place). Check the disk or the device.",
        cause: ffmpegText(status), position: position)
    }

    /// The errors that mean the same everywhere.
    private static func general(
      _ location: MediaLocation, status: Int32, cancellation: MediaFileCancellation,
      timeout: Double
    ) -> MediaFileError? {
      let cause = ffmpegText(status)
      if cancellation.isCancelled {
        return MediaFileError(.cancelled, "Reading \(location.name) was cancelled.", cause: cause)
      }
      let number = soundwatch_errno_of(status)
      if cancellation.isExpired || number == ETIMEDOUT {
        let seconds = timeout.rounded() == timeout ? "\(Int(timeout))" : "\(timeout)"
        return MediaFileError(
          .timedOut,
          "\(location.name) sent nothing for \(seconds) s. Check the address and the network, or"
            + " allow more time.", cause: cause)
      }
      switch status {
      case soundwatch_averror_http_not_found():
        return MediaFileError(
          .notFound, "The server does not know \(location.name). Check the address.", cause: cause)
      case soundwatch_averror_http_unauthorized(), soundwatch_averror_http_forbidden():
        return MediaFileError(
          .permissionDenied, "The server does not let us read \(location.name).", cause: cause)
      case soundwatch_averror_http_bad_request(), soundwatch_averror_http_other_4xx(),
        soundwatch_averror_http_server_error():
        return MediaFileError(
          .network, "The server refused to send \(location.name). Try again later.", cause: cause)
      case soundwatch_averror_protocol_not_found():
        return MediaFileError(
          .protocolNotAllowed,
          "\(location.name) needs a protocol that is not available. Save it as a file first.",
          cause: cause)
      default: break
      }
      if location.path != nil, [ENOENT, ENOTDIR, EACCES, EPERM, EISDIR].contains(number) {
        return MediaFileError(errno: number, name: location.name)
      }
      return nil
    }
  }

  /// FFmpeg's words for one of its error numbers, and the number.
  func ffmpegText(_ status: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 128)
    let known = unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe av_strerror(status, $0.baseAddress, $0.count) >= 0
    }
    let text = String(
      decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return known ? "FFmpeg: \(text) (\(status))" : "FFmpeg error \(status)"
  }
#endif
