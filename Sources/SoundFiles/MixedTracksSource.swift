#if MediaFiles
  internal import FoundationEssentials
  public import SoundSignal

  /// All audio tracks of a media file, mixed into one channel: what signatures are made of.
  ///
  /// Every track, and every channel in it, counts alike. Tracks with another sample rate than the first
  /// one are left out. The samples are `Float`s; positions count frames from the beginning of the file.
  ///
  /// *Confined*: one reader at a time. *Blocking*. ``cancel()`` is *Thread-safe*.
  public final class MixedTracksSource: AudioSource, @unchecked Sendable {
    // @unchecked: `tracks` and `position` belong to the one task that reads, as the protocol demands.

    /// The format of every buffer.
    public let format: PCMFormat
    /// The number of frames that will be delivered, where the file says its length. An estimate.
    public let estimatedFrameCount: Int64?
    /// How many tracks are heard.
    public let trackCount: Int
    private let cancellation: MediaFileCancellation
    private var tracks: [Track]
    private var position: Int64 = 0

    /// One track, and what was read of it but not mixed yet.
    private struct Track {
      let source: MediaFileSource
      let decoder: SampleDecoder
      var buffer: PCMBuffer
      var samples: [Float] = []
      /// The position of the first of `samples`.
      var start: Int64 = 0
      var isAtEnd = false

      init(_ source: MediaFileSource) {
        self.source = source
        decoder = SampleDecoder(format: source.format, mix: .average)
        buffer = PCMBuffer(format: source.format)
      }

      var end: Int64 { start + Int64(samples.count) }

      /// Reads until there is something behind `position`, or nothing more at all.
      mutating func read(to position: Int64) throws(MediaFileError) {
        while !isAtEnd, end < position {
          guard let next = try source.read(into: &buffer) else {
            isAtEnd = true
            return
          }
          if samples.isEmpty { start = next }
          // A gap in the track is silence in the mix.
          if next > end { samples += [Float](repeating: 0, count: Int(next - end)) }
          var decoded = [Float](repeating: 0, count: buffer.frameCount)
          unsafe decoded.withUnsafeMutableBufferPointer { decoded in
            unsafe buffer.withBytes {
              unsafe decoder.decode($0, frameCount: buffer.frameCount, from: 0, into: decoded)
            }
          }
          samples += decoded
        }
      }

      /// Adds what lies in `range` to a mix that begins there.
      mutating func add(to mix: inout [Float], in range: Range<Int64>, weight: Float) {
        let common = (start..<end).clamped(to: range)
        for frame in common {
          mix[Int(frame - range.lowerBound)] += samples[Int(frame - start)] * weight
        }
        let used = Int(min(max(0, range.upperBound - start), Int64(samples.count)))
        samples.removeFirst(used)
        start += Int64(used)
      }
    }

    /// Opens a file by its path. `cancellation` ends the opening and the reading from another thread.
    ///
    /// *Blocking*: reads the beginning of the file.
    public init(
      _ path: String, cancellation: MediaFileCancellation = .init()
    ) throws(MediaFileError) {
      let first = try MediaFileSource(
        path, options: MediaFileOptions(track: 0), cancellation: cancellation)
      var tracks = [Track(first)]
      for track in first.tracks.dropFirst() where track.sampleRate == first.format.sampleRate {
        tracks.append(
          Track(
            try MediaFileSource(
              path, options: MediaFileOptions(track: track.index), cancellation: cancellation)))
      }
      do {
        format = try PCMFormat(.float32, sampleRate: first.format.sampleRate, channelCount: 1)
      } catch { throw .limit(error, fileName: path) }
      estimatedFrameCount = tracks.compactMap(\.source.estimatedFrameCount).max()
      trackCount = tracks.count
      self.tracks = tracks
      self.cancellation = cancellation
    }

    /// Waits for the next quarter of a second.
    /// - Returns: the position of the first frame, or `nil` at the end.
    public func read(into buffer: inout PCMBuffer) throws(MediaFileError) -> Int64? {
      let range = position..<position + Int64(format.sampleRate / 4)
      for index in tracks.indices { try tracks[index].read(to: range.upperBound) }
      let end = min(range.upperBound, tracks.map(\.end).max() ?? 0)
      guard end > range.lowerBound, !cancellation.isCancelled else { return nil }
      var mix = [Float](repeating: 0, count: Int(end - range.lowerBound))
      for index in tracks.indices {
        tracks[index].add(
          to: &mix, in: range.lowerBound..<end, weight: 1 / Float(tracks.count))
      }
      buffer.reset(format: format, frameCount: mix.count)
      unsafe mix.withUnsafeBytes { mix in
        unsafe buffer.withMutableBytes { unsafe $0.copyMemory(from: mix) }
      }
      position = end
      return range.lowerBound
    }

    /// Ends a `read` that is under way, and all later ones.
    public func cancel() { cancellation.cancel() }
  }
#endif
