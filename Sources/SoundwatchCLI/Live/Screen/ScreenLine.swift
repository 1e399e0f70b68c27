/// One line of a screen while it is being put together: letters in colours, and how many columns they
/// take. What does not fit is cut off.
///
/// *Confined*: a value.
struct ScreenLine {
  /// How letters look.
  enum Look: Hashable {
    case plain, bold, faint
    /// The number of a terminal's colour, 30 to 37 or 90 to 97.
    case color(Int)
    case boldColor(Int)
  }

  private(set) var text = ""
  private(set) var columns = 0
  private let style: TerminalStyle

  init(_ style: TerminalStyle) { self.style = style }

  /// How many columns are left. The last one of the terminal stays empty: wiping what is behind a letter
  /// there would wipe the letter.
  var room: Int { max(0, width - columns) }
  private var width: Int { style.width - 1 }

  /// Appends letters of our own, which take a column each. Each is a single scalar: to find out where
  /// characters end would cost more than all the rest of a screen.
  mutating func append(_ letters: String, _ look: Look = .plain) {
    let kept = letters.unicodeScalars.prefix(room)
    put(Substring(kept), look, columns: kept.count)
  }

  /// Appends letters of our own if there is room for all of them.
  mutating func append(whole letters: String, _ look: Look = .plain) {
    if letters.unicodeScalars.count <= room { append(letters, look) }
  }

  /// Appends a text from elsewhere, such as a title, in at most so many columns. A longer one ends in
  /// dots. Nothing in it can move the cursor or turn letters around.
  mutating func append(foreign text: String, _ look: Look = .plain, limit: Int = .max) {
    let limit = min(limit, room)
    let dots = style.usesUnicode ? "…" : "..."
    var kept = ""
    var width = 0
    // Where the text has to be cut if it turns out too long.
    var cut = (text: "", width: 0)
    for character in text {
      let shown = shown(character)
      let count = columnCount(of: shown)
      if count == 0 { continue }
      if width + count > limit {
        let shortened = limit >= dots.count ? cut.text + dots : ""
        put(shortened[...], look, columns: limit >= dots.count ? cut.width + dots.count : 0)
        return
      }
      kept.append(shown)
      width += count
      if width <= limit - dots.count { cut = (kept, width) }
    }
    put(kept[...], look, columns: width)
  }

  /// Appends spaces up to a column.
  mutating func move(to column: Int) {
    append(String(repeating: " ", count: max(0, min(column, width) - columns)))
  }

  /// Appends letters of our own at the right end, where there is room for them and a space.
  mutating func append(atEnd letters: String, _ look: Look = .plain) {
    let count = letters.unicodeScalars.count
    guard count < room else { return }
    move(to: width - count)
    append(letters, look)
  }

  private func shown(_ character: Character) -> Character {
    // Most letters, and their tables of properties are slow to ask.
    if let code = character.asciiValue { return code < 0x20 || code == 0x7F ? " " : character }
    if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return " "
    }
    return style.usesUnicode ? character : "?"
  }

  private mutating func put(_ letters: Substring, _ look: Look, columns count: Int) {
    if letters.isEmpty { return }
    columns += count
    let code = style.usesColor ? Self.code(look) : nil
    guard let code else {
      text += letters
      return
    }
    text += "\u{1B}[\(code)m\(letters)\u{1B}[0m"
  }

  private static func code(_ look: Look) -> String? {
    switch look {
    case .plain: nil
    case .bold: "1"
    case .faint: "2"
    case .color(let color): "\(color)"
    case .boldColor(let color): "1;\(color)"
    }
  }
}
