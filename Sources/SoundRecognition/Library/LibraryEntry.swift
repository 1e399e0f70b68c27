public import Foundation

/// Something that was recognized, and when.
///
/// *Thread-safe*: a value.
public struct LibraryEntry: Sendable, Hashable, Identifiable {
  /// Tells this entry from all others; the same item may be recognized many times.
  public let id: UUID
  /// What was recognized; a ``MatchedMediaItem`` knows how sure that is.
  public let item: MediaItem
  /// When it was recognized.
  public let date: Date
  /// Where in its stream it was heard, in seconds.
  public let streamPosition: TimeInterval?
  /// What was listened to: a file, an address, a device.
  public let source: String?

  /// Makes an entry.
  public init(
    _ item: MediaItem, date: Date = Date(), streamPosition: TimeInterval? = nil,
    source: String? = nil, id: UUID = UUID()
  ) {
    self.id = id
    self.item = item
    self.date = date
    self.streamPosition = streamPosition
    self.source = source
  }

  /// The probability that the item was recognized rightly, where it is known.
  public var confidence: Float? { (item as? MatchedMediaItem)?.confidence }
}

// An entry is kept as a media item is, with the item itself as one of its properties.
extension LibraryEntry {
  private static let itemKey = MediaItemProperty("item")
  private static let isMatchedKey = MediaItemProperty("isMatched")
  private static let dateKey = MediaItemProperty("date")
  private static let positionKey = MediaItemProperty("streamPosition")
  private static let sourceKey = MediaItemProperty("source")

  var dataRepresentation: Data {
    get throws(RecognitionError) {
      var values: [MediaItemProperty: MediaItemValue] = [
        Self.itemKey: .data(try item.dataRepresentation), Self.dateKey: .date(date),
        Self.isMatchedKey: .boolean(item is MatchedMediaItem),
      ]
      values[Self.positionKey] = streamPosition.map { .double($0) }
      values[Self.sourceKey] = source.map { .string($0) }
      return try MediaItem(values: values, id: id).dataRepresentation
    }
  }

  init(dataRepresentation: Data) throws(RecognitionError) {
    let entry = try MediaItem(dataRepresentation: dataRepresentation)
    guard let date = entry[Self.dateKey] as? Date, let item = entry[Self.itemKey] as? Data else {
      throw RecognitionError(.mediaItemInvalid, "The bytes are no entry of a library.")
    }
    let isMatched = entry[Self.isMatchedKey] as? Bool ?? false
    self.init(
      isMatched
        ? try MatchedMediaItem(dataRepresentation: item) : try MediaItem(dataRepresentation: item),
      date: date, streamPosition: entry[Self.positionKey] as? Double,
      source: entry[Self.sourceKey] as? String, id: entry.id)
  }
}
