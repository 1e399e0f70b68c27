internal import SoundClassification
internal import SoundSignal

/// The working part of a ``StreamAnalyzer``: decoding, and the chains of networks over the signals.
@safe final class Analysis: @unchecked Sendable {
  // @unchecked: the analyzer lets one thread at a time use it, behind its turnstile.

  /// Frames that are decoded in one go.
  private static let pieceLength = 1024

  private let format: PCMFormat
  private let pace: AnalysisPace
  private let decoders: [SampleDecoder]
  private let samples = FloatMemory(count: Analysis.pieceLength)
  /// Chains, one for each signal and each model with its silence level.
  private var chains: [AnalysisChain] = []
  private var registrations: [Registration] = []
  /// Where the stream's next frame belongs, once the first has come.
  private var expected: Int64?
  private var position: Int64 { expected ?? 0 }

  init(format: PCMFormat, channels: ChannelSelection, signalCount: Int, pace: AnalysisPace) {
    self.format = format
    self.pace = pace
    decoders = (0..<signalCount).map {
      SampleDecoder(format: format, mix: channels.mix(ofSignal: $0))
    }
  }

  func add(_ registration: Registration) {
    registrations.append(registration)
    connect(registration)
  }

  func removeEnded() {
    registrations.removeAll { $0.isOver }
    for chain in chains { chain.removeEnded() }
    chains.removeAll { $0.isIdle }
  }

  func process(_ buffer: PCMBuffer, at position: Int64) {
    if position != expected { restart(at: position) }
    expected = position + Int64(buffer.frameCount)
    for (channel, decoder) in decoders.enumerated() {
      unsafe buffer.withBytes { bytes in
        for first in stride(from: 0, to: buffer.frameCount, by: Self.pieceLength) {
          let count = min(Self.pieceLength, buffer.frameCount - first)
          let piece = unsafe UnsafeMutableBufferPointer(rebasing: samples.buffer[..<count])
          unsafe decoder.decode(bytes, frameCount: buffer.frameCount, from: first, into: piece)
          for chain in chains where chain.place.channel == channel {
            unsafe chain.process(UnsafeBufferPointer(piece))
          }
        }
      }
    }
  }

  func finish() {
    for chain in chains { chain.finish() }
    chains = []
  }

  /// Ends what was heard before a gap and begins anew behind it.
  private func restart(at position: Int64) {
    if expected != nil { finish() } else { chains = [] }
    expected = position
    for registration in registrations where !registration.isOver { connect(registration) }
  }

  /// Gives a request its place in the chains.
  private func connect(_ registration: Registration) {
    for channel in decoders.indices {
      switch registration.work {
      case .classify(let request, let settings):
        let chain = chain(for: request.model, silenceLevel: settings.silenceLevel, channel: channel)
        chain.add(
          ClassificationConsumer(
            request, settings: settings, registration: registration, place: chain.place,
            start: chain.frameCount))
      case .segment(let request, let settings):
        let chain = chain(for: request.model, silenceLevel: settings.silenceLevel, channel: channel)
        chain.add(
          SegmentConsumer(
            request, settings: settings, registration: registration, place: chain.place,
            start: chain.frameCount))
      case .recognize(let request, let settings):
        let chain = chain(for: request.model, silenceLevel: settings.silenceLevel, channel: channel)
        let consumer = MusicConsumer(
          request, settings: settings, registration: registration, place: chain.place,
          start: chain.frameCount, pace: pace)
        chain.add(consumer, listener: consumer)
      }
    }
  }

  /// The chain of a model over a channel; a new one begins where the stream is now.
  private func chain(
    for model: SoundModel, silenceLevel: Double?, channel: Int
  ) -> AnalysisChain {
    let existing = chains.first {
      $0.model === model && $0.silenceLevel == silenceLevel && $0.place.channel == channel
    }
    if let existing { return existing }
    let place = SignalPlace(
      origin: position, sampleRate: format.sampleRate, channel: channel)
    let chain = AnalysisChain(
      model: model, silenceLevel: silenceLevel, place: place, pace: pace)
    chains.append(chain)
    return chain
  }
}
