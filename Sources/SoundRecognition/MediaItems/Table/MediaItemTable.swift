public import Foundation

/// Media items as comma-separated values: a row for each item, a column for each property.
///
/// ```
/// title,artist,timeRanges,Episode
/// Count on Me,FoodMath,14..<31;45..<60,3
/// ```
///
/// Columns are named by the properties (`title`, `subtitle`, `artist`, `isrc`, `genres`, `artworkURL`,
/// `videoURL`, `webURL`, `appleMusicURL`, `appleMusicID`, `shazamID`, `explicitContent`, `creationDate`,
/// `timeRanges`, `frequencySkewRanges`), in capitals or not, or by their raw names, such as
/// `SHMediaItemTitle`. Any other name is a property of your own, whose values are texts.
///
/// | in the column | stands |
/// |---|---|
/// | `genres` | `Rock;Blues` |
/// | `explicitContent` | `true`, `false`, `1` or `0` |
/// | `creationDate` | a date of ISO 8601 |
/// | `timeRanges`, `frequencySkewRanges` | `14.0..<31.0;45.0..<60.0` or `14-31;45-60` |
/// | `id` | the identity of the item, a UUID; otherwise it gets a new one |
/// | `signature` | the file of the signature or recording that the item belongs to |
///
/// An empty field is no value. What these forms cannot hold — a number, a dictionary, an empty text —
/// stands as JSON in a second column, such as `episode:json`, so that nothing is lost when items are
/// written and read again. A property of yours that is called like one of the columns above is
/// written as `custom:title`.
///
/// *Thread-safe*: a value.
public struct MediaItemTable: Sendable {
  /// One item.
  public struct Row: Sendable, Hashable {
    /// The item.
    public var item: MediaItem
    /// The file of the signature or recording that the item belongs to, where the table says it.
    public var signature: String?
    /// Whether the table gave the item its identity.
    public var hasOwnID: Bool

    /// Makes a row.
    public init(_ item: MediaItem, signature: String? = nil, hasOwnID: Bool = true) {
      self.item = item
      self.signature = signature
      self.hasOwnID = hasOwnID
    }
  }

  /// The items in order.
  public var rows: [Row]

  /// Makes a table of items.
  public init(_ rows: [Row] = []) { self.rows = rows }

  /// Reads comma-separated values in UTF-8, with a byte order mark or without, quoted as RFC 4180 says.
  /// - Throws: ``RecognitionError`` with the code ``RecognitionError/Code/mediaItemInvalid`` that names
  ///   the line.
  public init(csv: Data) throws(RecognitionError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = csv.starts(with: mark) ? csv.dropFirst(mark.count) : csv[...]
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .table("The media items are not in UTF-8. Save them as CSV in UTF-8.")
    }
    var records = try CSVText.records(in: text)[...]
    guard let head = records.popFirst() else {
      throw .table("The media items have no header. The first line names the columns.")
    }
    let columns = head.fields.map(MediaItemColumn.init(header:))
    try Self.check(columns, head)
    var rows: [Row] = []
    for record in records {
      guard record.fields.count == columns.count else {
        throw .table(
          "Line \(record.line) has \(record.fields.count) fields, and the header has "
            + "\(columns.count).")
      }
      rows.append(try Self.row(record, columns))
    }
    self.rows = rows
  }

  private static func check(
    _ columns: [MediaItemColumn], _ head: CSVText.Record
  ) throws(RecognitionError) {
    if columns.count == 1, let separator = [";", "\t"].first(where: head.fields[0].contains) {
      throw .table(
        "The header has one column, \(head.fields[0]). Columns are separated by commas, not by "
          + (separator == ";" ? "semicolons." : "tabulators."))
    }
    var seen: Set<MediaItemColumn> = []
    for (column, name) in zip(columns, head.fields) where !seen.insert(column).inserted {
      throw .table("Two columns hold the same: \(name) and one before it.")
    }
  }

  private static func row(
    _ record: CSVText.Record, _ columns: [MediaItemColumn]
  ) throws(RecognitionError) -> Row {
    var values: [MediaItemProperty: MediaItemValue] = [:]
    var id: UUID?
    var signature: String?
    for (column, field) in zip(columns, record.fields) where !field.isEmpty {
      switch column {
      case .id:
        id = UUID(uuidString: field.trimmingBlanks())
        guard id != nil else {
          throw .cell(field, column, record, "a UUID; name the column custom:id for your own")
        }
      case .signature: signature = field
      case .plain(let property):
        do throws(MediaItemCell.CellError) {
          values[property] = try MediaItemCell.value(of: field, for: property)
        } catch {
          throw .cell(field, column, record, error.expected)
        }
      case .json(let property):
        do throws(MediaItemJSON.SyntaxError) {
          values[property] = try MediaItemJSON.value(of: field)
        } catch {
          throw .cell(field, column, record, "JSON: \(error.message)")
        }
      }
    }
    return Row(
      MediaItem(values: values, id: id ?? UUID()), signature: signature, hasOwnID: id != nil)
  }

  /// The items as comma-separated values, from which the same items can be read again.
  public var csv: Data {
    let cells = rows.map(Self.cells)
    let used = Set(cells.flatMap(\.keys))
    let known = MediaItemColumn.properties.flatMap {
      [MediaItemColumn.plain($0.property), .json($0.property)]
    }
    let own = used.subtracting(known).subtracting([.id, .signature])
      .sorted { $0.header.utf8.lexicographicallyPrecedes($1.header.utf8) }
    // A table of nothing still has a header.
    let ends: [MediaItemColumn] = used.contains(.signature) ? [.signature, .id] : [.id]
    let columns = (known + own).filter { used.contains($0) || $0 == .plain(.title) } + ends
    var text = CSVText.line(columns.map(\.header))
    for row in cells { text += CSVText.line(columns.map { row[$0] ?? "" }) }
    return Data(text.utf8)
  }

  private static func cells(of row: Row) -> [MediaItemColumn: String] {
    var cells: [MediaItemColumn: String] = [.id: row.item.id.uuidString]
    cells[.signature] = row.signature
    for (property, value) in row.item.values {
      let plain = MediaItemColumn.plain(property)
      // A name that no plain column has goes to JSON too.
      if MediaItemColumn(header: plain.header) == plain,
        let text = MediaItemCell.text(of: value, for: property)
      {
        cells[plain] = text
      } else {
        cells[.json(property)] = MediaItemJSON.text(of: value)
      }
    }
    return cells
  }
}

extension RecognitionError {
  fileprivate static func table(_ message: String) -> RecognitionError {
    RecognitionError(.mediaItemInvalid, message)
  }

  fileprivate static func cell(
    _ field: String, _ column: MediaItemColumn, _ record: CSVText.Record, _ expected: String
  ) -> RecognitionError {
    let shown = field.count > 60 ? field.prefix(60) + "..." : field[...]
    return table(
      "Line \(record.line): \(column.header) is \"\(shown)\", where \(expected) is expected.")
  }
}

extension MediaItemTable {
  /// The names that properties have at the heads of columns.
  package static let columnNames: [MediaItemProperty: String] = MediaItemColumn.properties.reduce(
    into: [:]
  ) { $0[$1.property] = $1.name }
}
