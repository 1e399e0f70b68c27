#if MediaFiles
  internal import CFFmpeg

  /// Owns the connection to a server, and where that is a station, an `AVIOContext` in front of it through
  /// which FFmpeg reads the sound.
  ///
  /// Stations put what is on between the bytes of the sound. FFmpeg takes it out, but reads 32 kilobytes
  /// ahead of the sound, which are two seconds of most stations, and does not say where it stood. Here
  /// every read is looked after: each begins behind a title or holds none.
  ///
  /// It is a class and not a `~Copyable` struct because FFmpeg's callback needs its address.
  ///
  /// *Confined*.
  @safe final class NetworkInput {
    /// What FFmpeg reads from.
    var context: UnsafeMutablePointer<AVIOContext>? { unsafe station ?? connection }
    /// What a station says of itself, keys in lower case; empty for others.
    private(set) var headers: [String: String] = [:]

    private var connection: UnsafeMutablePointer<AVIOContext>?
    private var station: UnsafeMutablePointer<AVIOContext>?
    // FFmpeg holds a plain pointer to it.
    private let cancellation: MediaFileCancellation

    /// How many bytes of sound have come.
    private var byteCount: Int64 = 0
    /// What the station said, and the number of the byte of sound behind it.
    private var titles: [(title: String, offset: Int64)] = []
    /// Where the next packet begins if it follows the last one immediately.
    private var nextPacketOffset: Int64 = -1

    private static let bufferByteCount = 1 << 15
    /// Between two blocks of a station's metadata there are 8,192 to 32,768 bytes of sound. The first block
    /// tells what has been on since before the connection.
    private static let firstBlockLimit: Int64 = 32_768

    private init(
      _ connection: UnsafeMutablePointer<AVIOContext>, cancellation: MediaFileCancellation
    ) {
      unsafe self.connection = connection
      self.cancellation = cancellation
    }

    deinit {
      // FFmpeg may have replaced the buffer, so the one to free is in the context.
      if let station = unsafe station { unsafe av_free(station.pointee.buffer) }
      unsafe avio_context_free(&station)
      unsafe avio_closep(&connection)
    }

    /// Whether an address is one that FFmpeg reads through a connection of ours.
    static func reads(_ location: MediaLocation) -> Bool {
      let address = location.address.lowercased()
      return location.isNetwork && (address.hasPrefix("http://") || address.hasPrefix("https://"))
    }

    /// Connects. *Blocking*.
    /// - Parameter options: FFmpeg's, for the connection.
    /// - Returns: the connection, or FFmpeg's number of the error.
    static func open(
      _ location: MediaLocation, interrupt: AVIOInterruptCB, options: [String: String],
      cancellation: MediaFileCancellation
    ) -> (input: NetworkInput?, status: Int32) {
      var dictionary: OpaquePointer?
      defer { unsafe av_dict_free(&dictionary) }
      for (name, value) in options { unsafe av_dict_set(&dictionary, name, value, 0) }
      var interrupt = unsafe interrupt
      var connection: UnsafeMutablePointer<AVIOContext>?
      let status = unsafe avio_open2(
        &connection, location.address, AVIO_FLAG_READ, &interrupt, &dictionary)
      guard status >= 0, let connection = unsafe connection else { return (nil, status) }
      let input = unsafe NetworkInput(connection, cancellation: cancellation)
      input.lookForStation()
      return (input, status)
    }

    /// Puts the context in front of a connection whose server has said that it is a station.
    private func lookForStation() {
      guard let connection = unsafe connection else { return }
      var text: UnsafeMutablePointer<UInt8>?
      unsafe av_opt_get(connection, "icy_metadata_headers", AV_OPT_SEARCH_CHILDREN, &text)
      defer { unsafe av_free(text) }
      guard let text = unsafe text, unsafe text.pointee != 0 else { return }
      headers = unsafe Self.takeMetadata(of: connection)
      let buffer = unsafe av_malloc(Self.bufferByteCount)?.assumingMemoryBound(to: UInt8.self)
      unsafe station = avio_alloc_context(
        buffer, Int32(Self.bufferByteCount), 0, Unmanaged.passUnretained(self).toOpaque(),
        { opaque, target, count in
          guard let opaque = unsafe opaque else { return soundwatch_averror_exit() }
          let input = unsafe Unmanaged<NetworkInput>.fromOpaque(opaque).takeUnretainedValue()
          return unsafe input.read(target, count)
        }, nil, nil)
      guard unsafe station != nil else { fatalError("Out of memory.") }
    }

    /// What has come between the bytes of a connection since the last call.
    private static func takeMetadata(
      of connection: UnsafeMutablePointer<AVIOContext>
    ) -> [String: String] {
      var dictionary: OpaquePointer?
      let search = AV_OPT_SEARCH_CHILDREN
      guard unsafe av_opt_get_dict_val(connection, "metadata", search, &dictionary) >= 0,
        unsafe dictionary != nil
      else { return [:] }
      defer { unsafe av_dict_free(&dictionary) }
      unsafe av_opt_set_dict_val(connection, "metadata", nil, search)
      return unsafe Demuxer.entries(of: dictionary)
    }

    private func read(_ target: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
      guard let connection = unsafe connection else { return soundwatch_averror_eof() }
      let received = unsafe avio_read_partial(connection, target, count)
      let metadata = unsafe Self.takeMetadata(of: connection)
      if let title = stationTitle(in: metadata) {
        titles.append((title, byteCount <= Self.firstBlockLimit && titles.isEmpty ? 0 : byteCount))
      }
      byteCount += Int64(max(0, received))
      return received
    }

    /// What the station said before the end of a packet, since the last call.
    /// - Parameters:
    ///   - offset: where FFmpeg says the packet begins: where the kilobyte does in which it begins.
    ///   - count: how many bytes the packet has.
    func takeTitle(packetAt offset: Int64, byteCount count: Int) -> String? {
      // Packets of MP3 and AAC follow one another without gaps, so that their lengths tell exactly where
      // they begin.
      let isNear = nextPacketOffset >= offset && nextPacketOffset < offset + 4096
      let start = isNear || offset < 0 ? nextPacketOffset : offset
      nextPacketOffset = start + Int64(count)
      var title: String?
      while let first = titles.first, first.offset < nextPacketOffset {
        title = first.title
        titles.removeFirst()
      }
      return title
    }
  }
#endif
