import Foundation

/// The song that a scripted server always recognizes, in all forms that the API has for it.
enum ScriptedSong {
  static let success = #"{"status":"success","result":null}"#

  static func recognition(_ fields: [String: String]) -> String {
    if fields["url"]?.contains("nothing") == true { return success }
    if fields["url"]?.contains("own-catalog") == true {
      return #"{"status":"success","result":{"timecode":"01:45","audio_id":146}}"#
    }
    let wanted = fields["return"]?.split(separator: ",").map(String.init) ?? []
    let extra = wanted.compactMap { name in blocks[name].map { ",\"\(name)\":\($0)" } }
    return #"{"status":"success","result":{\#(song),"timecode":"00:56"\#(extra.joined())}}"#
  }

  static func enterprise(_ fields: [String: String]) -> String {
    let limit = fields["limit"].flatMap { Int($0) } ?? 3
    let chunks = (0..<min(3, max(0, limit))).map { index in
      """
      {"songs":[{\(song),"timecode":"00:57","score":81,"start_offset":420,"end_offset":11000}],\
      "offset":"00:\(12 * (index + 1))"}
      """
    }
    return
      #"{"status":"success","result":[\#(chunks.joined(separator: ","))],"execution_time":"1.2ms"}"#
  }

  static func lyrics(_ words: String) -> String {
    """
    {"status":"success","result":[{"artist":"The Testers","title":"Loop","lyrics":\(words.quoted),\
    "song_id":"12","media":"[]","full_title":"Loop by The Testers","artist_id":7,\
    "song_link":"https://lis.tn/Loop"}]}
    """
  }

  private static let song = """
    "artist":"The Testers","title":"Loop","album":"Around","release_date":"2020-02-02",\
    "label":"Local","song_link":"https://lis.tn/Loop"
    """

  private static let blocks = [
    "apple_music": """
    {"artistName":"The Testers","url":"https://music.apple.com/loop","durationInMillis":180000,\
    "name":"Loop","isrc":"XX0000000001","albumName":"Around","trackNumber":3,"discNumber":1,\
    "previews":[{"url":"https://preview.apple.com/loop"}],\
    "artwork":{"width":3000,"height":3000,"url":"https://art.apple.com/{w}x{h}.jpg"},\
    "genreNames":["Test"]}
    """,
    "spotify": """
    {"id":"4uLU","name":"Loop","uri":"spotify:track:4uLU","duration_ms":180000,"explicit":false,\
    "popularity":50,"track_number":3,"type":"track","preview_url":"https://p.scdn.co/loop",\
    "external_urls":{"spotify":"https://open.spotify.com/track/4uLU"}}
    """,
    "deezer": """
    {"id":31,"title":"Loop","duration":180,"link":"https://www.deezer.com/track/31",\
    "preview":"https://cdn.deezer.com/loop"}
    """,
    "napster": """
    {"id":"tra.1","name":"Loop","isrc":"XX0000000001","artistName":"The Testers",\
    "albumName":"Around","href":"https://api.napster.com/tra.1"}
    """,
    "musicbrainz": #"[{"id":"b9ad642e","score":"100","title":"Loop","length":180000}]"#,
  ]
}

extension String {
  /// The text as JSON.
  var quoted: String {
    guard let data = try? JSONEncoder().encode(self) else { return "\"\"" }
    return String(decoding: data, as: UTF8.self)
  }
}
