import Foundation
import SoundRecognition

/// Which rows of a table of media items belong to which inputs.
///
/// *Thread-safe*: a value.
struct MediaItemAssignment: Sendable {
  private var items: [String: [MediaItem]] = [:]
  /// The rows that belong to no input.
  private(set) var rest: [MediaItemTable.Row] = []

  /// - Parameters:
  ///   - table: the rows.
  ///   - folder: the folder of the table's file; paths in it may start from there.
  ///   - names: the inputs. Where there is only one, all rows that name none are its own.
  init(_ table: MediaItemTable, folder: String, names: [String]) {
    let places = Dictionary(names.map { ($0, $0) }, uniquingKeysWith: { $1 })
    // A name that two inputs share belongs to none.
    let byLastComponent = Dictionary(grouping: names, by: lastComponent(of:))
      .compactMapValues { $0.count == 1 ? $0[0] : nil }
    for row in table.rows {
      let source = row.item[.source] as? String
      guard let wanted = row.signature ?? source else {
        if names.count == 1 {
          items[names[0], default: []].append(row.item)
        } else {
          rest.append(row)
        }
        continue
      }
      let found =
        places[wanted] ?? places[folder + wanted] ?? byLastComponent[lastComponent(of: wanted)]
      if let found { items[found, default: []].append(row.item) } else { rest.append(row) }
    }
  }

  /// No rows.
  init() {}

  /// The items of an input; none when no row is about it.
  subscript(name: String) -> [MediaItem] { items[name] ?? [] }

  /// Whether there are no rows at all.
  var isEmpty: Bool { items.isEmpty && rest.isEmpty }

  /// Reads a table and assigns its rows.
  ///
  /// *Blocking*.
  init(file path: String, names: [String]) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw CommandFailure(path, "The media items cannot be read; is there such a file?")
    }
    let table: MediaItemTable
    do { table = try MediaItemTable(csv: data) } catch { throw CommandFailure(path, error.message) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    self.init(table, folder: folder, names: names)
  }
}
