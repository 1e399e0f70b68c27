extension RecognitionResult {
  /// Whether the song is one of your own catalog.
  public var isCustomMatch: Bool { audioID != nil }

  /// Whether the song is one of AudD's catalog.
  public var isPublicMatch: Bool { audioID == nil && (artist != nil || title != nil) }

  /// The address of the cover, for songs whose page is on `lis.tn`.
  public var thumbnailURL: String? { SongLink(songLink)?.leading(to: "thumb") }

  /// The address of the song at a service: the one that the service's own data names, else a redirect
  /// by way of the song's page, else `nil`.
  public func streamingUrl(_ provider: StreamingProvider) -> String? {
    directURL(provider) ?? SongLink(songLink)?.leading(to: provider.rawValue)
  }

  /// The addresses at all services that have one.
  public func streamingUrls() -> [StreamingProvider: String] {
    StreamingProvider.allCases.reduce(into: [:]) { $0[$1] = streamingUrl($1) }
  }

  /// The address of a preview of 30 seconds: Apple Music's, else Spotify's, else Deezer's. The
  /// service's terms hold for what you do with it.
  public func previewUrl() -> String? {
    let previews = appleMusic?.extras["previews"]?.json.elements
    return previews?.first?.fields?["url"]?.nonEmptyText
      ?? spotify?.extras["preview_url"]?.json.nonEmptyText
      ?? deezer?.extras["preview"]?.json.nonEmptyText
  }

  private func directURL(_ provider: StreamingProvider) -> String? {
    switch provider {
    case .appleMusic: appleMusic?.url.flatMap { $0.isEmpty ? nil : $0 }
    case .spotify:
      spotify?.extras["external_urls"]?.json.fields?["spotify"]?.nonEmptyText
        ?? spotify?.uri.flatMap { $0.isEmpty ? nil : $0 }
    case .deezer: deezer?.link.flatMap { $0.isEmpty ? nil : $0 }
    case .napster: napster?.extras["href"]?.json.nonEmptyText
    case .youtube: nil
    }
  }
}

extension JSONValue {
  fileprivate var nonEmptyText: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }
}
