/// The families of errors of the API: each says who can help.
///
/// *Thread-safe*: a value.
public enum AudDErrorKind: Sendable, Equatable, CaseIterable {
  /// 900, 901, 903: the token is wrong, missing or switched off.
  case authentication
  /// 902: the plan's requests or streams are used up.
  case quota
  /// 904, 905: the plan does not contain this method.
  case subscription
  /// 904 or 905 from adding to the custom catalog, which AudD enables on request.
  case customCatalogAccess
  /// 50, 51, 600 to 602, 700 to 702, 906: a parameter or the audio's address is wrong.
  case invalidRequest
  /// 300, 400, 500: the audio is too short, too large, or no audio.
  case invalidAudio
  /// 611, or HTTP 429: too many requests. Later ones may succeed.
  case rateLimit
  /// 610: all slots for streams are taken.
  case streamLimit
  /// 907: the song is not released yet.
  case notReleased
  /// 19, 31337: the server refuses this request or this address.
  case blocked
  /// 20: the client is too old.
  case needsUpdate
  /// 100, 1000 and every number that is not known: the server has a problem.
  case server

  /// The family of a number of the API's catalog.
  init(code: Int) {
    self =
      switch code {
      case 900, 901, 903: .authentication
      case 902: .quota
      case 904, 905: .subscription
      case 50, 51, 600, 601, 602, 700, 701, 702, 906: .invalidRequest
      case 300, 400, 500: .invalidAudio
      case 610: .streamLimit
      case 611: .rateLimit
      case 907: .notReleased
      case 19, 31337: .blocked
      case 20: .needsUpdate
      default: .server
      }
  }
}
