import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

/// The token must not get into anything that people write down.
struct SecretTests {
  private let token = "s3cr3t-6f1c0a9d2b7e4f85"

  /// Answers in which the server gives the token back in every place there is.
  private var indiscretions: [Answer] {
    let fields = #""request_params":{"api_token":"\#(token)","\#(token)":"x"}"#
    let error = #""error":{"error_code":900,"error_message":"wrong: \#(token)"}"#
    let result = #""result":{"artist":"\#(token)","title":"\#(token)"}"#
    return [
      .json("{\"status\":\"error\",\(error),\(fields),\(result)}"),
      .json("{\"status\":\"error\",\"error\":\"\(token)\"}"),
      .json(#"{"status":"\#(token)"}"#), .json(#"["\#(token)"]"#),
      .text("<html>\(token)", code: 500), .text("<html>\(token)", code: 200), .hangUp,
      .json(
        #"{"status":"error","error":{"error_code":51,"error_message":"\#(token)"},\#(result)}"#),
    ]
  }

  @Test func noEventErrorOrLogCarriesTheToken() async throws {
    let written = Collector<String>()
    let logged = Logged.lines
    let script = ScriptedAudD(tokens: [token])
    let audd = try script.client(token: token, maxRetries: 2) { event in
      written.add("\(event)")
      written.add(dumped(event))
    }
    func note(_ error: (any Error)?) {
      guard let error else { return }
      written.add("\(error)")
      written.add(String(reflecting: error))
      written.add(error.localizedDescription)
      written.add(dumped(error))
      if case AudDError.connection(_, let underlying?) = error {
        written.add("\(underlying) \(dumped(underlying))")
      }
    }
    let methods = [
      "recognize", "recognizeEnterprise", "getStreams", "addStream", "upload", "findLyrics",
      "longpoll", "getCallbackUrl",
    ]
    for answer in indiscretions {
      for method in methods { script.always(answer, for: method) }
      note(await failure { try await audd.recognize(.data(clip)) })
      note(await failure { try await audd.recognizeEnterprise(.data(clip)) })
      note(await failure { try await audd.streams.list() })
      note(await failure { try await audd.streams.add(url: "https://r/a", radioID: 1) })
      note(await failure { try await audd.streams.longpoll(radioID: 1) })
      note(await failure { try await audd.customCatalog.add(audioID: 1, source: .data(clip)) })
      note(await failure { try await audd.advanced.findLyrics("x") })
      note(await failure { _ = try await audd.advanced.rawRequest(method: "a b") })
      note(await failure { try await audd.setApiToken("") })
      let poll = try await audd.streams.longpoll(
        category: "c", options: LongpollOptions(timeout: 1, skipCallbackCheck: true))
      for await error in poll.errors { note(error) }
    }
    let nobody = LoopbackServer([:]).address("")
    let lonely = try AudD(
      apiToken: token, maxRetries: 1, apiBase: try #require(URL(string: nobody)))
    note(await failure { try await lonely.recognize(.data(clip)) })
    await audd.close()
    note(await failure { try await audd.recognize(.data(clip)) })
    for thing in [audd, await audd.streams, await audd.customCatalog, await audd.advanced] as [Any]
    {
      written.add("\(thing) \(String(reflecting: thing))")
      written.add(dumped(thing))
    }
    #expect(written.values.count > 200)
    #expect(logged.values.contains { $0.contains("***") })
    for text in written.values + logged.values {
      #expect(!text.contains(token), "\(text)")
    }
    // The token did go out, in the body of requests and nowhere else.
    #expect(script.requests.contains { $0.fields["api_token"] == token })
    for request in script.requests {
      #expect(!request.target.contains(token))
      #expect(request.headers.allSatisfy { !$0.value.contains(token) })
    }
  }

  @Test func noCrashPrintsTheToken() async throws {
    let script = ScriptedAudD(tokens: [])
    let output = try await Probe.run("crash", script.apiBase.absoluteString, token)
    #expect(output.status != 0)
    #expect(output.text.contains("Fatal error"))
    #expect(output.text.contains("authentication"))
    #expect(!output.text.contains(token), "\(output.text)")
  }
}

private func dumped(_ value: Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}
