extension EnterpriseMatch {
  /// Whether the song is one of your own catalog.
  public var isCustomMatch: Bool { audioID != nil }

  /// Whether the song is one of AudD's catalog.
  public var isPublicMatch: Bool { audioID == nil && (artist != nil || title != nil) }

  /// The address of the cover, for songs whose page is on `lis.tn`.
  public var thumbnailURL: String? { SongLink(songLink)?.leading(to: "thumb") }

  /// A redirect to the song at a service, for songs whose page is on `lis.tn`.
  public func streamingUrl(_ provider: StreamingProvider) -> String? {
    SongLink(songLink)?.leading(to: provider.rawValue)
  }

  /// The redirects to all services.
  public func streamingUrls() -> [StreamingProvider: String] {
    StreamingProvider.allCases.reduce(into: [:]) { $0[$1] = streamingUrl($1) }
  }
}
