#if MediaFiles
  internal import CFFmpeg
  import SoundSignal

  internal import Glibc

  /// Takes packets of one track out of a container and samples out of the packets. It knows nothing
  /// of positions.
  ///
  /// *Confined*.
  struct PacketDecoder: ~Copyable {
    /// What ``next()`` came upon.
    enum Step {
      /// Samples, to be read through ``PacketDecoder/planes`` before the next step.
      case frames(timestamp: Int64?, count: Int)
      /// A packet that could not be decoded, and how long it would have lasted.
      case damaged(duration: Int64)
      case end
      case failed(status: Int32)
    }

    let demuxer: Demuxer
    let stream: Int
    /// `nil` where the packets hold samples as they are.
    private let decoder: Decoder?
    private let storedBytesPerFrame: Int
    private let packet = Packet()
    let frame = Frame()
    /// The sample format of the first frames.
    private var decodedFormat: Int32?
    private var isDraining = false
    /// Packets that end before this timestamp are dropped without being decoded.
    private var undecodedBefore: Int64?
    private var title: String?

    init(
      _ demuxer: consuming Demuxer, track: SelectedTrack, stored: SampleLayout?, fileName: String
    ) throws(MediaFileError) {
      demuxer.readOnly(stream: track.stream)
      if let stored {
        decoder = nil
        storedBytesPerFrame = stored.format.bytesPerFrame
      } else {
        decoder = try unsafe Decoder.open(for: demuxer.stream(track.stream), fileName: fileName)
        storedBytesPerFrame = 0
      }
      stream = track.stream
      self.demuxer = demuxer
    }

    /// Where the samples of the last step lie: one pointer, or one for each channel. They are valid
    /// until the next step.
    var planes: UnsafePointer<UnsafeMutablePointer<UInt8>?>? {
      if decoder == nil {
        return unsafe UnsafePointer(packet.pointer.pointer(to: \.data))
      }
      return unsafe UnsafePointer(frame.pointer.pointee.extended_data)
    }

    /// Whether the frames that come are exactly those that a header counts: PCM and FLAC.
    var framesAreCountedExactly: Bool { decoder == nil || demuxer.formatName == "flac" }

    /// What the last frames have that a layout has not, in words; `nil` when they agree.
    func formatChange(from layout: SampleLayout) -> String? {
      if decoder == nil { return nil }
      let format = layout.format
      if frame.sampleRate != format.sampleRate {
        return "its sample rate from \(format.sampleRate) to \(frame.sampleRate) Hz"
      }
      if frame.channelCount != format.channelCount {
        return "its channels from \(format.channelCount) to \(frame.channelCount)"
      }
      return frame.sampleFormat == decodedFormat ? nil : "its sample format"
    }

    /// What the station has said of its programme since the last call.
    mutating func takeTitle() -> String? {
      guard let title else { return nil }
      self.title = nil
      return title
    }

    /// Jumps to a place at or before a timestamp.
    mutating func seek(timestamp: Int64) -> Bool {
      guard demuxer.seek(stream: stream, timestamp: timestamp) else { return false }
      decoder?.flush()
      isDraining = false
      return true
    }

    /// Moves on to a place at or before a timestamp by passing over packets undecoded.
    mutating func passOver(until timestamp: Int64) {
      undecodedBefore = timestamp
      decoder?.flush()
    }

    /// Gets the next samples. *Blocking*.
    mutating func next() -> Step {
      guard decoder != nil else { return nextStored() }
      while true {
        let status = receive()
        if status >= 0 {
          let count = frame.frameCount
          if decodedFormat == nil { decodedFormat = frame.sampleFormat }
          if count > 0 { return .frames(timestamp: frame.timestamp, count: count) }
          continue
        }
        if status == soundwatch_averror_eof() { return .end }
        guard status == soundwatch_averror_eagain() else {
          // While draining there is no packet to blame; the decoder has nothing more to give.
          return isDraining ? .end : .damaged(duration: packet.duration)
        }
        if isDraining { return .end }
        if let step = feed() { return step }
      }
    }

    /// Moves one packet from the demuxer to the decoder.
    private mutating func feed() -> Step? {
      let status = readPacket()
      if status == soundwatch_averror_eof() {
        isDraining = true
        _ = sendEnd()
        return nil
      }
      if status < 0 { return .failed(status: status) }
      return send() < 0 ? .damaged(duration: packet.duration) : nil
    }

    private mutating func nextStored() -> Step {
      while true {
        let status = readPacket()
        if status == soundwatch_averror_eof() { return .end }
        if status < 0 { return .failed(status: status) }
        // A file that breaks off within a frame loses that frame.
        let count = packet.byteCount / storedBytesPerFrame
        if count > 0 { return .frames(timestamp: packet.timestamp, count: count) }
      }
    }

    /// Reads the next packet of the track that has to be decoded.
    private mutating func readPacket() -> Int32 {
      while true {
        packet.release()
        let status = demuxer.read(packet)
        if status == soundwatch_averror_eagain() {
          if demuxer.isInterrupted { return soundwatch_averror_exit() }
          usleep(10_000)
          continue
        }
        if status < 0 { return status }
        guard Int(packet.streamIndex) == stream else { continue }
        if let new = demuxer.takeTitle(packet) { title = new }
        if let limit = undecodedBefore, let timestamp = packet.timestamp {
          if timestamp.addingReportingOverflow(packet.duration).partialValue <= limit { continue }
          undecodedBefore = nil
        }
        return status
      }
    }

    private func receive() -> Int32 { decoder?.receive(frame) ?? soundwatch_averror_eof() }
    private func send() -> Int32 { decoder?.send(packet) ?? soundwatch_averror_eof() }
    private func sendEnd() -> Int32 { decoder?.sendEnd() ?? soundwatch_averror_eof() }
  }
#endif
