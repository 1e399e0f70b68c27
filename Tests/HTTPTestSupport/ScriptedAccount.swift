import Foundation

/// The account that a scripted server keeps.
final class ScriptedAccount: @unchecked Sendable {
  // Unchecked because `contents` is guarded by `changed`, a lock that can be waited on.

  struct Contents {
    var tokens: Set<String>
    let streamSlots: Int
    let mayUpload: Bool
    var injected: [String: [Answer]] = [:]
    var fixed: [String: Answer] = [:]
    var callbackURL: String?
    var streams: [Int: String] = [:]
    var catalog: [Int] = []
    var events: [ScriptedEvent] = []
    var requestCount = 0
    var waitingPolls = 0
  }

  private let changed = NSCondition()
  private var contents: Contents

  init(tokens: Set<String>, streamSlots: Int, mayUpload: Bool) {
    contents = Contents(tokens: tokens, streamSlots: streamSlots, mayUpload: mayUpload)
  }

  func with<Value>(_ body: (inout Contents) -> Value) -> Value {
    changed.lock()
    defer { changed.unlock() }
    return body(&contents)
  }

  /// The method that a request is for. Long files go to a host of their own, or to a path.
  static func method(of request: ReceivedRequest) -> String {
    let words = request.path.split(separator: "/")
    let isEnterprise =
      request.header("Host")?.hasPrefix("enterprise.") == true || words.first == "enterprise"
    if isEnterprise { return "recognizeEnterprise" }
    return words.first.map(String.init) ?? "recognize"
  }

  func answer(_ request: ReceivedRequest) -> Answer {
    let method = ScriptedAccount.method(of: request)
    let (number, prepared) = with { account -> (Int, Answer?) in
      account.requestCount += 1
      if account.injected[method]?.isEmpty == false {
        return (account.requestCount, account.injected[method]?.removeFirst())
      }
      return (account.requestCount, account.fixed[method])
    }
    let answer = prepared ?? answer(method, request)
    return answer.with(header: "X-Request-Id", "request-\(number)")
  }

  private func answer(_ method: String, _ request: ReceivedRequest) -> Answer {
    let fields = request.fields
    if method == "longpoll" { return poll(fields) }
    let refusal = ScriptedRefusal(method: method, httpMethod: request.method, fields: fields)
    guard let token = fields["api_token"], !token.isEmpty else { return refusal(901) }
    guard with({ $0.tokens.contains(token) }) else { return refusal(900) }
    switch method {
    case "recognize", "recognizeEnterprise", "upload":
      guard let size = request.file?.content.count ?? fields["url"].map({ _ in 1_000_000 }) else {
        return refusal(700)
      }
      if method == "upload" { return upload(fields, refusal) }
      if size == 0 { return refusal(300) }
      if method == "recognizeEnterprise" { return .json(ScriptedSong.enterprise(fields)) }
      return .json(ScriptedSong.recognition(fields))
    case "findLyrics": return .json(ScriptedSong.lyrics(fields["q"] ?? ""))
    case "getLinks": return .json(#"{"status":"success","result":{"links":["a","b"]}}"#)
    default: return changeStreams(method, fields, refusal)
    }
  }

  private func upload(_ fields: [String: String], _ refusal: ScriptedRefusal) -> Answer {
    guard with({ $0.mayUpload }) else { return refusal(904) }
    guard let number = fields["audio_id"].flatMap({ Int($0) }) else { return refusal(50) }
    with { $0.catalog.append(number) }
    return .json(ScriptedSong.success)
  }

  // MARK: - Polls

  func publish(_ event: String, category: String) {
    changed.lock()
    let time = max(
      Int(Date().timeIntervalSince1970 * 1000), (contents.events.last?.time ?? 0) + 1)
    let event = ScriptedEvent(category: category, time: time, body: event)
    contents.events.append(event)
    let callbackURL = contents.callbackURL
    changed.broadcast()
    changed.unlock()
    if let callbackURL { CallbackPost.send(event.body, to: callbackURL) }
  }

  /// Waits for an event as long as the other side wants. Without a callback URL, none ever comes.
  private func poll(_ fields: [String: String]) -> Answer {
    let category = fields["category"] ?? ""
    let seconds = min(90, max(1, fields["timeout"].flatMap { Double($0) } ?? 50))
    changed.lock()
    defer { changed.unlock() }
    // A millisecond back: something may still happen in this one.
    let now = Int(Date().timeIntervalSince1970 * 1000) - 1
    let since = fields["since_time"].flatMap { Int($0) } ?? contents.events.last?.time ?? now
    let deadline = Date(timeIntervalSinceNow: seconds)
    contents.waitingPolls += 1
    defer { contents.waitingPolls -= 1 }
    while true {
      let event = contents.events.first { $0.category == category && $0.time > since }
      if let event, contents.callbackURL != nil { return .json(event.answer) }
      guard changed.wait(until: deadline) else {
        let time = max(since, Int(Date().timeIntervalSince1970 * 1000) - 1)
        return .json(#"{"timeout":"no events before timeout","timestamp":\#(time)}"#)
      }
    }
  }
}

/// Something that happened to a stream.
struct ScriptedEvent {
  let category: String
  /// In the server's milliseconds.
  let time: Int
  let body: String

  /// The body of a callback with the server's time.
  var answer: String { "\(body.dropLast()),\"timestamp\":\(time)}" }
}
