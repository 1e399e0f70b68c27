/// How many columns of a terminal a letter takes: none, one, or two for East Asian letters and emoji.
func columnCount(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first(where: { !isInvisible($0) }) else { return 0 }
  // A variation selector asks for the coloured picture.
  if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 2 }
  return wideRanges.contains { $0.contains(first.value) } ? 2 : 1
}

/// Marks that sit on another letter, and signs that only steer.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: true
  default: false
  }
}

/// The blocks of Unicode's EastAsianWidth.txt (version 16) that are wide or fullwidth.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
  0x1B000...0x1B2FF, 0x20000...0x3FFFD,
]
