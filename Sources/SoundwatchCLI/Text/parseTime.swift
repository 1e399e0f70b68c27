/// Reads a time as people type it: seconds (`90`, `12.5`), minutes (`1:30`) or hours (`1:02:03.250`).
/// - Returns: the time in seconds, or `nil` when the text is no such time.
package func parseTime(_ text: String) -> Double? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard (1...3).contains(parts.count), let last = parts.last,
    let seconds = parseDecimal(String(last))
  else { return nil }
  if parts.count > 1, seconds >= 60 { return nil }
  var whole = 0
  for (index, part) in parts.dropLast().enumerated() {
    guard !part.isEmpty, part.utf8.count <= 6, let number = parseWhole(part) else { return nil }
    // 90 minutes are fine in front, but not behind an hour.
    if index > 0, number >= 60 { return nil }
    whole = whole * 60 + number
  }
  return Double(whole * 60) + seconds
}

/// Reads a number without sign and exponent, such as `12` or `0.5`.
package func parseDecimal(_ text: String) -> Double? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count <= 2, text != ".", !text.isEmpty, text.utf8.count <= 18,
    parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
  else { return nil }
  return Double("0" + text + (text.hasSuffix(".") ? "0" : ""))
}

/// Reads a whole number without sign.
package func parseWhole(_ text: some StringProtocol) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  else { return nil }
  return Int(text)
}
