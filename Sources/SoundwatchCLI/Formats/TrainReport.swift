import SoundClassification
import SoundTraining

/// What people are told of a trained model: which labels it knows how well, and which it mixes up.
///
/// *Thread-safe*: a value.
struct TrainReport: Sendable {
  private let confusion: ConfusionMatrix
  private let heading: String
  private let ending: String

  /// A table with more columns would be wider than a terminal.
  private static let widestTable = 12
  private static let longestList = 20

  /// - Parameter windows: the length of the windows that were judged; `nil` for whole files.
  init(_ trained: TrainedModel, output: String, windows: Double?) {
    self.init(
      trained.heldOut,
      heading: "Learned from \(trained.trainingClipCount) files. Of "
        + (windows == nil ? "" : "\(trained.heldOut.total) windows of ")
        + "\(trained.heldOutClipCount) held-out files, \(percent(trained.heldOut.accuracy)) got the"
        + " right label.",
      ending: "\(output): \(trained.model.manifest.identifier)")
  }

  init(_ confusion: ConfusionMatrix, heading: String, ending: String) {
    self.confusion = confusion
    self.heading = heading
    self.ending = ending
  }

  /// The report.
  var text: TextBuffer {
    var text = TextBuffer()
    text.append(heading + "\n\n")
    appendLabels(to: &text)
    if confusion.labels.count <= Self.widestTable {
      appendTable(to: &text)
    } else {
      appendList(to: &text)
    }
    text.append("\n" + ending + "\n")
    return text
  }

  private func appendLabels(to text: inout TextBuffer) {
    appendName("label", to: &text)
    text.append("  tested  precision  recall\n")
    for (index, label) in confusion.labels.enumerated() {
      appendName(label, to: &text)
      appendRight("\(confusion.counts[index].reduce(0, +))", width: 8, to: &text)
      for (share, width) in [
        (confusion.precision(of: index), 11), (confusion.recall(of: index), 8),
      ] {
        var number = TextBuffer()
        number.append(share, decimals: 3)
        text.append(rightAligned: number, width: width)
      }
      text.append("\n")
    }
  }

  /// Rows are right labels; columns, in the same order, are what was given.
  private func appendTable(to text: inout TextBuffer) {
    text.append("\nWhat each label was taken for, in the same order:\n")
    for (index, label) in confusion.labels.enumerated() {
      appendName(label, to: &text)
      for count in confusion.counts[index] {
        appendRight(count == 0 ? "." : "\(count)", width: 5, to: &text)
      }
      text.append("\n")
    }
  }

  private func appendList(to text: inout TextBuffer) {
    let labels = confusion.labels.indices
    let mistakes = labels.flatMap { right in
      labels.filter { $0 != right && confusion.counts[right][$0] > 0 }.map {
        (right: right, given: $0, count: confusion.counts[right][$0])
      }
    }
    guard !mistakes.isEmpty else { return }
    text.append("\nWhat was mixed up most often:\n")
    // Sorting keeps no order among equals, so the places decide.
    let sorted = mistakes.sorted { ($1.count, $0.right, $0.given) < ($0.count, $1.right, $1.given) }
    for mistake in sorted.prefix(Self.longestList) {
      appendRight("\(mistake.count)", width: 6, to: &text)
      text.append(
        "  \(shown(confusion.labels[mistake.right])) taken for"
          + " \(shown(confusion.labels[mistake.given]))\n")
    }
  }

  private func shown(_ label: String) -> String { label.withoutControls }

  private var nameWidth: Int {
    min(max(5, confusion.labels.map { shown($0).count }.max() ?? 0), 30)
  }

  private func appendName(_ name: String, to text: inout TextBuffer) {
    let name = String(shown(name).prefix(nameWidth))
    text.append(name)
    text.append(spaces: nameWidth - name.count)
  }

  private func appendRight(_ number: String, width: Int, to text: inout TextBuffer) {
    text.append(spaces: width - number.utf8.count)
    text.append(number)
  }
}
