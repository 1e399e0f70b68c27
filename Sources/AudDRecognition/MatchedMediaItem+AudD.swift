public import AudD
import Foundation
public import SoundRecognition

extension MatchedMediaItem {
  /// Makes an item of what the service recognized, with its links and its cover.
  ///
  /// The service says nothing about how sure it is, so the confidence is 1.
  public convenience init(_ result: RecognitionResult) {
    var values: [MediaItemProperty: MediaItemValue] = [:]
    func set(_ property: MediaItemProperty, _ text: String?) {
      if let text, !text.isEmpty { values[property] = .string(text) }
    }
    func setURL(_ property: MediaItemProperty, _ text: String?) {
      if let url = text.flatMap({ URL(string: $0) }) { values[property] = .url(url) }
    }
    set(.title, result.title)
    set(.artist, result.artist)
    set(.subtitle, result.artist)
    set(.album, result.album)
    set(.label, result.label)
    set(.releaseDate, result.releaseDate)
    set(.ISRC, result.isrc ?? result.appleMusic?.isrc)
    set(.UPC, result.upc)
    setURL(.webURL, result.songLink)
    setURL(.artworkURL, result.artwork ?? result.thumbnailURL)
    setURL(.appleMusicURL, result.appleMusic?.url)
    set(.appleMusicID, result.appleMusicID)
    setURL(.previewURL, result.previewUrl())
    if let number = result.audioID { values[.audioID] = .integer(number) }
    if let isExplicit = result.spotify?.explicit { values[.explicitContent] = .boolean(isExplicit) }
    if !result.genres.isEmpty { values[.genres] = .array(result.genres.map { .string($0) }) }
    let links = result.streamingUrls().compactMap { service, address in
      URL(string: address).map { (service.rawValue, MediaItemValue.url($0)) }
    }
    if !links.isEmpty {
      values[.streamingLinks] = .dictionary(Dictionary(links) { first, _ in first })
    }
    self.init(
      MediaItem(values: values), matchOffset: result.secondsIntoSong, confidence: 1)
  }
}

extension RecognitionResult {
  /// The position in the song that the clip begins at, in seconds.
  package var secondsIntoSong: Double {
    let seconds = timecode.split(separator: ":").reduce(0.0) { $0 * 60 + (Double($1) ?? 0) }
    // Nothing that plays is as long as ten days.
    return (0...864_000).contains(seconds) ? seconds : 0
  }

  /// Apple Music's picture, whose size its address leaves open.
  fileprivate var artwork: String? {
    let artwork = appleMusic?.extras["artwork"]?.value as? [String: Any]
    let address = artwork?["url"] as? String
    return address?.replacingOccurrences(of: "{w}", with: "600")
      .replacingOccurrences(of: "{h}", with: "600")
  }

  fileprivate var appleMusicID: String? {
    let parameters = appleMusic?.extras["playParams"]?.value as? [String: Any]
    return parameters?["id"] as? String
  }

  fileprivate var genres: [String] {
    (appleMusic?.extras["genreNames"]?.value as? [Any])?.compactMap { $0 as? String } ?? []
  }
}
