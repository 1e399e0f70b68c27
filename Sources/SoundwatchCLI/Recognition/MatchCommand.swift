import Foundation
import SoundRecognition

/// `soundwatch match`.
///
/// *Confined*: once in a process. *Blocking*.
struct MatchCommand {
  private let options: RecognitionOptions
  private let run: RecognitionRun
  private let writer: MatchWriter

  init(_ options: RecognitionOptions) throws(UsageError) {
    let command = CommandSpecification.match.name
    guard !options.catalogs.isEmpty else {
      throw UsageError("Name a catalog: --catalog CATALOG.", command: command)
    }
    guard !options.inputs.isEmpty else {
      throw UsageError(
        "Name a file, a folder, a URL, - for the standard input, or mic.", command: command)
    }
    self.options = options
    run = RecognitionRun(options)
    writer = MatchWriter(options.format)
  }

  /// Answers all queries.
  func perform() throws(UsageError) -> ExitStatus {
    try run.status {
      let matcher = try QueryMatcher(
        options.catalogs.map { try OpenedCatalog($0) }, options: options)
      if options.inputs == [MicrophoneQuery.name], FileKind(path: MicrophoneQuery.name) == .missing
      {
        return try listen(matcher)
      }
      let collected = InputCollector(
        operands: options.inputs, alsoTaking: [SoundReader.signatureExtension])
      for failure in collected.failures { run.messages.error(failure.name, failure.message) }
      return try answer(collected.inputs, matcher) && collected.failures.isEmpty
    }
  }

  private func answer(_ inputs: [Input], _ matcher: QueryMatcher) throws -> Bool {
    var failure: OutputError?
    func put(_ text: TextBuffer) {
      guard failure == nil, !text.isEmpty else { return }
      let status = run.messages.withoutProgress { writeAll(text.bytes, to: 1) }
      failure = OutputError(errno: status, name: "standard output")
      if failure != nil { run.cancellation.cancel() }
    }
    var text = TextBuffer()
    text.append(writer.opening)
    put(text)
    let progress = run.makeProgress("matching", count: inputs.count, work: Double(inputs.count))
    var isClean = true
    run.inOrder(inputs, jobs: options.jobs) { [run] input in
      Self.answer(input, matcher, run)
    } take: { index, answer in
      progress.add(work: 1, seconds: answer.duration ?? 0)
      // An interruption is no failure of the input.
      if answer.error != nil, run.cancellation.isCancelled { return }
      if let error = answer.error {
        run.messages.error(answer.name, error)
        isClean = false
      }
      put(writer.text(of: answer, isFirst: index == 0))
    }
    progress.finish()
    text.removeAll()
    text.append(writer.closing)
    put(text)
    if let failure, failure != .readerIsGone { throw failure }
    return isClean
  }

  private func listen(_ matcher: QueryMatcher) throws -> Bool {
    let answer = try MicrophoneQuery(matcher: matcher, run: run).answer()
    if run.cancellation.isCancelled, answer.hits.isEmpty { return true }
    var text = TextBuffer()
    text.append(writer.opening)
    text.append(writer.text(of: answer, isFirst: true))
    text.append(writer.closing)
    if let error = OutputError(errno: writeAll(text.bytes, to: 1), name: "standard output"),
      error != .readerIsGone
    {
      throw error
    }
    return true
  }

  /// Reads an input and looks it up.
  private static func answer(
    _ input: Input, _ matcher: QueryMatcher, _ run: RecognitionRun
  ) -> MatchAnswer {
    var answer = MatchAnswer(name: input.name)
    do {
      let sound = try run.reader.read(input)
      answer.duration = sound.signature.duration
      answer.hits = try matcher.hits(for: sound.signature)
      if let damage = sound.damage { run.messages.warning(input.name, damage) }
    } catch {
      answer.error = run.describe(error)
    }
    return answer
  }
}
