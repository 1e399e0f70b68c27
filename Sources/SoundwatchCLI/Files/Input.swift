/// One thing to analyze.
///
/// *Thread-safe*: a value.
package struct Input: Sendable, Hashable {
  /// Where its sound comes from.
  package enum Place: Sendable, Hashable {
    case file
    case url
    case standardInput
  }

  /// What the user calls it, and what it is opened by.
  package var name: String
  package var place: Place
  /// Where its result file belongs below the output folder, without the extension of a sound.
  package var stem: String
  /// The extension that ``stem`` lacks, with its dot.
  package var fileExtension: String

  /// An operand that is no folder.
  package init(operand: String) {
    name = operand
    if operand == "-" {
      place = .standardInput
      (stem, fileExtension) = ("stdin", "")
    } else if Self.isURL(operand) {
      place = .url
      (stem, fileExtension) = Self.split(Self.lastPart(ofURL: operand))
    } else {
      place = .file
      (stem, fileExtension) = Self.split(lastComponent(of: operand))
    }
  }

  /// A file that was found in a folder.
  package init(path: String, below relativePath: String) {
    name = path
    place = .file
    (stem, fileExtension) = Self.split(relativePath)
  }

  /// Whether an operand has the scheme of a network address. A file of that very name wins, but that
  /// is for the caller to find out.
  package static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: "://") else { return false }
    let scheme = text[..<colon.lowerBound]
    return scheme.count > 1
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
  }

  /// The part of an address that makes the best file name: `live.mp3` of `http://host/live.mp3?a=1`.
  private static func lastPart(ofURL text: String) -> String {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").dropFirst()
    let name = parts.last.map(String.init) ?? "stream"
    return String(name.map { $0.isLetter || $0.isNumber || "._-".contains($0) ? $0 : "_" })
  }

  /// Cuts the extension off. A leading dot begins none.
  private static func split(_ path: String) -> (stem: String, fileExtension: String) {
    let name = lastComponent(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (path, "") }
    let suffix = String(name[dot...])
    return (String(path.dropLast(suffix.count)), suffix)
  }
}

/// What stands behind the last slash of a path.
func lastComponent(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}
