/// The song that was recognized in a clip.
///
/// *Thread-safe*: a value.
public struct RecognitionResult: Sendable, Equatable, Decodable {
  /// The position in the song that the clip comes from, `MM:SS`.
  public let timecode: String
  /// The number of the song in your own catalog, when it is from there.
  public let audioID: Int?
  /// The artist.
  public let artist: String?
  /// The title.
  public let title: String?
  /// The album.
  public let album: String?
  /// The day of release, `YYYY-MM-DD`.
  public let releaseDate: String?
  /// The label.
  public let label: String?
  /// The address of the song's page.
  public let songLink: String?
  /// The international code of the recording, in higher plans.
  public let isrc: String?
  /// The product code of the album, in higher plans.
  public let upc: String?
  /// What Apple Music knows, when asked for.
  public let appleMusic: AppleMusicMetadata?
  /// What Spotify knows, when asked for.
  public let spotify: SpotifyMetadata?
  /// What Deezer knows, when asked for.
  public let deezer: DeezerMetadata?
  /// What Napster knows, when asked for.
  public let napster: NapsterMetadata?
  /// What MusicBrainz knows, when asked for.
  public let musicbrainz: [MusicBrainzEntry]?
  /// What the server sent beyond these.
  public let extras: [String: AnyCodable]
  /// The whole object as it came.
  public let rawResponse: AnyCodable

  /// Reads the object leniently: a scalar of another type is converted where that makes sense and
  /// left out where not.
  public init(from decoder: any Decoder) throws {
    self.init(reading: try FieldReader(from: decoder))
  }
}

extension RecognitionResult: ObjectModel {
  init(reading fields: FieldReader) {
    var fields = fields
    timecode = fields.string("timecode") ?? ""
    audioID = fields.int("audio_id")
    artist = fields.string("artist")
    title = fields.string("title")
    album = fields.string("album")
    releaseDate = fields.string("release_date")
    label = fields.string("label")
    songLink = fields.string("song_link")
    isrc = fields.string("isrc")
    upc = fields.string("upc")
    appleMusic = fields.object("apple_music")
    spotify = fields.object("spotify")
    deezer = fields.object("deezer")
    napster = fields.object("napster")
    musicbrainz = fields.objects("musicbrainz")
    extras = fields.extras
    rawResponse = fields.whole
  }
}
