import Foundation
import SoundRecognition

/// `soundwatch signature`.
///
/// *Confined*: once in a process. *Blocking*.
struct SignatureCommand {
  private let options: RecognitionOptions
  private let run: RecognitionRun

  /// What one input gave.
  private struct Made: Sendable {
    var files: [(path: String, duration: Double, size: Int)] = []
    var error: String?
  }

  init(_ options: RecognitionOptions) throws(UsageError) {
    let command = CommandSpecification.signature.name
    guard !options.inputs.isEmpty else {
      throw UsageError(
        "Name a file, a folder, a URL, or - for the standard input.", command: command)
    }
    if options.stride != nil, options.duration == nil {
      throw UsageError("--stride needs --duration.", command: command)
    }
    self.options = options
    run = RecognitionRun(options)
  }

  /// Makes all signatures.
  func perform() throws(UsageError) -> ExitStatus {
    try run.status {
      let collected = InputCollector(operands: options.inputs)
      for failure in collected.failures { run.messages.error(failure.name, failure.message) }
      let paths = try paths(for: collected.inputs)
      let progress = run.makeProgress(
        "listening", count: paths.count, work: Double(paths.count))
      var isClean = collected.failures.isEmpty
      var report = SignatureReport(options.format)
      run.inOrder(Array(zip(collected.inputs, paths)), jobs: options.jobs) { input, path in
        make(input, path)
      } take: { index, made in
        progress.add(work: 1, seconds: made.files.reduce(0) { $0 + $1.duration })
        let name = collected.inputs[index].name
        if let error = made.error, !run.cancellation.isCancelled {
          run.messages.error(name, error)
          isClean = false
        }
        for file in made.files {
          report.append(file: name, path: file.path, duration: file.duration, size: file.size)
        }
      }
      progress.finish()
      if options.verbosity != .quiet {
        let status = writeAll(report.text.bytes, to: 1)
        if let error = OutputError(errno: status, name: "standard output"), error != .readerIsGone {
          throw error
        }
      }
      return isClean
    }
  }

  /// Where the signature of each input goes.
  private func paths(for inputs: [Input]) throws -> [String] {
    let suffix = "." + SoundReader.signatureExtension
    if let output = options.output, output.hasSuffix(suffix), FileKind(path: output) != .folder {
      guard inputs.count == 1, options.stride == nil else {
        throw UsageError(
          "--output names one file; name a folder for several signatures.",
          command: CommandSpecification.signature.name)
      }
      return [output]
    }
    let folder = options.output ?? "."
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return OutputPlan(inputs).stems.map { prefix + $0 + suffix }
  }

  private func make(_ input: Input, _ path: String) -> Made {
    var made = Made()
    do {
      let whole = try run.reader.read(input).signature
      if run.cancellation.isCancelled { return made }
      let parts = parts(of: whole)
      guard !parts.isEmpty else {
        throw RecognitionError(
          .signatureInvalid,
          whole.duration > 0
            ? "The sound is too short for that part." : "There is nothing but silence.")
      }
      for (number, part) in parts.enumerated() {
        let path = options.stride == nil ? path : numbered(path, number + 1)
        if FileKind(path: path) != .missing, !options.replacesOutput {
          throw CommandFailure(path, "\(path) exists already; --force replaces it.")
        }
        let url = URL(fileURLWithPath: path)
        do throws(FolderError) { try makeFolder(url.deletingLastPathComponent().path) } catch {
          throw CommandFailure(path, "The folder of \(path) cannot be made: \(error.reason).")
        }
        let data = part.dataRepresentation
        do { try data.write(to: url, options: .atomic) } catch {
          throw CommandFailure(path, "\(path) cannot be written; is there room, and may you?")
        }
        made.files.append((path, part.duration, data.count))
      }
    } catch {
      made.error = run.describe(error)
    }
    return made
  }

  /// The parts of a signature that are asked for.
  private func parts(of whole: Signature) -> [Signature] {
    func part(_ start: Double, _ duration: Double) -> Signature {
      let first = Int((start * 1000).rounded())
      return whole.part(first..<first + Int((duration * 1000).rounded()))
    }
    guard whole.duration > options.start else { return [] }
    guard let duration = options.duration else {
      return [options.start == 0 ? whole : part(options.start, whole.duration - options.start)]
    }
    guard let stride = options.stride else { return [part(options.start, duration)] }
    // As many as fit, counted, so that rounding does not grow.
    let room = whole.duration - options.start - duration + 0.001
    guard room >= 0 else { return [] }
    return (0...Int(room / stride)).map { part(options.start + Double($0) * stride, duration) }
  }

  private func numbered(_ path: String, _ number: Int) -> String {
    var text = TextBuffer()
    let suffix = "." + SoundReader.signatureExtension
    text.append(path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path)
    text.append("-")
    text.append(Int64(number), digits: 4)
    text.append(suffix)
    return text.string
  }
}

/// Says which signatures were made.
///
/// *Confined*: a value with state.
struct SignatureReport: Sendable {
  private let format: RecognitionFormat
  private var rows = TextBuffer()
  private var count = 0

  init(_ format: RecognitionFormat) { self.format = format }

  mutating func append(file: String, path: String, duration: Double, size: Int) {
    let time = Milliseconds(seconds: duration)
    switch format {
    case .csv:
      rows.append(csv: file)
      rows.append(",")
      rows.append(csv: path)
      rows.append(",")
      rows.append(seconds: time)
      rows.append(",\(size)\n")
    case .json:
      rows.append(count > 0 ? ",\n{\"file\":" : "\n{\"file\":")
      rows.append(json: file)
      rows.append(",\"signature\":")
      rows.append(json: path)
      rows.append(",\"duration\":")
      rows.append(seconds: time)
      rows.append(",\"bytes\":\(size)}")
    default:
      rows.append("\(path.withoutControls): ")
      rows.append(clock: time)
      rows.append(", \(size) bytes\n")
    }
    count += 1
  }

  /// The report.
  var text: TextBuffer {
    var text = TextBuffer()
    if format == .csv { text.append("file,signature,duration,bytes\n") }
    if format == .json { text.append("{\"signatures\":[") }
    text.append(rows)
    if format == .json { text.append("\n]}\n") }
    return text
  }
}
