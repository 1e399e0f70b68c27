internal import Glibc

/// A place that FFmpeg is asked to open, checked before FFmpeg sees it.
struct MediaLocation: Sendable {
  /// What messages call it.
  let name: String
  /// What FFmpeg opens; always with its protocol, so that no path is taken for a protocol.
  let address: String
  let isNetwork: Bool
  /// A stream without an address, which we read ourselves.
  let isPipe: Bool
  /// The path, for a local file.
  let path: String?

  /// The only protocols that are ever opened, by us or by a playlist.
  ///
  /// `crypto` (encrypted HLS) is left out: it wraps any other protocol, and public streams do not
  /// need it.
  static let allowedProtocols = ["file", "http", "https", "tcp", "tls", "hls", "icy"]

  /// The protocols for what this location leads to. What comes from a network or through a pipe never
  /// opens a file of this machine.
  var protocolWhitelist: String {
    Self.allowedProtocols.filter { path != nil || $0 != "file" }.joined(separator: ",")
  }

  /// A local file.
  init(path: String) {
    self.init(name: path, address: "file:" + path, path: path)
  }

  private init(name: String, address: String, path: String?) {
    self.name = name
    self.address = address
    self.path = path
    isPipe = path == nil && address.isEmpty
    isNetwork = path == nil && !isPipe
  }

  /// A pipe or another stream without an address.
  static func stream(named name: String) -> MediaLocation {
    MediaLocation(name: name, address: "", path: nil)
  }

  /// A path or a URL as a person types it. A file that exists wins over a URL.
  init(_ text: String) throws(MediaFileError) {
    guard !Self.exists(text), let scheme = Self.scheme(of: text) else {
      self.init(path: text)
      return
    }
    if scheme == "file" {
      self.init(path: Self.filePath(ofURL: text))
      return
    }
    // `hls+http:` is FFmpeg's way to ask for a protocol inside another.
    let parts = scheme.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ Self.allowedProtocols.contains(String($0)) && $0 != "file" }) else {
      throw MediaFileError(
        .protocolNotAllowed,
        "\(text) is not opened: \(scheme) is not among the allowed protocols"
          + " (\(Self.allowedProtocols.joined(separator: ", "))). Save it as a file first.")
    }
    // Radio stations speak HTTP under the name of ICY; FFmpeg knows only the former.
    let address = scheme == "icy" ? "http" + text.dropFirst(scheme.count) : text
    self.init(name: text, address: address, path: nil)
  }

  /// Opens a named pipe, which we read ourselves: FFmpeg could not be interrupted while it waits.
  /// - Returns: the pipe, and a location without an address that stands for it; `nil` for all others.
  func openNamedPipe() throws(MediaFileError) -> (
    stream: MediaLocation, pipe: WakeableDescriptor
  )? {
    guard let path else { return nil }
    var information = stat()
    guard unsafe stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFIFO else {
      return nil
    }
    // Does not wait for a writer; reading does.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw MediaFileError(errno: errno, name: name) }
    return (.stream(named: name), WakeableDescriptor(descriptor, closesDescriptor: true))
  }

  /// Checks of a local file that give clearer errors than FFmpeg's.
  func checkFile() throws(MediaFileError) {
    guard let path else { return }
    var information = stat()
    guard unsafe stat(path, &information) == 0 else {
      throw MediaFileError(errno: errno, name: name)
    }
    let kind = information.st_mode & S_IFMT
    if kind == S_IFDIR {
      throw MediaFileError(
        .isDirectory, "\(name) is a folder. Name the files in it.")
    }
    guard unsafe access(path, R_OK) == 0 else {
      throw MediaFileError(errno: errno, name: name)
    }
    if kind == S_IFREG, information.st_size == 0 {
      throw MediaFileError(
        .emptyFile, "\(name) is empty. The recording or download never began; get the file again.")
    }
  }

  private static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// The scheme in front of the first colon, in lower case. One letter is no scheme.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    guard scheme.utf8.count > 1, let first = scheme.first, first.isASCII, first.isLetter,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.,".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }

  /// The path of `file:///a%20b`, `file://localhost/a` and `file:/a`.
  private static func filePath(ofURL text: String) -> String {
    var rest = text.dropFirst("file:".count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if let slash = rest.firstIndex(of: "/") { rest = rest[slash...] }
    }
    var bytes: [UInt8] = []
    var index = rest.utf8.startIndex
    while index < rest.utf8.endIndex {
      let tail = rest.utf8[index...].prefix(3)
      if tail.count == 3, tail.first == UInt8(ascii: "%"),
        let byte = UInt8(String(Substring(tail.dropFirst())), radix: 16)
      {
        bytes.append(byte)
        index = tail.endIndex
      } else {
        bytes.append(rest.utf8[index])
        index = rest.utf8.index(after: index)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension MediaFileError {
  /// The error for a number that the operating system gave.
  init(errno number: Int32, name: String) {
    let text = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "unknown"
    let cause = "\(text), errno \(number)"
    switch number {
    case ENOENT, ENOTDIR:
      self.init(
        .notFound, "There is no file \(name). Check the spelling and the folder.", cause: cause)
    case EACCES, EPERM:
      self.init(
        .permissionDenied,
        "\(name) may not be read. Change its permissions, or run as a user who may read it.",
        cause: cause)
    case EISDIR:
      self.init(.isDirectory, "\(name) is a folder. Name the files in it.", cause: cause)
    default:
      self.init(
        .readFailed, "\(name) could not be read. Check the disk or the device.", cause: cause)
    }
  }
}
