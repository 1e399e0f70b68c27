import SoundCapture
import SoundFiles
import SoundSignal
import Soundwatch
import Synchronization

/// Where a live command gets its sound from: what it is called, how it is opened, and whether it is
/// waited for.
///
/// *Thread-safe*.
protocol LiveSource: Sendable {
  /// What the source is called; more exactly once it is open.
  var name: String { get }
  /// Whether it is waited for when it has gone.
  var reconnect: ReconnectPolicy { get }
  /// Opens the source; called again for each reconnection. *Blocking*.
  func open() throws -> any AudioSource
  /// Makes an opening that is under way return soon.
  func cancelOpening()
}

#if Microphone
  /// A microphone.
  final class MicrophoneSource: LiveSource {
    let reconnect: ReconnectPolicy
    private let options: Microphone.Options
    private let openedName = Mutex<String?>(nil)

    init(_ options: LiveOptions) {
      reconnect = options.reconnects ? .patient : .never
      var microphone = Microphone.Options()
      if let device = options.device {
        microphone.device = parseWhole(device).map { .index($0) } ?? .named(device)
      }
      microphone.sampleRate = options.sampleRate
      microphone.channelCount = options.channelCount
      microphone.isVerbose = options.verbosity == .verbose
      self.options = microphone
    }

    var name: String {
      if let name = openedName.withLock({ $0 }) { return name }
      return switch options.device {
      case .systemDefault: "default microphone"
      case .index(let index): "device \(index)"
      case .named(let name): name
      }
    }

    func open() throws -> any AudioSource {
      let microphone = try Microphone(options)
      openedName.withLock { $0 = "\(microphone.device.name) (\(microphone.device.hostAPI))" }
      return microphone
    }

    func cancelOpening() {}
  }
#endif

/// Raw samples on the standard input.
struct RawInputSource: LiveSource {
  let format: PCMFormat

  var name: String { "standard input" }
  var reconnect: ReconnectPolicy { .never }
  func open() throws -> any AudioSource {
    // Short blocks, because somebody waits for each label.
    RawPCMSource(fileDescriptor: 0, format: format, blockDuration: 0.02)
  }
  func cancelOpening() {}
}

#if MediaFiles
  /// A media format on the standard input.
  struct MediaInputSource: LiveSource {
    private let cancellation = MediaFileCancellation()

    var name: String { "standard input" }
    var reconnect: ReconnectPolicy { .never }
    func open() throws -> any AudioSource {
      try MediaFileSource(
        fileDescriptor: 0, options: .live, cancellation: cancellation)
    }
    func cancelOpening() { cancellation.cancel() }
  }

  /// A station on a network, or a named pipe.
  final class StationSource: LiveSource {
    let name: String
    let reconnect: ReconnectPolicy
    private let opening = Mutex<MediaFileCancellation?>(nil)

    init(_ address: String, reconnects: Bool) {
      name = address
      // A station that ends its stream is coming back.
      reconnect = reconnects ? ReconnectPolicy(reconnectsAtEnd: true) : .never
    }

    func open() throws -> any AudioSource {
      let cancellation = MediaFileCancellation()
      opening.withLock { $0 = cancellation }
      defer { opening.withLock { $0 = nil } }
      return try RadioSource(name, options: .live, cancellation: cancellation)
    }

    func cancelOpening() { opening.withLock { $0 }?.cancel() }
  }

  extension MediaFileOptions {
    /// Short blocks, because somebody waits for each label.
    fileprivate static var live: MediaFileOptions {
      var options = MediaFileOptions()
      options.blockDuration = 0.05
      return options
    }
  }
#endif
