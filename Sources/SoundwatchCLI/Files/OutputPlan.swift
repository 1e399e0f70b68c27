/// Chooses a name for the results of each input so that no two inputs share one.
///
/// The extension of the sound gives way to that of the format: `talk.mp3` becomes `talk.csv`. Where
/// two inputs would meet, the later one keeps its extension (`talk.wav.csv`), and where that does not
/// help, it gets a number (`talk-2.csv`). The names depend on the inputs and their order alone.
///
/// *Thread-safe*: a value.
package struct OutputPlan: Sendable, Hashable {
  /// For each input its name below the output folder, without the extension of the format. It also
  /// serves as an identifier.
  package private(set) var stems: [String] = []

  /// Plans the names.
  /// - Parameter reserved: whether a name is taken by something that must not be overwritten.
  package init(_ inputs: [Input], isReserved reserved: (String) -> Bool = { _ in false }) {
    var used: Set<String> = []
    // The next number to try for a name, so that thousands of inputs of one name cost no more.
    var numbers: [String: Int] = [:]
    for input in inputs {
      let stem = input.stem.isEmpty ? "input" : input.stem
      // On some file systems names that differ in their case only are one name.
      func isFree(_ name: String) -> Bool { !used.contains(name.lowercased()) && !reserved(name) }
      let candidates = [stem, stem + input.fileExtension]
      var name = candidates.first(where: isFree) ?? ""
      while name.isEmpty || !isFree(name) {
        let number = numbers[stem, default: 2]
        numbers[stem] = number + 1
        name = "\(stem)-\(number)"
      }
      used.insert(name.lowercased())
      stems.append(name)
    }
  }
}
