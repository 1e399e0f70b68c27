import Foundation

/// A folder as `make_queries.py` makes it: songs to index, queries, and the truth about them.
package struct QuerySet {
  package struct Query {
    package var file: String
    /// The song that the query is of; `nil` for one that is in no catalog.
    package var track: String?
    package var offset: Double
    package var length: Double
    package var degradation: String
    package var level: String
  }

  package var folder: URL
  package var songs: [(id: String, path: String)]
  package var queries: [Query]

  package init(_ folder: URL) throws {
    self.folder = folder
    songs = try Self.rows(of: folder.appending(path: "catalog.csv")).map { ($0[0], $0[1]) }
    queries = try Self.rows(of: folder.appending(path: "truth.csv")).map { row in
      Query(
        file: row[0], track: row[1] == "NONE" ? nil : row[1], offset: Double(row[2]) ?? 0,
        length: Double(row[3]) ?? 0, degradation: row[4], level: row[5])
    }
  }

  package func url(of query: Query) -> URL { folder.appending(path: "queries/\(query.file)") }

  /// The rows behind the header. No field of these files has a comma in it.
  private static func rows(of file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}
