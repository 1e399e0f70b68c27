/// Turns the operands of a command line into the things to analyze, looking into folders.
///
/// *Confined*. *Blocking*: reads folders.
package struct InputCollector: Sendable {
  /// The inputs in the order of the operands; those of a folder in the order of their names.
  package private(set) var inputs: [Input] = []
  /// Folders in which nothing could be found, and why.
  package private(set) var failures: [(name: String, message: String)] = []

  /// The extensions of files that are taken out of folders, in lower case.
  package static let mediaExtensions: Set<String> = [
    "3g2", "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "asf", "au", "avi", "caf",
    "dts", "eac3", "flac", "flv", "m2ts", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3",
    "mp4", "mpc", "mpeg", "mpg", "mts", "mxf", "oga", "ogg", "ogm", "ogv", "opus", "ra", "rm",
    "rmvb", "snd", "spx", "tak", "tta", "ts", "vob", "w64", "wav", "wave", "webm", "wma", "wmv",
    "wv",
  ]

  private let extensions: Set<String>

  /// Looks at every operand.
  /// - Parameter extra: extensions of files that are taken out of folders besides those of media.
  package init(operands: [String], alsoTaking extra: Set<String> = []) {
    extensions = Self.mediaExtensions.union(extra)
    for operand in operands {
      guard operand != "-", FileKind(path: operand) == .folder else {
        // What does not exist is an input too; opening it says what is wrong.
        inputs.append(Input(operand: operand))
        continue
      }
      let before = (inputs.count, failures.count)
      var root = operand
      while root.count > 1, root.hasSuffix("/") { root.removeLast() }
      let name = lastComponent(of: root)
      collect(root, below: [".", "..", "/"].contains(name) ? "" : name + "/")
      if before == (inputs.count, failures.count) {
        failures.append((operand, "The folder holds no media files."))
      }
    }
  }

  /// Adds the media files of a folder and of the folders in it.
  private mutating func collect(_ folder: String, below relativePath: String) {
    let names: [String]
    do throws(FolderError) {
      names = try namesInFolder(folder)
    } catch {
      failures.append((folder, "The folder cannot be read: \(error.reason)."))
      return
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = prefix + name
      // Links to folders are not followed: they may lead round in a circle.
      switch FileKind(path: path, followsFolderLinks: false) {
      case .folder: collect(path, below: relativePath + name + "/")
      case .file where isWanted(name):
        inputs.append(Input(path: path, below: relativePath + name))
      case .file, .other, .missing: break
      }
    }
  }

  private func isWanted(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
