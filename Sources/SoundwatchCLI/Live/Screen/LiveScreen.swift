import SoundSignal

/// Draws the screen of a live command: content in, lines out.
///
/// Where a terminal is low, what matters least is left out first.
///
/// *Thread-safe*: a value.
package struct LiveScreen: Sendable {
  let content: ScreenContent
  let style: TerminalStyle
  private let height: Int

  /// Makes a drawing.
  /// - Parameters:
  ///   - style: what the terminal can show, and its width.
  ///   - height: how many lines the terminal has.
  package init(_ content: ScreenContent, style: TerminalStyle, height: Int) {
    self.content = content
    self.style = style
    self.height = max(1, height)
  }

  /// A part of the screen.
  struct Block {
    let lines: [ScreenLine]
    /// The higher, the sooner it is left out; zero stays.
    let expendability: Int
  }

  /// The lines of the screen, from top to bottom, as many as the terminal has. None is longer than the
  /// terminal is wide.
  package func lines() -> [String] {
    var blocks = self.blocks()
    let segments = segmentLines()
    let wanted = min(3, segments.count)
    while blocks.map(\.lines.count).reduce(wanted + 1, +) > height {
      guard let next = blocks.map(\.expendability).max(), next > 0 else { break }
      blocks.removeAll { $0.expendability == next }
    }
    var lines = blocks.flatMap(\.lines).prefix(max(1, height - 1))
    let room = max(0, height - 1 - lines.count)
    lines += segments.suffix(room)
    while lines.count < height - 1 { lines.append(ScreenLine(style)) }
    if height > 1 { lines.append(footer()) }
    return lines.map(\.text)
  }

  private func blocks() -> [Block] {
    let blank = Block(lines: [ScreenLine(style)], expendability: 7)
    var blocks = [Block(lines: [heading()], expendability: 0)]
    if let description = descriptionLine() {
      blocks.append(Block(lines: [description], expendability: 6))
    }
    blocks.append(Block(lines: noticeLines(), expendability: 0))
    blocks.append(blank)
    blocks.append(Block(lines: [meterLine()], expendability: 1))
    blocks.append(blank)
    blocks.append(Block(lines: labelLines(), expendability: 2))
    blocks.append(blank)
    blocks.append(Block(lines: [levelStrip()], expendability: 4))
    blocks.append(Block(lines: [labelStrip()], expendability: 3))
    blocks.append(Block(lines: [stripScale()], expendability: 5))
    blocks.append(blank)
    let music = titleLines()
    if !music.isEmpty {
      blocks.append(Block(lines: music, expendability: 1))
      blocks.append(blank)
    }
    return blocks
  }

  // MARK: The head

  private func heading() -> ScreenLine {
    var line = ScreenLine(style)
    var clock = TextBuffer()
    clock.append(clockSeconds: UInt64(max(0, content.now)))
    line.append(style.usesUnicode ? " ● " : " * ", statusLook)
    line.append("soundwatch \(content.command)  ", .bold)
    line.append(foreign: content.source, limit: line.room - clock.string.count - 2)
    line.append(atEnd: clock.string, .bold)
    return line
  }

  private var statusLook: ScreenLine.Look {
    switch content.status {
    case .opening: .color(90)
    case .listening: .color(32)
    case .waiting: .color(33)
    }
  }

  private func descriptionLine() -> ScreenLine? {
    guard let format = content.format else { return nil }
    var line = ScreenLine(style)
    let channels = format.channelCount == 1 ? "1 channel" : "\(format.channelCount) channels"
    line.append(
      "   \(format.sampleFormat.rawValue), \(format.sampleRate) Hz, \(channels)", .faint)
    if let recording = content.recording {
      line.append("   ")
      line.append(style.usesUnicode ? "● " : "* ", .color(31))
      line.append(foreign: recording)
    }
    return line
  }

  private func noticeLines() -> [ScreenLine] {
    var lines: [ScreenLine] = []
    if case .opening = content.status { lines.append(notice("Opening ...", .faint)) }
    if case .waiting(let reason, let attempt) = content.status {
      lines.append(notice("Waiting, attempt \(attempt): \(reason)", .color(33)))
    }
    if let warning = content.warning { lines.append(notice(warning, .color(33))) }
    return lines
  }

  private func notice(_ text: String, _ look: ScreenLine.Look) -> ScreenLine {
    var line = ScreenLine(style)
    line.append("   ")
    line.append(foreign: text, look)
    return line
  }

  // MARK: Level and labels

  /// The width of the column with the names of bars.
  private var nameWidth: Int {
    min(max(5, content.labels.map(\.count).max() ?? 0), max(5, style.width / 3))
  }

  /// The width of the column with figures behind bars.
  private static let figureWidth = 9

  private func meterLine() -> ScreenLine {
    var line = ScreenLine(style)
    line.append("   ")
    line.append("level", .faint)
    line.move(to: nameWidth + 5)
    let width = max(1, line.room - Self.figureWidth)
    let full = Int((LevelMeter.share(content.meter.decibels) * Double(width)).rounded())
    let peak = Int((LevelMeter.share(content.meter.peakDecibels) * Double(width)).rounded()) - 1
    var run = ""
    var look = ScreenLine.Look.plain
    for cell in 0..<width {
      let isPeak = cell == peak && cell >= full
      let here: ScreenLine.Look = cell < full || isPeak ? meterLook(cell, of: width) : .plain
      if here != look {
        line.append(run, look)
        (run, look) = ("", here)
      }
      run += cell < full ? bar : isPeak ? (style.usesUnicode ? "│" : "|") : " "
    }
    line.append(run, look)
    var figure = TextBuffer()
    if content.meter.decibels > LevelMeter.floor {
      figure.append(Double(content.meter.decibels), decimals: 0)
      figure.append(" dB")
    }
    line.append(atEnd: figure.string, .faint)
    return line
  }

  /// Green, yellow from -18 dB on, red from -6 dB on.
  private func meterLook(_ cell: Int, of width: Int) -> ScreenLine.Look {
    let share = (Double(cell) + 0.5) / Double(width)
    if share > LevelMeter.share(-6) { return .color(31) }
    return .color(share > LevelMeter.share(-18) ? 33 : 32)
  }

  private var bar: String { style.usesUnicode ? "█" : "#" }

  private func labelLines() -> [ScreenLine] {
    let scores = content.scores.isEmpty ? content.labels.map { _ in 0 } : content.scores
    var rows = Array(zip(content.labels, scores).enumerated())
    // A model with many labels: the surest ones, in their usual order.
    let limit = height < 12 ? 3 : max(5, height / 3)
    if rows.count > limit {
      rows = rows.sorted { $0.element.1 > $1.element.1 }.prefix(limit).sorted {
        $0.offset < $1.offset
      }
    }
    return rows.map { labelLine($0.element.0, score: $0.element.1) }
  }

  private func labelLine(_ label: String, score: Double) -> ScreenLine {
    let ink = ink(label)
    let isCurrent = content.current?.label == label
    var line = ScreenLine(style)
    line.append(isCurrent ? (style.usesUnicode ? " ▸ " : " > ") : "   ", .color(ink.color))
    line.append(foreign: label, isCurrent ? .bold : .plain, limit: nameWidth)
    line.move(to: nameWidth + 5)
    let width = max(1, line.room - Self.figureWidth)
    line.append(barText(score, width: width), .color(ink.color))
    var figure = TextBuffer()
    figure.append(score * 100, decimals: 0)
    line.append(atEnd: figure.string + " %", isCurrent ? .bold : .faint)
    return line
  }

  /// A bar of some columns; terminals with Unicode know eighths of them.
  private func barText(_ share: Double, width: Int) -> String {
    let share = min(max(share, 0), 1)
    guard style.usesUnicode else {
      return String(repeating: "#", count: Int((share * Double(width)).rounded()))
    }
    let eighths = Int((share * Double(width) * 8).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  func ink(_ label: String) -> TerminalStyle.Ink {
    style.ink(for: label, at: content.labels.firstIndex(of: label) ?? 0)
  }
}
