import Foundation

/// Asks for events again and again.
struct LongpollPoller: Sendable {
  /// What came of one question.
  struct Answer: Sendable {
    let event: CallbackEvent?
    /// The server's time, from which the next question goes on.
    let timestamp: Int?
  }

  let requester: Requester
  let endpoint: URL
  let category: String
  let timeout: Int

  /// Hands on events until it is cancelled or something cannot be mended.
  func run(since start: Int?, handling handle: (CallbackEvent) -> Void) async throws {
    var since = start
    let clock = requester.retrying.clock
    while true {
      try Task.checkCancellation()
      let asked = clock.now
      let answer = try await ask(since: since)
      if let event = answer.event { handle(event) }
      if answer.event == nil, clock.seconds(since: asked) < 0.1 {
        // A server that says at once that nothing has happened would be asked without end.
        try await clock.sleep(for: .seconds(1))
      }
      since = answer.timestamp ?? since
    }
  }

  private func ask(since: Int?) async throws -> Answer {
    var fields = [
      FormField(name: "category", value: category),
      FormField(name: "timeout", value: String(timeout)),
    ]
    fields.set("since_time", since.map(String.init))
    guard let url = URL(string: "\(endpoint.absoluteString)?\(RequestBody.query(fields))") else {
      throw AudDError.invalidArgument("\"\(category)\" is no category.")
    }
    let wait = Duration.seconds(max(0, timeout))
    let call = Call(name: "longpoll", url: endpoint, retryClass: .read, route: \.polling) { _ in
      HTTPRequest(url: url, body: nil, expectedWait: wait)
    }
    return try await requester.perform(call, reading: Answer.init(envelope:))
  }
}

extension LongpollPoller.Answer {
  init(envelope: Envelope) throws {
    guard envelope.answer.status < 400 else {
      throw envelope.failure("the poll was refused")
    }
    let body = try envelope.object()
    timestamp = body["timestamp"]?.coercedInt
    if body["notification"] != nil || body["result"] != nil {
      event = try CallbackEvent(fields: body, text: envelope.text)
    } else if body["timeout"] != nil || timestamp != nil {
      event = nil
    } else {
      // A refusal, or nothing that a poll is answered with.
      _ = try envelope.success()
      throw AudDError.serializationError(
        message: "the answer to the poll has neither an event nor a time", rawText: envelope.text)
    }
  }
}
