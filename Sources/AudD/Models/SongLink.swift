import Foundation

/// The address of a song's page. Those on `lis.tn` lead on to the services that play the song, and to
/// its cover, by a word in the query; others lead nowhere but to themselves.
struct SongLink {
  private let address: String
  private let hasQuery: Bool

  init?(_ address: String?) {
    guard let address, let parts = URLComponents(string: address), parts.host == "lis.tn" else {
      return nil
    }
    self.address = address
    hasQuery = parts.query?.isEmpty == false
  }

  func leading(to target: String) -> String {
    "\(address)\(hasQuery ? "&" : "?")\(target)"
  }
}
