import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

/// AudD's own client and ours go through the same script, each with a server of its own. What they see
/// and what they send must be the same.
struct OfficialClientTests {
  /// Answers to recognitions that are all some kind of trouble.
  private let troubles: [Answer] =
    [
      900, 901, 902, 903, 904, 905, 50, 51, 300, 400, 500, 600, 610, 611, 700, 906, 907, 19, 31337,
      20,
    ]
    .map { ScriptedAudD.refusal($0) } + [
      .json(
        #"{"status":"error","error":{"error_code":19},"result":{"artist":"No","title":"Way"}}"#),
      .json(#"{"status":"error","error":{"error_code":51},"result":{"title":"T","timecode":"1"}}"#),
      .json(
        #"{"status":"error","error":{"error_code":"902","error_message":"m"},"request_params":{"a":"b"}}"#
      ),
      .json(
        #"{"status":"success","result":{"title":12,"timecode":"x","audio_id":"5","artist":7}}"#),
      .json(#"{"status":"success","result":[]}"#), .json(#"{"status":"odd"}"#),
      .text("<html>", code: 404), .text("<html>"),
    ]

  private func server() -> ScriptedAudD {
    let script = ScriptedAudD()
    // An event happens as soon as somebody polls for it.
    Task { [troubles] in
      await script.waitForPoll()
      // From then on, the recognitions go wrong.
      for trouble in troubles { script.inject(trouble, into: "recognize") }
      script.publish(CallbackTests.match, category: "5efb530db")
    }
    return script
  }

  @Test(.timeLimit(.minutes(10)))
  func bothClientsSeeAndSendTheSame() async throws {
    let official = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: OfficialClient()) }
    }
    guard let official else {
      return print("SKIPPED: AudD's own client could not be installed from PyPI.")
    }
    let (theirs, ours) = (server(), server())
    let lines = try await official.runScript(port: theirs.server.port, refusals: troubles.count)
    let theySaw = try lines.map { try #require(JSONValue(parsing: Data($0.utf8))) }
    let weSaw = try await ScriptOfOurs(audd: ours.client()).run(refusals: troubles.count)
    #expect(theySaw.count == weSaw.count)
    for (theirs, ours) in zip(theySaw, weSaw) {
      // Theirs encodes a comma within the callback URL.
      let theirs = theirs.mapStrings { $0.replacingOccurrences(of: "%2C", with: ",") }
      #expect(theirs.withEqualNumbers == ours.withEqualNumbers)
    }
    let (theySent, weSent) = (sent(theirs), sent(ours))
    #expect(theySent.count == weSent.count)
    for (theirs, ours) in zip(theySent, weSent) { #expect(theirs == ours) }
  }

  /// The requests without what may differ: polls after the first event, and whether a comma is encoded
  /// within an address that is a parameter itself.
  private func sent(_ script: ScriptedAudD) -> [[String: String]] {
    var polls = 0
    return script.requests.compactMap { request in
      var sent = request.fields
      sent["url"] = sent["url"]?.replacingOccurrences(of: "%2C", with: ",")
      sent["HTTP"] = request.method
      let isLong = request.header("Host")?.hasPrefix("enterprise") == true
      sent["path"] = isLong ? "/enterprise/" : request.path
      if let file = request.file {
        sent["file"] =
          "\(file.name) \(file.filename ?? "") \(file.type ?? "") \(file.content.count)"
      }
      if request.path == "/longpoll/" {
        polls += 1
        if polls > 1 { return nil }
      }
      return sent
    }
  }
}

extension JSONValue {
  /// Numbers as such: the one writes 5.0 where the other writes 5.
  fileprivate var withEqualNumbers: JSONValue {
    switch self {
    case .integer(let whole): .number(Double(whole))
    case .array(let elements): .array(elements.map(\.withEqualNumbers))
    case .object(let fields): .object(fields.mapValues(\.withEqualNumbers))
    default: self
    }
  }
}
