import Foundation

/// What a column of a table of media items holds.
///
/// *Thread-safe*: a value.
enum MediaItemColumn: Sendable, Hashable {
  /// The identity of the item.
  case id
  /// Which signature, or recording, the item belongs to.
  case signature
  /// A property in its plain form.
  case plain(MediaItemProperty)
  /// A property as JSON.
  case json(MediaItemProperty)

  private static let jsonSuffix = ":json"
  private static let customPrefix = "custom:"

  /// Understands the name at the head of a column.
  init(header: String) {
    let name = header.trimmingBlanks()
    if let property = Self.known[name.lowercased()] {
      self = .plain(property)
    } else if name.lowercased() == "id" {
      self = .id
    } else if name.lowercased() == "signature" {
      self = .signature
    } else if name.hasSuffix(Self.jsonSuffix) {
      let name = String(name.dropLast(Self.jsonSuffix.count))
      self = .json(Self.known[name.lowercased()] ?? Self.custom(name))
    } else {
      // Behind the prefix, blanks count.
      self = .plain(Self.custom(header.hasPrefix(Self.customPrefix) ? header : name))
    }
  }

  private static func custom(_ name: String) -> MediaItemProperty {
    MediaItemProperty(
      name.hasPrefix(customPrefix) ? String(name.dropFirst(customPrefix.count)) : name)
  }

  /// The name at the head of the column, from which it can be made again.
  var header: String {
    switch self {
    case .id: "id"
    case .signature: "signature"
    case .plain(let property): Self.name(of: property)
    case .json(let property): Self.name(of: property) + Self.jsonSuffix
    }
  }

  private static func name(of property: MediaItemProperty) -> String {
    if let known = properties.first(where: { $0.property == property }) { return known.name }
    let name = property.rawValue
    return MediaItemColumn(header: name) == .plain(property) ? name : customPrefix + name
  }

  /// The properties with a name of their own, in the order of the columns.
  static let properties: [(name: String, property: MediaItemProperty)] = [
    ("title", .title), ("subtitle", .subtitle), ("artist", .artist), ("isrc", .ISRC),
    ("genres", .genres), ("artworkURL", .artworkURL), ("videoURL", .videoURL),
    ("webURL", .webURL), ("appleMusicURL", .appleMusicURL), ("appleMusicID", .appleMusicID),
    ("shazamID", .shazamID), ("explicitContent", .explicitContent),
    ("creationDate", .creationDate), ("timeRanges", .timeRanges),
    ("frequencySkewRanges", .frequencySkewRanges),
  ]

  /// The properties by their names and raw names in lower case.
  private static let known: [String: MediaItemProperty] = properties.reduce(into: [:]) {
    $0[$1.name.lowercased()] = $1.property
    $0[$1.property.rawValue.lowercased()] = $1.property
  }
}

extension String {
  /// The text without blanks and tabulators around it.
  func trimmingBlanks() -> String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
