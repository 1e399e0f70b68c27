public import Foundation

/// What is known about a piece of music or any other recording: title, artist, links, and properties of
/// your own.
///
/// A property holds a `Dictionary`, an `Array`, a `URL`, a number, a `String`, a `Date` or `Data`. A
/// value of any other type is kept out: the property reads as absent, and ``dataRepresentation``, like
/// everything that would store the item, throws an error that names it.
///
/// Two items are equal when their ``id`` and all their properties are.
///
/// *Thread-safe*: it never changes.
public class MediaItem: Identifiable, @unchecked Sendable {
  // @unchecked: all stored properties, here and in the only subclass, are constants of Sendable types.

  /// Tells this item from all others; kept when the item is stored.
  public let id: UUID
  /// The properties that the item has.
  public let values: [MediaItemProperty: MediaItemValue]
  /// The properties whose values were of a type that cannot be kept.
  let rejectedProperties: [MediaItemProperty]

  /// Makes an item with a new identity.
  public init(properties: [MediaItemProperty: Any]) {
    id = UUID()
    values = properties.compactMapValues { MediaItemValue($0) }
    rejectedProperties = properties.keys.filter { [values] in values[$0] == nil }
  }

  /// Makes an item of typed values, with a new identity unless one is given.
  public init(values: [MediaItemProperty: MediaItemValue], id: UUID = UUID()) {
    self.id = id
    self.values = values
    rejectedProperties = []
  }

  init(copying item: MediaItem, adding values: [MediaItemProperty: MediaItemValue]) {
    id = item.id
    self.values = item.values.merging(values) { $1 }
    rejectedProperties = item.rejectedProperties
  }

  /// The value of a property in its own Swift type, or `nil` when there is none.
  public subscript(key: MediaItemProperty) -> Any? { values[key]?.anyValue }

  /// Looks an item up by its identifier in Shazam's catalog, which is closed to other systems.
  /// - Throws: ``RecognitionError`` with the code ``RecognitionError/Code/mediaItemFetchFailed``.
  public static func fetch(shazamID: String) async throws(RecognitionError) -> MediaItem {
    throw RecognitionError(
      .mediaItemFetchFailed,
      "Shazam's catalog cannot be reached from here, so nothing is known about item \(shazamID).")
  }

  /// Makes sure that nothing is lost when the item is stored.
  /// - Throws: ``RecognitionError`` that names a property whose value cannot be kept.
  package func checkIsStorable() throws(RecognitionError) {
    guard let property = rejectedProperties.min(by: { $0.rawValue < $1.rawValue }) else { return }
    throw RecognitionError(
      .mediaItemInvalid,
      "The property \(property.rawValue) of a media item has a value of a type that cannot be kept; "
        + "use a Dictionary, Array, URL, number, String, Date or Data.")
  }

  /// Whether `other`, of the same class, is equal.
  func isEqual(to other: MediaItem) -> Bool { id == other.id && values == other.values }
}

extension MediaItem: Hashable {
  /// Whether two items have the same identity and the same properties.
  public static func == (left: MediaItem, right: MediaItem) -> Bool {
    left === right || (type(of: left) == type(of: right) && left.isEqual(to: right))
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
