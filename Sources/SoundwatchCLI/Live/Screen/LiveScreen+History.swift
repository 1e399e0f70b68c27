import SoundSignal

extension LiveScreen {
  /// The columns of the strip of the last minute.
  private var cellCount: Int { max(1, style.width - 4) }

  /// The stretch of time that a column of the strip shows. Columns stand still relative to the sound, so
  /// that the strip moves in whole columns and does not flicker.
  private func cellRange(_ cell: Int) -> (start: Double, end: Double) {
    let length = MinuteHistory.duration / Double(cellCount)
    let last = (content.now / length).rounded(.down)
    let start = (last - Double(cellCount - 1 - cell)) * length
    return (start, start + length)
  }

  /// How loud the last minute was, coloured by label.
  func levelStrip() -> ScreenLine {
    let steps = style.usesUnicode ? "▁▂▃▄▅▆▇█" : ".:-=+*#@"
    let letters = steps.map(String.init)
    return strip { range in
      guard let decibels = content.history.decibels(from: range.start, to: range.end),
        decibels > LevelMeter.floor
      else { return " " }
      let step = Int(LevelMeter.share(decibels) * Double(letters.count))
      return letters[min(step, letters.count - 1)]
    }
  }

  /// Which labels the last minute had.
  func labelStrip() -> ScreenLine {
    strip { range in
      content.history.label(at: (range.start + range.end) / 2).map { style.mark(ink($0)) } ?? " "
    }
  }

  private func strip(_ letter: ((start: Double, end: Double)) -> String) -> ScreenLine {
    var line = ScreenLine(style)
    line.append("   ")
    var run = ""
    var look = ScreenLine.Look.plain
    for cell in 0..<cellCount {
      let range = cellRange(cell)
      let label = content.history.label(at: (range.start + range.end) / 2)
      let here: ScreenLine.Look = label.map { .color(ink($0).color) } ?? .faint
      if here != look {
        line.append(run, look)
        (run, look) = ("", here)
      }
      run += letter(range)
    }
    line.append(run, look)
    return line
  }

  /// What the strip's columns mean.
  func stripScale() -> ScreenLine {
    var line = ScreenLine(style)
    line.append("   -60 s", .faint)
    if style.width >= 40 {
      line.move(to: 3 + cellCount / 2 - 3)
      line.append("-30 s", .faint)
    }
    line.append(atEnd: "now", .faint)
    return line
  }

  // MARK: Music

  /// What the station says and what was recognized.
  func titleLines() -> [ScreenLine] {
    var lines: [ScreenLine] = []
    if let title = content.title {
      var line = ScreenLine(style)
      line.append("   ")
      line.append("on air ", .faint)
      line.append(foreign: title, .bold)
      lines.append(line)
    }
    if let music = content.music {
      lines.append(musicLine(music))
    } else if content.recognizesMusic {
      var line = ScreenLine(style)
      line.append(style.usesUnicode ? " ♪ " : "   ", .faint)
      line.append("nothing recognized", .faint)
      lines.append(line)
    }
    return lines
  }

  private func musicLine(_ music: ScreenContent.Music) -> ScreenLine {
    var tail = TextBuffer()
    if let offset = music.offset(at: content.now) {
      tail.append("  at ")
      tail.append(clockSeconds: UInt64(max(0, offset)))
    }
    if style.width >= 60 { tail.append("  (\(music.recognizer))") }
    var line = ScreenLine(style)
    line.append(style.usesUnicode ? " ♪ " : " m ", .color(35))
    let name = [music.title, music.artist].compactMap(\.self).joined(separator: " - ")
    line.append(foreign: name, .bold, limit: max(8, line.room - tail.string.count))
    line.append(foreign: tail.string, .faint)
    return line
  }

  // MARK: Segments

  /// The segments that have ended and the one that goes on, the newest last.
  func segmentLines() -> [ScreenLine] {
    var lines = content.segments.map { segment in
      segmentLine(
        segment.label, start: segment.start, end: segment.end, confidence: segment.confidence)
    }
    if let current = content.current {
      lines.append(
        segmentLine(
          current.label, start: Milliseconds(seconds: current.start), end: nil, confidence: nil))
    }
    return lines
  }

  private func segmentLine(
    _ label: String, start: Milliseconds, end: Milliseconds?, confidence: Double?
  ) -> ScreenLine {
    let isWide = style.width >= 60
    let ink = ink(label)
    var line = ScreenLine(style)
    var times = TextBuffer()
    times.append(clock: start, width: isWide ? 13 : 11)
    line.append(times.string)
    if isWide {
      times.removeAll()
      if let end { times.append(clock: end, width: 13) }
      line.append(times.string, .faint)
      line.move(to: 26)
    }
    line.append("  ")
    line.append(String(repeating: style.mark(ink), count: isWide ? 3 : 1), .color(ink.color))
    line.append("  ")
    let column = line.columns
    let nameWidth = max(7, content.labels.map(\.count).max() ?? 0)
    line.append(foreign: label, end == nil ? .bold : .plain, limit: nameWidth)
    line.move(to: column + nameWidth)
    var figures = TextBuffer()
    let length = (end?.seconds ?? content.now) - start.seconds
    append(rightAligned: max(0, length), decimals: 1, unit: " s", width: 9, to: &figures)
    if isWide, let confidence {
      append(rightAligned: confidence * 100, decimals: 0, unit: " %", width: 7, to: &figures)
    }
    line.append(whole: figures.string, end == nil ? .bold : .faint)
    return line
  }

  private func append(
    rightAligned number: Double, decimals: Int, unit: String, width: Int, to text: inout TextBuffer
  ) {
    var figure = TextBuffer()
    figure.append(number, decimals: decimals)
    figure.append(unit)
    text.append(rightAligned: figure, width: width)
  }

  // MARK: The foot

  /// What was lost, what it costs, and how to end it.
  func footer() -> ScreenLine {
    var line = ScreenLine(style)
    line.append("   ")
    if content.framesLost > 0 {
      var lost = TextBuffer()
      lost.append(content.framesLost)
      lost.append(" frames lost")
      if let rate = content.format?.sampleRate {
        lost.append(" (")
        lost.append(Double(content.framesLost) / Double(rate), decimals: 3)
        lost.append(" s)")
      }
      line.append(lost.string, .boldColor(31))
    } else {
      line.append("no frames lost", .faint)
    }
    if let share = content.processorShare {
      var figure = TextBuffer()
      figure.append("   CPU ")
      figure.append(share * 100, decimals: 1)
      figure.append(" %")
      line.append(whole: figure.string, .faint)
    }
    line.append(atEnd: "q or Ctrl-C ends", .faint)
    return line
  }
}
