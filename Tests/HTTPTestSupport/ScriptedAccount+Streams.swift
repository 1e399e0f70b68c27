extension ScriptedAccount {
  func changeStreams(
    _ method: String, _ fields: [String: String], _ refusal: ScriptedRefusal
  ) -> Answer {
    let number = fields["radio_id"].flatMap { Int($0) }
    switch (method, number, fields["url"]) {
    case ("setCallbackUrl", _, let url?):
      with { $0.callbackURL = url }
    case ("getCallbackUrl", _, _):
      guard let url = with({ $0.callbackURL }) else { return refusal(19) }
      return .json(#"{"status":"success","result":\#(url.quoted)}"#)
    case ("addStream", let number?, let url?):
      let fits = with { account in
        guard account.streams.count < account.streamSlots || account.streams[number] != nil else {
          return false
        }
        account.streams[number] = url
        return true
      }
      guard fits else { return refusal(610) }
    case ("setStreamUrl", let number?, let url?):
      guard with({ $0.streams.updateValue(url, forKey: number) }) != nil else { return refusal(50) }
    case ("deleteStream", let number?, _):
      guard with({ $0.streams.removeValue(forKey: number) }) != nil else { return refusal(50) }
    case ("getStreams", _, _):
      let streams = with { $0.streams }.sorted { $0.key < $1.key }.map { number, url in
        """
        {"radio_id":\(number),"url":\(url.quoted),"stream_running":true,\
        "longpoll_category":"00000000\(number % 10)"}
        """
      }
      return .json(#"{"status":"success","result":[\#(streams.joined(separator: ","))]}"#)
    default:
      return refusal(50)
    }
    return .json(ScriptedSong.success)
  }
}
