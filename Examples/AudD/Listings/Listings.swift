import AudD
import Foundation
import HTTPTestSupport

// Runs all listings of AudD's documentation for Swift against a scripted server on this machine, one
// after the other, and checks what the server was asked.
//
//   swift run --package-path Examples AudDListings

@main
enum Listings {
  static func main() async throws {
    let script = ScriptedAudD(tokens: ["test", "your-token", "example"])
    let environment = [
      "AUDD_API_TOKEN": "example", "AUDD_API_BASE": script.apiBase.absoluteString,
      "AUDD_ENTERPRISE_BASE": script.enterpriseBase.absoluteString,
    ]
    for (name, value) in environment { setenv(name, value, 1) }
    let clip = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).mp3")
    try Data(repeating: 7, count: 10_000).write(to: clip)
    defer { try? FileManager.default.removeItem(at: clip) }

    try await helloWorld(script)
    try await step("Authentication", script, asks: ["recognize"]) { try await authentication() }
    try await step("RecognizeClip", script, asks: Array(repeating: "recognize", count: 4)) {
      try await recognizeClip(at: clip.path)
    }
    try await step("RecognizeLongFile", script, asks: ["recognizeEnterprise"]) {
      try await recognizeLongFile(at: clip.path)
    }
    try await step("ProviderMetadata", script, asks: ["recognize", "recognize"]) {
      try await providerMetadata()
    }
    let changes = ["setCallbackUrl", "addStream", "setStreamUrl", "getStreams", "deleteStream"]
    try await step("StreamSetup", script, asks: changes) { try await streamSetup() }
    try await step("ParseCallback", script, asks: []) {
      try await parseCallback(Data(event.utf8))
    }
    try await callbackReceiver(script)
    try await polls(script)
    try await step("CustomCatalogAdd", script, asks: ["upload"]) { try await customCatalogAdd() }
    try await errors(script)
    try await step("Retries", script, asks: ["recognize"]) { try await retries() }
    try await step("CustomURLSession", script, asks: []) { try await customURLSession() }
    try await step("Observability", script, asks: ["recognize"]) { try await observability() }
    try await step("Lifecycle", script, asks: ["recognize"]) { try await lifecycle() }
    try await step("RawRequest", script, asks: ["getLinks"]) { try await rawRequest() }
    print("All listings ran.")
  }

  static let event = """
    {"status":"success","result":{"radio_id":1,"timestamp":"2020-04-13 10:31:43","play_length":111,
    "results":[{"artist":"The Testers","title":"Loop","score":100}]}}
    """
  static let notification = """
    {"status":"-","notification":{"radio_id":1,"stream_running":false,"notification_code":650,
    "notification_message":"can't connect"},"time":1587939136}
    """

  /// Runs a listing, and ends the program when the server was asked something else than expected.
  private static func step(
    _ name: String, _ script: ScriptedAudD, asks expected: [String],
    _ listing: @Sendable () async throws -> Void
  ) async throws {
    print("— \(name)")
    script.server.log.clear()
    try await listing()
    let asked = script.methods.filter { $0 != "longpoll" }
    guard asked == expected else {
      print("\(name) asked \(asked), not \(expected).")
      exit(1)
    }
  }

  /// A program of its own, since it has a `main` of its own.
  private static func helloWorld(_ script: ScriptedAudD) async throws {
    try await step("HelloWorld", script, asks: ["recognize"]) {
      let process = try Listings.program("AudDHelloWorld", output: nil)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { exit(1) }
    }
  }

  /// The receiver listens in a process of its own, and the server posts to it.
  private static func callbackReceiver(_ script: ScriptedAudD) async throws {
    try await step("CallbackReceiver", script, asks: ["setCallbackUrl"]) {
      let output = Pipe()
      let process = try Listings.program("AudDCallbackReceiver", output: output)
      guard await script.server.log.wait(until: { !$0.requests.isEmpty }) else { exit(1) }
      try await Task.sleep(for: .milliseconds(100))
      script.publish(event, category: "c")
      script.publish(notification, category: "c")
      try await Task.sleep(for: .milliseconds(500))
      process.terminate()
      let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      print(lines)
      guard lines.contains("audd match artist=The Testers radio_id=1 title=Loop"),
        lines.contains("audd notification code=650 message=can't connect radio_id=1")
      else { exit(1) }
    }
  }

  private static func polls(_ script: ScriptedAudD) async throws {
    let category = try await identifierForConsumers()
    let once = ["setCallbackUrl", "getCallbackUrl"]
    try await step("LongpollMatches", script, asks: once) {
      publishWhenPolled(script, [event], category)
      try await longpollMatches()
    }
    try await step("LongpollTaskGroup", script, asks: ["getCallbackUrl"]) {
      publishWhenPolled(script, [event, notification], category, thenRefuse: true)
      try await longpollTaskGroup()
    }
    script.always(nil, for: "longpoll")
    try await step("TokenlessConsumer", script, asks: []) {
      publishWhenPolled(script, [event], category)
      try await tokenlessConsumer(category)
    }
  }

  private static func publishWhenPolled(
    _ script: ScriptedAudD, _ events: [String], _ category: String, thenRefuse: Bool = false
  ) {
    Task {
      await script.waitForPoll()
      for event in events { script.publish(event, category: category) }
      guard thenRefuse else { return }
      try await Task.sleep(for: .milliseconds(300))
      script.always(.json("[]"), for: "longpoll")
      script.publish(event, category: category)
    }
  }

  private static func errors(_ script: ScriptedAudD) async throws {
    let troubles: [Answer] =
      [900, 902, 611, 300, 100].map { ScriptedAudD.refusal($0) } + [
        .text("<html>", code: 404), .text("<html>"),
      ]
    for trouble in troubles {
      script.inject(trouble, into: "recognize")
      try await step("HandleErrors", script, asks: ["recognize"]) { try await handleErrors() }
    }
    script.inject(
      .json(
        #"{"status":"error","error":{"error_code":19,"error_message":"blocked"},"#
          + #""result":{"artist":"AudD","title":"Ask us"}}"#), into: "recognize")
    try await step("BrandedMessage", script, asks: ["recognize"]) { try await brandedMessage() }
    try await step("ErrorCases", script, asks: ["recognize"]) { try await errorCases() }
  }

  /// Starts one of the programs beside this one.
  private static func program(_ name: String, output: Pipe?) throws -> Process {
    let process = Process()
    if let output { process.standardOutput = output }
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: name)
    try process.run()
    return process
  }
}
