public import Foundation

// An archive holds: a version (1 byte), the identity (16 bytes), the number of properties, and for each
// its name and its value, ordered by name, so that equal items have equal bytes. Numbers of things are
// LEB128; all else is little-endian; a text is the number of its UTF-8 bytes and the bytes.

extension MediaItem {
  /// The item as bytes, to be kept or sent; nothing is lost.
  /// - Throws: ``RecognitionError`` when a property has a value of a type that cannot be kept.
  public var dataRepresentation: Data {
    get throws(RecognitionError) {
      try checkIsStorable()
      var writer = MediaItemWriter()
      writer.write(self)
      return Data(writer.bytes)
    }
  }

  /// Makes an item of the bytes that ``dataRepresentation`` gave.
  /// - Throws: ``RecognitionError`` when the bytes are damaged or no media item.
  public convenience init(dataRepresentation: Data) throws(RecognitionError) {
    let (id, values) = try MediaItemReader.item(in: dataRepresentation)
    self.init(values: values, id: id)
  }
}

/// What the first byte of a value says.
enum MediaItemValueTag: UInt8 {
  case string = 1
  case integer, float, double, no, yes, url, date, data, array, dictionary
  case timeRanges, frequencySkewRanges
}

/// The version of the archive of a media item.
private let archiveVersion: UInt8 = 1

/// Writes a media item.
struct MediaItemWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ item: MediaItem) {
    bytes.append(archiveVersion)
    let id = item.id.uuid
    unsafe withUnsafeBytes(of: id) { unsafe bytes.append(contentsOf: $0) }
    write(count: item.values.count)
    for (property, value) in item.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      write(property.rawValue)
      write(value)
    }
  }

  mutating func write(_ value: MediaItemValue) {
    switch value {
    case .string(let text):
      write(.string)
      write(text)
    case .integer(let number):
      write(.integer)
      write(number)
    case .float(let number):
      write(.float)
      write(number.bitPattern)
    case .double(let number):
      write(.double)
      write(number.bitPattern)
    case .boolean(let isTrue): write(isTrue ? .yes : .no)
    case .url(let url):
      write(.url)
      write(url.absoluteString)
    case .date(let date):
      write(.date)
      write(date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data):
      write(.data)
      write(count: data.count)
      bytes.append(contentsOf: data)
    case .array(let values):
      write(.array)
      write(count: values.count)
      for value in values { write(value) }
    case .dictionary(let values):
      write(.dictionary)
      write(count: values.count)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        write(name)
        write(value)
      }
    case .timeRanges(let ranges):
      write(.timeRanges)
      write(count: ranges.count)
      for range in ranges {
        write(range.lowerBound.bitPattern)
        write(range.upperBound.bitPattern)
      }
    case .frequencySkewRanges(let ranges):
      write(.frequencySkewRanges)
      write(count: ranges.count)
      for range in ranges {
        write(range.lowerBound.bitPattern)
        write(range.upperBound.bitPattern)
      }
    }
  }

  private mutating func write(_ tag: MediaItemValueTag) { bytes.append(tag.rawValue) }

  private mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(count: Int) {
    var rest = UInt(count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func write<Number: FixedWidthInteger>(_ number: Number) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}

/// Reads a media item from bytes that may be damaged or hostile. What it allocates is bounded by what
/// it was given.
struct MediaItemReader {
  private let bytes: Data
  private var position: Int

  static func item(
    in bytes: Data
  ) throws(RecognitionError) -> (id: UUID, values: [MediaItemProperty: MediaItemValue]) {
    var reader = MediaItemReader(bytes: bytes, position: bytes.startIndex)
    let item = try reader.readItem()
    guard reader.position == bytes.endIndex else { throw damaged }
    return item
  }

  private static let damaged = RecognitionError(
    .mediaItemInvalid, "The bytes of a media item are damaged, or no media item.")

  private mutating func readItem() throws(RecognitionError) -> (
    id: UUID, values: [MediaItemProperty: MediaItemValue]
  ) {
    let version: UInt8 = try readNumber()
    guard version <= archiveVersion else {
      throw RecognitionError(
        .mediaItemInvalid,
        "The media item was written by a newer version of soundwatch (format \(version)).")
    }
    let (high, low): (UInt64, UInt64) = (try readNumber(), try readNumber())
    var id = UUID().uuid
    unsafe withUnsafeMutableBytes(of: &id) { target in
      unsafe target.storeBytes(of: high.littleEndian, as: UInt64.self)
      unsafe target.storeBytes(of: low.littleEndian, toByteOffset: 8, as: UInt64.self)
    }
    // The shortest property: an empty name and a tag.
    let count = try readCount(ofSize: 2)
    var values: [MediaItemProperty: MediaItemValue] = [:]
    for _ in 0..<count {
      let property = MediaItemProperty(try readText())
      guard values.updateValue(try readValue(depth: 0), forKey: property) == nil else {
        throw Self.damaged
      }
    }
    return (UUID(uuid: id), values)
  }

  private mutating func readValue(depth: Int) throws(RecognitionError) -> MediaItemValue {
    guard depth < MediaItemValue.maximumDepth,
      let tag = MediaItemValueTag(rawValue: try readNumber())
    else { throw Self.damaged }
    switch tag {
    case .string: return .string(try readText())
    case .integer: return .integer(try readNumber())
    case .float: return .float(Float(bitPattern: try readNumber()))
    case .double: return .double(Double(bitPattern: try readNumber()))
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .url:
      guard let url = URL(string: try readText()) else { throw Self.damaged }
      return .url(url)
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readNumber())))
    case .data: return .data(Data(try readBytes(try readCount(ofSize: 1))))
    case .array:
      var values: [MediaItemValue] = []
      for _ in 0..<(try readCount(ofSize: 1)) { values.append(try readValue(depth: depth + 1)) }
      return .array(values)
    case .dictionary:
      var values: [String: MediaItemValue] = [:]
      for _ in 0..<(try readCount(ofSize: 2)) {
        let name = try readText()
        guard values.updateValue(try readValue(depth: depth + 1), forKey: name) == nil else {
          throw Self.damaged
        }
      }
      return .dictionary(values)
    case .timeRanges:
      return .timeRanges(
        try readRanges(ofSize: 16) { (reader) throws(RecognitionError) in
          Double(bitPattern: try reader.readNumber())
        })
    case .frequencySkewRanges:
      return .frequencySkewRanges(
        try readRanges(ofSize: 8) { (reader) throws(RecognitionError) in
          Float(bitPattern: try reader.readNumber())
        })
    }
  }

  private mutating func readRanges<Bound: BinaryFloatingPoint>(
    ofSize size: Int,
    _ readBound: (inout MediaItemReader) throws(RecognitionError) -> Bound
  ) throws(RecognitionError) -> [Range<Bound>] {
    var ranges: [Range<Bound>] = []
    for _ in 0..<(try readCount(ofSize: size)) {
      let (lower, upper) = (try readBound(&self), try readBound(&self))
      // Not so for NaN either.
      guard lower <= upper else { throw Self.damaged }
      ranges.append(lower..<upper)
    }
    return ranges
  }

  private mutating func readText() throws(RecognitionError) -> String {
    let bytes = try readBytes(try readCount(ofSize: 1))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.damaged }
    return text
  }

  /// Reads how many things follow, each of at least `size` bytes.
  private mutating func readCount(ofSize size: Int) throws(RecognitionError) -> Int {
    var count: UInt = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      let byte: UInt8 = try readNumber()
      count |= UInt(byte & 0x7F) << UInt(shift)
      if byte < 0x80 {
        guard count <= UInt((bytes.endIndex - position) / size) else { throw Self.damaged }
        return Int(count)
      }
    }
    throw Self.damaged
  }

  private mutating func readBytes(_ count: Int) throws(RecognitionError) -> Data {
    guard count <= bytes.endIndex - position else { throw Self.damaged }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func readNumber<Number: FixedWidthInteger>() throws(RecognitionError) -> Number {
    let width = Number.bitWidth / 8
    return Number(
      truncatingIfNeeded: try readBytes(width).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    )
  }
}
