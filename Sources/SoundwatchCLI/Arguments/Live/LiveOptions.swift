package import SoundSignal

/// What a command line asks `soundwatch mic` or `soundwatch listen` to do.
///
/// *Thread-safe*: a value.
package struct LiveOptions: Sendable, Hashable {
  /// Which of the two commands it is.
  package enum Command: String, Sendable, Hashable {
    case mic, listen
  }

  package let command: Command
  /// A part of the microphone's name, or its number; `nil` for the default one.
  package var device: String?
  package var listsDevices = false
  package var sampleRate: Int?
  package var channelCount: Int?
  /// What `soundwatch listen` listens to: a URL, a pipe's name or `-`.
  package var address = ""
  /// How the standard input stores samples, when it has no header.
  package var rawFormat: PCMFormat?
  package var channels = ChannelSelection.first
  /// The length of a window in seconds; `nil` for the usual one.
  package var windowDuration: Double?
  /// The labels to report; `nil` for all.
  package var labels: [String]?
  package var threshold = 0.0
  package var recordingPath: String?
  package var replacesRecording = false
  /// After how many seconds it ends; `nil` for never.
  package var duration: Double?
  package var reconnects = false
  package var writesJSON = false
  package var recognition = RecognizerOptions()
  package var modelPath: String?
  package var verbosity = AnalyzeOptions.Verbosity.normal
  /// Whether only help was asked for.
  package var wantsHelp = false

  package init(_ command: Command) { self.command = command }
}
