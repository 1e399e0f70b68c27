#if AudD
  package import AudDRecognition
  import AudD
  import Foundation

  /// Access to the AudD service for commands: where the token comes from.
  package enum AudDAccess {
    /// A client with the token of a file, or of the environment variable.
    ///
    /// *Blocking*: reads the file.
    /// - Parameter tokenFile: a file with nothing but the token; `nil` for `AUDD_API_TOKEN`.
    static func client(tokenFile: String?) throws(UsageError) -> AudD {
      var explicit: String?
      if let tokenFile { explicit = try token(tokenFile) }
      guard let client = try? AudD(apiToken: explicit) else {
        throw UsageError(
          "AudD needs a token. Put it into the environment variable AUDD_API_TOKEN, or into a file"
            + " and name that with --token-file. There are tokens at https://dashboard.audd.io.")
      }
      return client
    }

    /// What asks AudD about the music of an analysis, for `--recognizer audd`.
    ///
    /// *Blocking*: reads the file.
    /// - Parameters:
    ///   - tokenFile: a file with nothing but the token; `nil` for `AUDD_API_TOKEN`.
    ///   - onPause: is told in words when the service has refused and is left alone for a while.
    package static func recognizer(
      tokenFile: String?, onPause: @escaping @Sendable (String) -> Void
    ) throws(UsageError) -> AudDRecognizer {
      AudDRecognizer(client: try client(tokenFile: tokenFile)) { pause in
        let reason = "AudD refuses: [#\(pause.reason.errorCode)] \(pause.reason.message)"
        guard let end = pause.end else { return onPause("\(reason) It is not asked any more.") }
        let minutes = Int((end.timeIntervalSinceNow / 60).rounded(.up))
        onPause("\(reason) It is not asked for \(minutes) min.")
      }
    }

    /// The first line of a file. No message repeats any of it.
    private static func token(_ path: String) throws(UsageError) -> String {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw UsageError("The token cannot be read from \(path).")
      }
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      let token = line.trimmingCharacters(in: .whitespaces)
      guard !token.isEmpty else { throw UsageError("There is no token in \(path).") }
      return token
    }
  }
#endif
