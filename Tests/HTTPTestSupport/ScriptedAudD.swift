public import Foundation

/// A server that speaks AudD's wire format as far as its documents tell, on a port of this machine.
///
/// It knows tokens, a callback URL, streams, a catalog, and the events of polls. Any method can be made
/// to answer something else, once or for good.
public final class ScriptedAudD: Sendable {
  /// The server behind it, with the log of what was asked.
  public let server: LoopbackServer
  let state: ScriptedAccount

  /// - Parameters:
  ///   - tokens: the tokens that are let in.
  ///   - streamSlots: how many streams the account may have.
  ///   - mayUpload: whether the account has access to a catalog of its own.
  public init(tokens: Set<String> = ["tok"], streamSlots: Int = 10, mayUpload: Bool = true) {
    let state = ScriptedAccount(tokens: tokens, streamSlots: streamSlots, mayUpload: mayUpload)
    self.state = state
    server = LoopbackServer { state.answer($0) }
  }

  /// The address of all methods but the one for long files.
  public var apiBase: URL { url("") }

  /// The address of the method for long files, by path. By name, the host `enterprise.…` leads there.
  public var enterpriseBase: URL { url("/enterprise") }

  /// The address of the polls.
  public var longpollEndpoint: URL { url("/longpoll/") }

  /// All that was asked so far.
  public var requests: [ReceivedRequest] { server.log.requests }

  /// The methods of all requests.
  public var methods: [String] { requests.map(ScriptedAccount.method(of:)) }

  /// What was asked of one method.
  public func requests(_ method: String) -> [ReceivedRequest] {
    requests.filter { ScriptedAccount.method(of: $0) == method }
  }

  /// Answers the next requests of a method with something else.
  public func inject(_ answers: Answer..., into method: String) {
    state.with { $0.injected[method, default: []] += answers }
  }

  /// Answers all requests of a method with something else; with `nil`, as usual again.
  public func always(_ answer: Answer?, for method: String) {
    state.with { $0.fixed[method] = answer }
  }

  /// Answers the requests of a method with a result of one's own.
  public func result(_ json: String, for method: String) {
    always(.json(#"{"status":"success","result":\#(json)}"#), for: method)
  }

  /// Lets something happen to a stream: it is answered to polls and posted to the callback URL.
  ///
  /// - Parameter event: the body of a callback, as JSON.
  public func publish(_ event: String, category: String) {
    state.publish(event, category: category)
  }

  /// Waits until somebody polls, so that an event does not come before.
  public func waitForPoll() async {
    _ = await server.log.wait { [state] _ in state.with { $0.waitingPolls } > 0 }
  }

  /// The address that events are posted to.
  public var callbackURL: String? {
    get { state.with { $0.callbackURL } }
    set { state.with { $0.callbackURL = newValue } }
  }

  /// The numbers of the songs in the account's catalog.
  public var catalog: [Int] { state.with { $0.catalog } }

  private func url(_ path: String) -> URL {
    guard let url = URL(string: server.address(path)) else { preconditionFailure("no address") }
    return url
  }
}
