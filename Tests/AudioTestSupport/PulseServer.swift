package import Foundation

/// A PulseAudio daemon of the test's own, without any hardware: whatever is played into its one sink can
/// be captured from the default device.
///
/// ```swift
/// let server = try PulseServer()
/// defer { server.stop() }
/// let player = try server.play(file)            // a WAV file, in the background
/// process.environment = server.environment      // for a program that captures: `soundwatch mic`
/// server.kill(); try server.start()             // as if the sound card were pulled out and plugged in
/// ```
///
/// Every server has its own folder, socket and ALSA configuration, so several may run at once, also beside
/// one that belongs to the machine's user. PortAudio in the test's own process is led there by
/// ``PulseServer/leadThisProcessHere()``.
///
/// Needs the packages pulseaudio, pulseaudio-utils and libasound2-plugins; ask ``isInstalled`` first.
package final class PulseServer: @unchecked Sendable {
  // @unchecked: tests use one from one thread at a time.

  /// Whether the machine has what it takes.
  package static let isInstalled =
    path(of: "pulseaudio") != nil && path(of: "pacat") != nil
    && alsaPlugin != nil

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let directory: URL
  /// What a child process needs in order to find this server, and nothing else, for sound.
  package let environment: [String: String]
  private let sampleRate: Int
  private let configuration: URL
  private var daemon: SpawnedProcess?
  private var players: [Process] = []

  /// Starts a server.
  /// - Parameter sampleRate: the rate of its sink, which has two channels of 16 bits.
  package init(sampleRate: Int = 48_000) throws {
    self.sampleRate = sampleRate
    // Short: the path of a socket has 107 letters at the most.
    directory = URL(fileURLWithPath: "/tmp/soundwatch-pulse-\(UUID().uuidString.prefix(8))")
    for name in ["home", "run"] {
      try FileManager.default.createDirectory(
        at: directory.appendingPathComponent(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let socket = "unix:\(directory.path)/native"
    let device = "{ type pulse server \"\(socket)\" }"
    configuration = directory.appendingPathComponent("home/.asoundrc")
    try Data("pcm.!default \(device)\nctl.!default \(device)\npcm.pulse \(device)\n".utf8)
      .write(to: configuration)
    environment = ProcessInfo.processInfo.environment.merging([
      "HOME": "\(directory.path)/home", "XDG_RUNTIME_DIR": "\(directory.path)/run",
      "XDG_CONFIG_HOME": "\(directory.path)/home", "PULSE_SERVER": socket,
      "PULSE_COOKIE": "\(directory.path)/home/cookie",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/dev/null",
    ]) { $1 }
    try start()
  }

  deinit { stop() }

  /// Starts the daemon, again after ``kill()``.
  package func start() throws {
    guard let program = Self.path(of: "pulseaudio") else {
      throw Failure(description: "pulseaudio is not installed.")
    }
    let socket = "\(directory.path)/native"
    try? FileManager.default.removeItem(atPath: socket)
    // It ends by itself when a test has crashed and nobody talks to it any more.
    let arguments = [
      "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=120", "--disable-shm=yes",
      "--log-level=error", "--log-target=file:\(directory.path)/log",
      "-L", "module-null-sink sink_name=test format=s16le rate=\(sampleRate) channels=2",
      "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
    ]
    daemon = try SpawnedProcess(program, arguments, environment: environment)
    for _ in 0..<1000 {
      if FileManager.default.fileExists(atPath: socket), (try? control(["info"])) == 0 { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    throw Failure(description: "pulseaudio does not start; see \(directory.path)/log.")
  }

  /// Kills the daemon at once, as if the device were pulled out.
  package func kill() {
    daemon?.kill()
    daemon = nil
  }

  /// Ends the daemon and the players, and removes the folder.
  package func stop() {
    for player in players where player.isRunning { player.terminate() }
    players = []
    kill()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Plays a WAV file into the sink, in the background.
  @discardableResult
  package func play(_ file: URL) throws -> Process {
    try run("pacat", ["--playback", "--file-format=wav", "--latency-msec=50", file.path])
  }

  /// Plays raw samples from a pipe, `s16le` in two channels at the sink's rate.
  package func play(from pipe: Pipe, latencyInMilliseconds: Int = 50) throws -> Process {
    try run(
      "pacat",
      [
        "--playback", "--raw", "--format=s16le", "--rate=\(sampleRate)", "--channels=2",
        "--latency-msec=\(latencyInMilliseconds)",
      ], input: pipe)
  }

  /// Leads PortAudio in this process to the server. The environment of a process is changed for good, so
  /// the last server called so is the one, and tests that do so follow one another.
  package func leadThisProcessHere() {
    unsafe setenv("ALSA_CONFIG_PATH", "/usr/share/alsa/alsa.conf:\(configuration.path)", 1)
  }

  /// Calls `pactl`.
  @discardableResult
  package func control(_ arguments: [String]) throws -> Int32 {
    let process = try run("pactl", arguments)
    process.waitUntilExit()
    players.removeAll { $0 === process }
    return process.terminationStatus
  }

  private func run(_ name: String, _ arguments: [String], input: Pipe? = nil) throws -> Process {
    guard let program = Self.path(of: name) else {
      throw Failure(description: "\(name) is not installed.")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    players.append(process)
    return process
  }

  private static func path(of program: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
      .map { URL(fileURLWithPath: "\($0)/\(program)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  private static let alsaPlugin = ["x86_64", "aarch64"]
    .map { "/usr/lib/\($0)-linux-gnu/alsa-lib/libasound_module_pcm_pulse.so" }
    .first { FileManager.default.fileExists(atPath: $0) }
}
