import Foundation
import HTTPTestSupport
import Testing

@testable import AudD

struct LongpollTests {
  private let skip = LongpollOptions(timeout: 1, skipCallbackCheck: true)
  private let category = "5efb530db"  // of the token "tok" and the number 7

  @Test("Row 115. Events come in two sequences, silence only moves the cursor")
  func loop() async throws {
    let script = ScriptedAudD()
    script.callbackURL = "https://audd.tech/empty/"
    let audd = try script.client()
    let poll = try await audd.streams.longpoll(radioID: 7, options: LongpollOptions(timeout: 1))
    await script.waitForPoll()
    script.publish(CallbackTests.match, category: category)
    script.publish(CallbackTests.notification, category: category)
    script.publish(CallbackTests.match, category: "other")
    var matches = poll.matches.makeAsyncIterator()
    var notifications = poll.notifications.makeAsyncIterator()
    #expect(await matches.next()?.song.title == "T")
    #expect(await notifications.next()?.notificationCode == 650)
    // Silence for a while, then one more.
    #expect(await script.server.log.wait { $0.requests.count >= 6 })
    script.publish(CallbackTests.match, category: category)
    #expect(await matches.next()?.radioID == 7)
    await poll.close()
    #expect(await matches.next() == nil)
    #expect(await notifications.next() == nil)
    var errors = poll.errors.makeAsyncIterator()
    #expect(await errors.next() == nil)

    let polls = script.requests("longpoll")
    #expect(polls.allSatisfy { $0.method == "GET" && $0.path == "/longpoll/" })
    #expect(polls.allSatisfy { $0.fields["api_token"] == nil })
    #expect(polls.allSatisfy { $0.fields["timeout"] == "1" })
    #expect(polls.allSatisfy { $0.fields["category"] == category })
    #expect(polls[0].fields["since_time"] == nil)
    let cursors = polls.dropFirst().compactMap { $0.fields["since_time"].flatMap { Int($0) } }
    #expect(cursors.count == polls.count - 1)
    #expect(cursors == cursors.sorted())
  }

  @Test func thePollGoesOnFromAGivenTime() async throws {
    let script = ScriptedAudD()
    script.callbackURL = "https://audd.tech/empty/"
    script.publish(CallbackTests.match, category: "c")
    let options = LongpollOptions(sinceTime: 5, timeout: 1, skipCallbackCheck: true)
    let poll = try await script.client().streams.longpoll(category: "c", options: options)
    var matches = poll.matches.makeAsyncIterator()
    #expect(await matches.next() != nil)
    #expect(script.requests[0].fields["since_time"] == "5")
    await poll.close()
  }

  @Test(
    "Row 116. Without a callback URL the poll is refused with a hint, unless the check is left out")
  func preflight() async throws {
    let script = ScriptedAudD()
    let audd = try script.client()
    let error = await failure { try await audd.streams.longpoll(radioID: 1) }
    #expect(error.detail?.kind == .invalidRequest)
    #expect(error.detail?.errorCode == 0)
    #expect(error.detail?.message.contains("https://audd.tech/empty/") == true)
    #expect(script.requests("longpoll").isEmpty)

    let unchecked = try await audd.streams.longpoll(radioID: 1, options: skip)
    await unchecked.close()
    #expect(script.requests("getCallbackUrl").count == 1)

    try await audd.streams.setCallbackURL("https://audd.tech/empty/")
    for _ in 0..<3 {
      let poll = try await audd.streams.longpoll(radioID: 1, options: LongpollOptions(timeout: 1))
      await poll.close()
    }
    #expect(script.requests("getCallbackUrl").count == 2, "asked once for each token")
    // Another refusal is not the hint's business.
    script.always(ScriptedAudD.refusal(900), for: "getCallbackUrl")
    try await audd.setApiToken("other")
    let refusal = await failure { try await audd.streams.longpoll(radioID: 1) }
    #expect(refusal.detail?.kind == .authentication)
  }

  @Test(
    "Row 117. What cannot be mended comes once on errors, and then all three end",
    arguments: [
      (Answer.status(500), "serverError"), (.status(404), "serverError"),
      (.text("<html>", code: 200), "serializationError"), (.json("[]"), "serializationError"),
      (.json("{}"), "serverError"), (.json(#"{"status":"success"}"#), "serializationError"),
      (.json(#"{"result":{"results":[]}}"#), "serializationError"),
      (.json(#"{"notification":5}"#), "serializationError"),
      (ScriptedAudD.refusal(19), "api"), (.hangUp, "connection"),
    ])
  func terminalError(answer: Answer, expected: String) async throws {
    let script = ScriptedAudD()
    script.always(answer, for: "longpoll")
    let poll = try await script.client().streams.longpoll(category: "c", options: skip)
    var failures: [String] = []
    for await error in poll.errors { failures.append(Optional(error).caseName) }
    #expect(failures == [expected])
    for await _ in poll.matches { Issue.record("a match") }
    for await _ in poll.notifications { Issue.record("a notification") }
    let isRetried = ["serverError", "connection"].contains(expected) && script.requests.count > 1
    #expect(script.requests.count == (isRetried ? 3 : 1))
    await poll.close()
    await poll.close()
  }

  @Test func anEventBeforeTheErrorIsNotLost() async throws {
    let script = ScriptedAudD()
    script.inject(.json(CallbackTests.match), .json("[]"), into: "longpoll")
    let poll = try await script.client().streams.longpoll(category: "c", options: skip)
    for await _ in poll.errors {}
    var matches: [String] = []
    for await match in poll.matches { matches.append(match.song.title) }
    #expect(matches == ["T"])
  }

  @Test func aPassingTroubleIsNoError() async throws {
    let script = ScriptedAudD()
    script.inject(.status(503), .status(429), into: "longpoll")
    script.inject(.json(CallbackTests.match), .hangUp, into: "longpoll")
    script.inject(.json(CallbackTests.notification), into: "longpoll")
    let poll = try await script.client().streams.longpoll(category: "c", options: skip)
    var matches = poll.matches.makeAsyncIterator()
    var notifications = poll.notifications.makeAsyncIterator()
    #expect(await matches.next() != nil)
    #expect(await notifications.next() != nil)
    await poll.close()
  }

  @Test("Row 118. A consumer polls with nothing but the category")
  func consumer() async throws {
    let script = ScriptedAudD()
    script.callbackURL = "https://audd.tech/empty/"
    let consumer = LongpollConsumer(
      category: category, backoffFactor: 0, endpoint: script.longpollEndpoint)
    let poll = consumer.iterate(timeout: 5)
    await script.waitForPoll()
    script.publish(CallbackTests.match, category: category)
    var matches = poll.matches.makeAsyncIterator()
    #expect(await matches.next()?.song.artist == "A")
    await poll.close()
    consumer.close()
    consumer.close()
    for request in script.requests {
      #expect(request.path == "/longpoll/")
      #expect(!request.target.contains("token"))
      #expect(request.bodyLength == 0)
      #expect(request.headers.allSatisfy { !$0.value.contains("tok") })
    }
    #expect(script.requests("getCallbackUrl").isEmpty)
    let late = consumer.iterate()
    for await error in late.errors { #expect(Optional(error).caseName == "configuration") }
    await late.close()
  }

  @Test func aServerThatAnswersSilenceAtOnceIsNotAskedWithoutEnd() async throws {
    let clock = FakeClock()
    let transport = ScriptedTransport { attempt in
      attempt < 20 ? .answer(200, #"{"timeout":"no events","timestamp":1}"#) : .answer(404, "")
    }
    let audd = try transport.client(attempts: 1, clock: clock)
    let poll = try await audd.streams.longpoll(category: "c", options: skip)
    for await _ in poll.errors {}
    #expect(clock.sleeps == Array(repeating: .seconds(1), count: 19))
  }
}
