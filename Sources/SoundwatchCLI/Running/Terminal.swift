internal import Glibc

/// Asks what the standard streams and the machine are.
enum Terminal {
  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many letters a line of a terminal has; 80 where it does not say.
  static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// The variables that decide how a terminal is drawn on.
  static var environment: [String: String] {
    ["TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"].reduce(into: [:]) { result, name in
      if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
  }

  /// How many processors are there for us.
  static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
