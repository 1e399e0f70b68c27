package import Foundation

/// Makes sounds to play with the programs that people make sounds with.
package enum SoundTools {
  /// Speech by espeak-ng.
  package static func speech(_ text: String, to file: URL) throws {
    try run("espeak-ng", ["-v", "en-us", "-s", "150", "-w", file.path, text])
  }

  /// Calls sox.
  package static func sox(_ arguments: [String]) throws { try run("sox", arguments) }

  /// Plays a file of notes with fluidsynth into a WAV file.
  package static func music(_ notes: URL, soundFont: String, to file: URL) throws {
    try run("fluidsynth", ["-ni", "-q", "-F", file.path, "-r", "48000", soundFont, notes.path])
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a program to its end.
  package static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program) ends with status \(process.terminationStatus).")
    }
  }
}
