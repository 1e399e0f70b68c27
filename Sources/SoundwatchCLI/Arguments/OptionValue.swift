import SoundFiles
import SoundSignal

/// Reads the values of options, with a sentence for the one who mistyped.
enum OptionValue {
  /// A time such as `90`, `1:30` or `1:02:03.250`, in seconds.
  static func time(_ text: String) throws(UsageError) -> Double {
    guard let time = parseTime(text) else {
      throw UsageError("\"\(text)\" is not a time such as 90, 1:30 or 1:02:03.250.")
    }
    return time
  }

  /// A length of time that is more than nothing, in seconds.
  static func positiveTime(_ text: String) throws(UsageError) -> Double {
    let time = try time(text)
    guard time > 0 else { throw UsageError("It must be longer than nothing.") }
    return time
  }

  /// A name that is not empty.
  static func name(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw UsageError("The name is empty.") }
    return text
  }

  /// A number with decimals.
  static func decimal(
    _ text: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double {
    guard let number = parseDecimal(text), range.contains(number) else {
      throw UsageError(
        "\"\(text)\" is not a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// A whole number.
  static func whole(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = parseWhole(text), range.contains(number) else {
      throw UsageError(
        "\"\(text)\" is not a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Labels, separated by commas.
  static func labels(_ text: String) throws(UsageError) -> [String] {
    let labels = text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    guard !labels.isEmpty else { throw UsageError("Name at least one label.") }
    return labels
  }

  /// What is heard of several channels.
  static func channels(_ text: String) throws(UsageError) -> ChannelSelection {
    switch text {
    case "first": return .first
    case "average": return .average
    case "each": return .each
    default:
      guard let index = parseWhole(text), index < PCMFormat.supportedChannelCounts.upperBound else {
        throw UsageError(
          "\"\(text)\" is neither first, average or each nor the number of a channel from 0 to 31.")
      }
      return .channel(index)
    }
  }

  /// How raw samples are stored.
  static func rawFormat(_ text: String) throws(UsageError) -> PCMFormat {
    do { return try PCMFormat(rawSpecification: text) } catch { throw UsageError(error.message) }
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate func trimmingSpaces() -> String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
