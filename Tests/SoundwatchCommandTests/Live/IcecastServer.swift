import AudioTestSupport
import Foundation

/// A radio station of the test's own: Icecast on the loopback interface, fed by FFmpeg.
final class IcecastServer {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let program = [
    "/usr/bin/icecast2", "/usr/bin/icecast", "/usr/sbin/icecast2", "/usr/local/bin/icecast",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: Int
  private let folder: TemporaryFolder
  private var server: SpawnedProcess?
  private var source: SpawnedProcess?

  init() throws {
    guard let program = Self.program else { throw Failure(description: "There is no Icecast.") }
    folder = try TemporaryFolder()
    port = Self.freePort()
    // It refuses to run as root, and changes to this user then, who must be able to write the logs.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path)
    try folder.write("icecast.xml", Array(Self.configuration(port: port, folder: folder.path).utf8))
    server = try SpawnedProcess(
      URL(fileURLWithPath: program), ["-c", folder.path + "/icecast.xml"],
      environment: ProcessInfo.processInfo.environment)
    for _ in 0..<500 {
      if try status(of: "/status-json.xsl") == 200 { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw Failure(description: "Icecast does not start: \(try folder.read("error.log"))")
  }

  deinit { stop() }

  func address(_ mount: String) -> String { "http://127.0.0.1:\(port)\(mount)" }

  /// Sends part of the example, in real time, again and again.
  func feed(_ mount: String, from start: Double) throws {
    let arguments = [
      "-v", "error", "-nostdin", "-re", "-ss", "\(start)", "-stream_loop", "-1", "-i",
      Repository.root.appendingPathComponent("Examples/example.ogg").path, "-c:a", "libmp3lame",
      "-b:a", "128k", "-content_type", "audio/mpeg", "-f", "mp3",
      "icecast://source:hackme@127.0.0.1:\(port)\(mount)",
    ]
    source = try SpawnedProcess(
      URL(fileURLWithPath: ShellTool.path(of: "ffmpeg") ?? "ffmpeg"), arguments,
      environment: ProcessInfo.processInfo.environment)
    for _ in 0..<500 {
      if try status(of: "/status-json.xsl", containing: mount) { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw Failure(description: "FFmpeg does not reach Icecast.")
  }

  /// Says what is on, as the program of a station does.
  func setTitle(_ title: String, of mount: String) throws {
    let song = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? title
    let path = "/admin/metadata?mount=\(mount)&mode=updinfo&song=\(song)"
    guard try status(of: path) == 200 else { throw Failure(description: "No title for \(mount).") }
  }

  /// Ends what is sent; the server stays.
  func stopFeeding() {
    source?.kill()
    source = nil
  }

  func stop() {
    stopFeeding()
    server?.kill()
    server = nil
  }

  private func status(of path: String) throws -> Int {
    let result = try ShellTool.run(
      "curl",
      ["-s", "-u", "admin:hackme", "-o", "/dev/null", "-w", "%{http_code}", address(path)])
    return Int(result.output) ?? 0
  }

  private func status(of path: String, containing text: String) throws -> Bool {
    try ShellTool.run("curl", ["-s", address(path)]).output.contains(text)
  }

  private static func freePort() -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let size = length
    unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = unsafe bind(listener, $0, size)
        _ = unsafe getsockname(listener, $0, &length)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func configuration(port: Int, folder: String) -> String {
    """
    <icecast>
      <limits>
        <clients>20</clients> <sources>4</sources> <source-timeout>5</source-timeout>
        <burst-size>16384</burst-size>
      </limits>
      <authentication>
        <source-password>hackme</source-password>
        <admin-user>admin</admin-user> <admin-password>hackme</admin-password>
      </authentication>
      <hostname>127.0.0.1</hostname>
      <listen-socket> <port>\(port)</port> <bind-address>127.0.0.1</bind-address> </listen-socket>
      <paths>
        <logdir>\(folder)</logdir>
        <webroot>/usr/share/icecast2/web</webroot> <adminroot>/usr/share/icecast2/admin</adminroot>
      </paths>
      <logging> <errorlog>error.log</errorlog> <loglevel>2</loglevel> </logging>
      <security>
        <chroot>0</chroot>
        <changeowner> <user>nobody</user> <group>nogroup</group> </changeowner>
      </security>
    </icecast>

    """
  }
}
