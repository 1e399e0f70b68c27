import SoundFiles

/// `soundwatch listen`.
///
/// *Confined*: once in a process. *Blocking*.
package struct ListenCommand {
  private let options: LiveOptions
  private let messages: Messages

  package init(_ options: LiveOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
  }

  /// Listens.
  package func run() throws(UsageError) -> ExitStatus {
    Interruption.ignoreBrokenPipes()
    if let kind = knownKind {
      throw UsageError(
        "\(options.address) is a \(kind), nothing live. Try soundwatch analyze \(options.address).",
        command: options.command.rawValue)
    }
    if let format = options.rawFormat { return try run(RawInputSource(format: format)) }
    #if MediaFiles
      if options.verbosity != .verbose { MediaFileSource.silenceFFmpegLog() }
      if options.address == "-" { return try run(MediaInputSource()) }
      return try run(StationSource(options.address, reconnects: options.reconnects))
    #else
      messages.error(
        nil,
        "This soundwatch was built without media files. Give it raw samples: --raw-format SPEC -")
      return .sourceNotFound
    #endif
  }

  private func run(_ source: any LiveSource) throws(UsageError) -> ExitStatus {
    try LiveCommand(options, source: source, messages: messages).run()
  }

  /// What else the address may be the name of.
  private var knownKind: String? {
    switch FileKind(path: options.address) {
    case .file: "file"
    case .folder: "folder"
    case .other, .missing: nil
    }
  }
}
