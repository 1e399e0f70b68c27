import Foundation

/// A callback URL and the services whose data its events bring, which the server reads from its query.
enum CallbackAddress {
  static func merge(_ address: String, _ services: [String]?) throws(AudDError) -> String {
    guard let url = URL(string: address), url.isOnTheWeb,
      var parts = URLComponents(string: address)
    else { throw .invalidArgument("\(address) is no http or https address.") }
    guard let services, !services.isEmpty else { return address }
    if parts.queryItems?.contains(where: { $0.name == "return" }) == true {
      throw .api(
        AudDAPIErrorDetail(
          kind: .invalidRequest, errorCode: 0,
          message: """
            The callback URL has a parameter "return" already. Leave it out there, or pass no \
            returnMetadata.
            """,
          httpStatus: 0, requestID: nil))
    }
    var items = parts.percentEncodedQueryItems ?? []
    let list = services.joined(separator: ",")
    items.append(
      URLQueryItem(
        name: "return",
        value: list.addingPercentEncoding(
          withAllowedCharacters: .alphanumerics
            .union(CharacterSet(charactersIn: "-._~,")))))
    parts.percentEncodedQueryItems = items
    return parts.string ?? address
  }
}
