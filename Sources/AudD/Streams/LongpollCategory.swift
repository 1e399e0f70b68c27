/// What the events of a stream are polled by: nine digits of a hash of token and number, from which
/// neither can be read.
enum LongpollCategory {
  static func derive(token: String, radioID: String) -> String {
    String(MD5.hexadecimal(MD5.hexadecimal(token) + radioID).prefix(9))
  }
}
