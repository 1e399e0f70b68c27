/// Collects the bytes of an output, and writes numbers without the help of a formatter.
///
/// An hour of sound can have hundreds of thousands of rows; `String(format:)` would take longer than
/// the analysis.
///
/// *Thread-safe*: a value.
package struct TextBuffer: Sendable {
  /// What has been written so far, as UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty text.
  package init() {}

  /// Whether nothing has been written.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The text as a string.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets the text but keeps its memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  package mutating func append(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }
  package mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends a whole number, with zeros in front up to a number of digits.
  package mutating func append(_ number: Int64, digits: Int = 1) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = number.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    while bytes.count - first < digits { bytes.append(UInt8(ascii: "0")) }
    bytes[first...].reverse()
  }

  /// Appends a number with a fixed count of decimals, rounded half away from zero.
  ///
  /// What has no such number, an infinity or a NaN, is written as zero.
  package mutating func append(_ number: Double, decimals: Int) {
    precondition((0...9).contains(decimals), "A number is written with 0 to 9 decimals.")
    var scale: Int64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number * Double(scale)).rounded()
    // Beyond 2^62 neither decimals nor the conversion would be exact.
    let whole = scaled.isFinite ? Int64(max(-0x1p62, min(0x1p62, scaled))) : 0
    append(fixed: whole, scale: scale, decimals: decimals)
  }

  /// Appends a count of small units as a number with decimals: 1500 thousandths as `1.500`.
  private mutating func append(fixed units: Int64, scale: Int64, decimals: Int) {
    if units < 0 { bytes.append(UInt8(ascii: "-")) }
    append(Int64(units.magnitude / UInt64(scale)))
    if decimals > 0 {
      bytes.append(UInt8(ascii: "."))
      append(Int64(units.magnitude % UInt64(scale)), digits: decimals)
    }
  }

  /// Appends a time in seconds with three decimals, such as `61.250`.
  package mutating func append(seconds time: Milliseconds) {
    append(fixed: time.count, scale: 1000, decimals: 3)
  }

  /// Appends a time as people write it, such as `1:01.250` or `2:01:01.250`.
  package mutating func append(clock time: Milliseconds) {
    let (seconds, thousandths) = time.count.magnitude.quotientAndRemainder(dividingBy: 1000)
    if time.count < 0 { bytes.append(UInt8(ascii: "-")) }
    append(clockSeconds: seconds)
    bytes.append(UInt8(ascii: "."))
    append(Int64(thousandths), digits: 3)
  }

  /// Appends whole seconds as people write a time, such as `1:01` or `2:01:01`.
  package mutating func append(clockSeconds seconds: UInt64) {
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    if minutes >= 60 {
      append(Int64(minutes / 60))
      bytes.append(UInt8(ascii: ":"))
    }
    append(Int64(minutes % 60), digits: minutes >= 60 ? 2 : 1)
    bytes.append(UInt8(ascii: ":"))
    append(Int64(rest), digits: 2)
  }

  /// Appends a text and as many spaces as a column needs. The text may be ASCII only.
  package mutating func append(_ text: String, width: Int) {
    append(text)
    append(spaces: width - text.utf8.count)
  }

  /// Appends a text behind as many spaces as a column needs. The text may be ASCII only.
  package mutating func append(rightAligned text: TextBuffer, width: Int) {
    append(spaces: width - text.bytes.count)
    append(text)
  }

  package mutating func append(spaces count: Int) {
    if count > 0 { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
  }
}
