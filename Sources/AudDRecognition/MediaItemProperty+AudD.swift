public import SoundRecognition

// What AudD knows beyond the properties that all items can have.
extension MediaItemProperty {
  /// The album: a string.
  public static let album = Self("AudDAlbum")
  /// The label: a string.
  public static let label = Self("AudDLabel")
  /// The day of release, `YYYY-MM-DD`: a string.
  public static let releaseDate = Self("AudDReleaseDate")
  /// The Universal Product Code of the album: a string.
  public static let UPC = Self("AudDUPC")
  /// The song at services that play it: a dictionary of addresses by the names of the services.
  public static let streamingLinks = Self("AudDStreamingLinks")
  /// A preview of 30 seconds: a URL.
  public static let previewURL = Self("AudDPreviewURL")
  /// The number of the song in one's own catalog at AudD: a number.
  public static let audioID = Self("AudDAudioID")
}
