import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct TokenTests {
  @Test("Row 100. The token is the argument, else that of the environment, else there is an error")
  func tokenResolution() async throws {
    let set = ["AUDD_API_TOKEN": "from-environment"]
    #expect(try AudD.resolve("explicit", environment: set) == "explicit")
    #expect(try AudD.resolve(nil, environment: set) == "from-environment")
    #expect(try AudD.resolve("", environment: set) == "from-environment")
    for environment in [[:], ["AUDD_API_TOKEN": ""]] {
      for token in [nil, ""] {
        let error = await failure { try AudD.resolve(token, environment: environment) }
        #expect(error.caseName == "configuration")
        #expect(error?.localizedDescription.contains("AUDD_API_TOKEN") == true)
        #expect(error?.localizedDescription.contains("dashboard.audd.io") == true)
      }
    }
    // Both ways to make a client ask the environment of the process.
    let here = ProcessInfo.processInfo.environment["AUDD_API_TOKEN"]
    #expect(try await AudD(apiToken: "explicit").apiToken == "explicit")
    let implicit = try? AudD()
    let named = try? AudD.fromEnvironment()
    #expect(await implicit?.apiToken == here)
    #expect(await named?.apiToken == here)
  }

  @Test("Row 101. A new token is for the next call; one under way keeps its own, in all attempts")
  func setAPIToken() async throws {
    let script = ScriptedAudD(tokens: ["old", "new"])
    script.inject(.status(503).after(seconds: 0.3), into: "recognize")
    let audd = try script.client(token: "old")
    // A namespace taken earlier follows too.
    let streams = await audd.streams
    let underWay = Task { try await audd.recognize(.data(clip)) }
    #expect(await script.server.log.wait { $0.requests.count == 1 })
    try await audd.setApiToken("new")
    #expect(try await underWay.value?.title == "Loop")
    #expect(script.requests("recognize").map { $0.fields["api_token"] } == ["old", "old"])
    _ = try await streams.list()
    #expect(script.requests("getStreams").last?.fields["api_token"] == "new")
    #expect(await audd.apiToken == "new")
    let error = await failure { try await audd.setApiToken("") }
    #expect(error.caseName == "configuration")
    #expect(await audd.apiToken == "new")
  }
}
