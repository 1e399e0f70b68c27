import Foundation

extension Source {
  /// A source that has been checked and can be sent as often as it takes.
  enum Prepared: Sendable {
    case address(String)
    case bytes(Data, name: String)
    case file(URL)
  }

  /// Checks the source; a stream is read to its end.
  func prepare() throws -> Prepared {
    switch self {
    case .url(let url):
      guard url.isOnTheWeb else {
        throw AudDError.invalidArgument("\(url.absoluteString) is no http or https address.")
      }
      return .address(url.absoluteString)
    case .file(let url):
      _ = try Source.length(of: url)
      return .file(url)
    case .data(let data):
      return .bytes(data, name: Source.namelessUpload)
    case .stream(let stream, let name):
      let name = name.map { URL(fileURLWithPath: $0).lastPathComponent }
      return .bytes(try Source.drain(stream), name: name ?? Source.namelessUpload)
    }
  }

  private static let namelessUpload = "upload.bin"

  fileprivate static func length(of file: URL) throws -> Int {
    guard file.isFileURL else {
      throw AudDError.invalidArgument("\(file.absoluteString) is not the address of a file.")
    }
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) else {
      throw AudDError.invalidArgument("There is no file at \(file.path).")
    }
    guard !isFolder.boolValue else {
      throw AudDError.invalidArgument("\(file.path) is a folder.")
    }
    do {
      let handle = try FileHandle(forReadingFrom: file)
      return Int(clamping: try handle.seekToEnd())
    } catch {
      throw AudDError.invalidArgument("\(file.path) cannot be read.")
    }
  }

  private static func drain(_ stream: InputStream) throws -> Data {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe block.withUnsafeMutableBufferPointer { block in
        guard let start = block.baseAddress else { return 0 }
        return unsafe stream.read(start, maxLength: block.count)
      }
      if count < 0 { throw AudDError.unsupportedSource("The stream cannot be read to its end.") }
      if count == 0 { return data }
      data.append(contentsOf: block[..<count])
    }
  }
}

extension Source.Prepared {
  /// The body of a call with this source, as multipart whatever the source.
  func body(_ fields: [FormField]) throws -> RequestBody {
    switch self {
    case .address(let address):
      return .multipart([FormField(name: "url", value: address)] + fields, file: nil)
    case .bytes(let data, let name):
      return .multipart(fields, file: FilePart(name: name, content: .bytes(data)))
    case .file(let url):
      let length = try Source.length(of: url)
      return .multipart(
        fields, file: FilePart(name: url.lastPathComponent, content: .file(url, length: length)))
    }
  }
}

extension URL {
  /// Whether it is an address that somebody else can fetch. `URL(string:)` takes nearly any text.
  var isOnTheWeb: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false
  }
}
