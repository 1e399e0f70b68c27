#if MediaFiles
  internal import CFFmpeg
  import SoundSignal

  /// Decodes one track of a container, run by run: which frames come next, where they lie, and how
  /// the sound ends.
  ///
  /// *Confined*.
  struct TrackReader: ~Copyable {
    /// Samples that have been decoded and not yet handed over.
    struct Run {
      /// The position of the run's next frame.
      var position: Int64
      /// Where that frame lies in the decoder's memory.
      var offset: Int
      /// How many frames are left.
      var count: Int
    }

    let layout: SampleLayout
    let track: SelectedTrack
    let damage: DamageCounter
    private(set) var run: Run?

    private let location: MediaLocation
    private let options: MediaFileOptions
    private let cancellation: MediaFileCancellation
    private let range: Range<Int64>
    private var packets: PacketDecoder
    private var clock: FrameClock
    /// The frames that were decoded to learn the format.
    private var firstFrames: (timestamp: Int64?, count: Int)?
    private var damagedInARow = 0
    private var hasDelivered = false
    /// What a station said, with the position of the frames behind it.
    private var titles: [(title: String, position: Int64)] = []

    /// Decoders need some sound before a place to be right from there on: MP3 its bit reservoir,
    /// Opus 80 ms, AAC one frame. Measured: from a second on, the samples are those of a full decode.
    private static let prerollInSeconds = 1

    private init(
      _ location: MediaLocation, packets: consuming PacketDecoder, opening: Opening,
      options: MediaFileOptions, cancellation: MediaFileCancellation
    ) {
      self.location = location
      self.options = options
      self.cancellation = cancellation
      self.packets = packets
      track = opening.track
      layout = opening.layout
      range = opening.range
      firstFrames = opening.firstFrames
      damage = opening.damage
      clock = FrameClock(
        sampleRate: layout.format.sampleRate, timeBase: track.timeBase, origin: track.origin)
    }

    /// Gets the next frames inside the chosen range into ``run``. *Blocking*.
    /// - Returns: whether there are any; if not, the sound is over or was cancelled.
    mutating func advance() throws(MediaFileError) -> Bool {
      run = nil
      while !cancellation.isCancelled {
        switch nextStep() {
        case .frames(let timestamp, let count):
          try checkFormat()
          damagedInARow = 0
          let position = clock.place(timestamp: timestamp, frameCount: count)
          damage.setMissingFrameCount(clock.missing)
          if let title = packets.takeTitle() { titles.append((title, position)) }
          if position >= range.upperBound { return false }
          let clipped = (position..<position + Int64(count)).clamped(to: range)
          if clipped.isEmpty { continue }
          run = Run(
            position: clipped.lowerBound, offset: Int(clipped.lowerBound - position),
            count: clipped.count)
          hasDelivered = true
          return true
        case .damaged(let duration):
          try noteDamage(duration: duration)
        case .end:
          try checkEnd()
          return false
        case .failed(let status):
          if cancellation.isCancelled { return false }
          // HLS reads through inputs of its own, whose errors it keeps.
          let inputFailed = packets.demuxer.hiddenReadError != 0 || track.container == "hls"
          throw readingError(status, inputFailed: inputFailed)
        }
      }
      return false
    }

    /// Copies the first `count` frames of the run into a buffer's memory and takes them off the run.
    mutating func take(
      _ count: Int, to target: UnsafeMutableRawBufferPointer, at frame: Int, of frameCount: Int
    ) {
      guard var run, let planes = unsafe packets.planes else { return }
      precondition(count <= run.count)
      unsafe layout.copy(
        planes, from: run.offset, count: count, to: target, at: frame, targetFrameCount: frameCount)
      run.position += Int64(count)
      run.offset += count
      run.count -= count
      self.run = run.count > 0 ? run : nil
    }

    /// What the station said since the last call.
    mutating func takeTitles() -> [(title: String, position: Int64)] {
      if titles.isEmpty { return [] }
      defer { titles = [] }
      return titles
    }

    /// The tags of the file, keys in lower case.
    var tags: [String: String] { packets.demuxer.tags(ofStream: track.stream) }

    /// The number of the track among the audio tracks.
    var trackIndex: Int { packets.demuxer.audioStreams.firstIndex(of: track.stream) ?? 0 }

    /// All audio tracks of the file.
    var tracks: [MediaTrack] { packets.demuxer.mediaTracks }

    /// The frames that will be delivered, as far as the file says.
    var estimatedFrameCount: Int64? {
      let length = track.frameCount(sampleRate: layout.format.sampleRate)
      if range.upperBound != .max {
        return max(0, min(range.upperBound, length ?? .max) - range.lowerBound)
      }
      return length.map { max(0, $0 - range.lowerBound) }
    }
  }

  // MARK: - Opening

  extension TrackReader {
    /// What is known of a track once its first frames are decoded.
    private struct Opening {
      let track: SelectedTrack
      let layout: SampleLayout
      let range: Range<Int64>
      let firstFrames: (timestamp: Int64?, count: Int)?
      let damage: DamageCounter
    }

    /// Opens the chosen track and decodes its first frames, so that the format is certain, and goes
    /// to the start that the options ask for.
    static func open(
      _ location: MediaLocation, demuxer: consuming Demuxer, options: MediaFileOptions,
      cancellation: MediaFileCancellation
    ) throws(MediaFileError) -> TrackReader {
      let track = try SelectedTrack(options.track, of: demuxer, fileName: location.name)
      let stored = try track.storedLayout(of: demuxer, fileName: location.name)
      let damage = DamageCounter()
      var packets = try PacketDecoder(
        demuxer, track: track, stored: stored, fileName: location.name)
      var first: (timestamp: Int64?, count: Int)?
      if stored == nil {
        first = try firstFrames(
          of: &packets, damage: damage, location: location, options: options,
          cancellation: cancellation)
      }
      let layout: SampleLayout
      if let stored {
        layout = stored
      } else {
        layout = try Self.layout(of: packets.frame, fileName: location.name)
      }
      let range = try range(
        options, track: track, sampleRate: layout.format.sampleRate, fileName: location.name)
      var reader = TrackReader(
        location, packets: packets,
        opening: Opening(
          track: track, layout: layout, range: range, firstFrames: first, damage: damage),
        options: options, cancellation: cancellation)
      reader.goToStart()
      return reader
    }

    private static func firstFrames(
      of packets: inout PacketDecoder, damage: DamageCounter, location: MediaLocation,
      options: MediaFileOptions, cancellation: MediaFileCancellation
    ) throws(MediaFileError) -> (timestamp: Int64?, count: Int) {
      var attempts = 0
      while true {
        switch packets.next() {
        case .frames(let timestamp, let count): return (timestamp, count)
        case .damaged where attempts < options.damagedPacketLimit:
          attempts += 1
          damage.addPacket()
        case .damaged, .end:
          throw MediaFileError(
            .damaged,
            "\(location.name) is damaged: nothing of its audio track can be decoded. Get the file"
              + " again.")
        case .failed(let status):
          throw .opening(
            location, status: status, cancellation: cancellation, timeout: options.networkTimeout)
        }
      }
    }

    private static func layout(
      of frame: borrowing Frame, fileName: String
    ) throws(MediaFileError) -> SampleLayout {
      do {
        if let layout = try SampleLayout(
          decoded: frame.sampleFormat, sampleRate: frame.sampleRate,
          channelCount: frame.channelCount)
        {
          return layout
        }
      } catch {
        throw .limit(error, fileName: fileName)
      }
      throw MediaFileError(
        .unsupportedFormat, "\(fileName) decodes to an unknown kind of samples. Convert it first.")
    }

    private static func range(
      _ options: MediaFileOptions, track: SelectedTrack, sampleRate: Int, fileName: String
    ) throws(MediaFileError) -> Range<Int64> {
      let start = StreamTime(seconds: min(max(0, options.start), 1e9), sampleRate: sampleRate)
      let end = options.end.map {
        StreamTime(seconds: min(max(0, $0), 1e9), sampleRate: sampleRate).frame
      }
      guard start.frame < end ?? .max else {
        throw MediaFileError(
          .rangeOutsideFile,
          "Nothing of \(fileName) lies between \(clockText(seconds: options.start)) and"
            + " \(clockText(seconds: options.end ?? 0)). The end must be behind the start.")
      }
      let length = track.frameCount(sampleRate: sampleRate)
      if track.durationIsDeclared, let length, start.frame > 0, start.frame >= length {
        throw .startBehindEnd(options.start, length: length, rate: sampleRate, fileName: fileName)
      }
      return start.frame..<(end ?? .max)
    }

    /// Goes to the start of the range as cheaply as exactness allows: by a jump, by passing over
    /// packets, or by decoding and dropping everything before.
    private mutating func goToStart() {
      let early = range.lowerBound - Int64(Self.prerollInSeconds * clock.sampleRate)
      guard early > 0 else { return }
      let timestamp = clock.timestamp(of: early)
      if !track.isExactlySeekable || !packets.seek(timestamp: timestamp) {
        guard track.timestampsAreExact(sampleRate: clock.sampleRate) else { return }
        packets.passOver(until: timestamp)
      }
      firstFrames = nil
      clock.forgetPosition()
    }
  }

  // MARK: - Going on and ending

  extension TrackReader {
    private var position: StreamTime {
      StreamTime(frame: clock.next ?? 0, sampleRate: clock.sampleRate)
    }

    private mutating func nextStep() -> PacketDecoder.Step {
      if let first = firstFrames {
        firstFrames = nil
        return .frames(timestamp: first.timestamp, count: first.count)
      }
      return packets.next()
    }

    private func checkFormat() throws(MediaFileError) {
      guard let change = packets.formatChange(from: layout) else { return }
      throw MediaFileError(
        .formatChanged,
        "\(location.name) changes \(change) at \(clockText(seconds: position.seconds)). Split the"
          + " file there, or convert it to one format.", position: position)
    }

    /// Passes over a damaged packet, and gives up when there are too many in a row.
    private mutating func noteDamage(duration: Int64) throws(MediaFileError) {
      // Behind a jump, decoders complain until they have what they need. That is no damage.
      if clock.next == nil { return }
      damage.addPacket()
      damagedInARow += 1
      let frames = clock.rawPosition(of: track.origin &+ duration)
      clock.skip(frameCount: frames)
      guard damagedInARow > options.damagedPacketLimit else { return }
      throw MediaFileError(
        .damaged,
        "\(location.name) is damaged: from about \(clockText(seconds: position.seconds)) on, its"
          + " sound cannot be decoded.", position: position)
    }

    /// Finds out whether the sound is complete.
    private func checkEnd() throws(MediaFileError) {
      let status = packets.demuxer.hiddenReadError
      if status < 0 {
        throw readingError(status, inputFailed: true)
      }
      if !hasDelivered, range.lowerBound > 0 {
        throw .startBehindEnd(
          options.start, length: position.frame, rate: clock.sampleRate, fileName: location.name)
      }
      guard let length = declaredFrameCount, let next = clock.next else { return }
      guard length - next > lengthTolerance else { return }
      throw MediaFileError(
        .damaged,
        "\(location.name) ends at \(clockText(seconds: position.seconds)) but should last"
          + " \(clockText(seconds: Double(length) / Double(clock.sampleRate))). It was not recorded"
          + " or downloaded completely, or parts of it are damaged.", position: position)
    }

    private func readingError(_ status: Int32, inputFailed: Bool) -> MediaFileError {
      .reading(
        location, status: status, cancellation: cancellation, timeout: options.networkTimeout,
        position: position, inputFailed: inputFailed)
    }

    /// The length that the file's header promises.
    private var declaredFrameCount: Int64? {
      if track.container == "wav", packets.framesAreCountedExactly, let path = location.path {
        return WAVEHeader.dataByteCount(path: path).map { $0 / Int64(layout.format.bytesPerFrame) }
      }
      return track.durationIsDeclared ? track.frameCount(sampleRate: clock.sampleRate) : nil
    }

    /// How many frames may be missing at the end without anybody having lost something. Headers of
    /// compressed formats count whole packets, padding included.
    private var lengthTolerance: Int64 {
      packets.framesAreCountedExactly ? 0 : Int64(clock.sampleRate / 2)
    }
  }

  extension MediaFileError {
    fileprivate static func startBehindEnd(
      _ start: Double, length: Int64, rate: Int, fileName: String
    ) -> MediaFileError {
      MediaFileError(
        .rangeOutsideFile,
        "\(fileName) ends at \(clockText(seconds: Double(length) / Double(rate))), before the chosen"
          + " start at \(clockText(seconds: start)). Choose an earlier start.")
    }
  }
#endif
