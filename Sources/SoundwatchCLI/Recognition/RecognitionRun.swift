import Foundation
import SoundFiles
import SoundRecognition
import Synchronization

/// What the commands that recognize music have in common: messages, interruption, threads.
///
/// *Thread-safe*.
struct RecognitionRun: Sendable {
  let messages: Messages
  let cancellation = CancellationGroup()
  /// Cancelled only by a signal, not because the output is of no more use.
  let wasInterrupted = CancellationGroup()
  private let options: RecognitionOptions

  /// Prepares the process; once in it.
  init(_ options: RecognitionOptions) {
    self.options = options
    messages = Messages(verbosity: options.verbosity)
    Interruption.ignoreBrokenPipes()
    Interruption.watch { [cancellation, wasInterrupted] in
      wasInterrupted.cancel()
      cancellation.cancel()
    }
    #if MediaFiles
      MediaFileSource.silenceFFmpegLog()
    #endif
  }

  var reader: SoundReader { SoundReader(rawFormat: options.rawFormat, cancellation: cancellation) }

  /// Runs a command to its end, and says what made it fail.
  /// - Parameter body: does the work; `false` when something of it failed, which has been said.
  func status(_ body: () throws -> Bool) throws(UsageError) -> ExitStatus {
    let isClean: Bool
    do { isClean = try body() } catch let error as UsageError {
      throw error
    } catch {
      messages.showProgress(TextBuffer())
      if wasInterrupted.isCancelled { return .interrupted }
      messages.error((error as? CommandFailure)?.name, describe(error))
      return .failure
    }
    if wasInterrupted.isCancelled { return .interrupted }
    return isClean ? .success : .failure
  }

  /// What is said of an error.
  func describe(_ error: any Error) -> String {
    switch error {
    case let error as CommandFailure: error.message
    case let error as MediaFileError:
      options.verbosity == .verbose ? error.description : error.message
    case let error as RecognitionError: error.message
    case let error as OutputError:
      switch error {
      case .readerIsGone: "Nobody reads the results."
      case .failed(let name, let reason): "\(name): The results cannot be written: \(reason)."
      }
    default: "\(error)"
    }
  }

  /// Works on elements, several at a time, and takes the results in their order.
  /// - Parameters:
  ///   - jobs: how many at a time; `nil` for as many as there are processors.
  ///   - work: called on several threads.
  ///   - take: called by one thread at a time.
  func inOrder<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int?, work: @escaping @Sendable (Element) -> Result,
    take: (Int, Result) -> Void
  ) {
    let jobs = max(1, min(jobs ?? Terminal.processorCount, elements.count))
    let queue = OrderedQueue<Result>(window: 64 * jobs)
    let next = Counter()
    Threads.run(count: jobs) { [cancellation] in
      while let index = next.next(below: elements.count) {
        queue.put(cancellation.isCancelled ? nil : work(elements[index]), at: index)
      }
    } meanwhile: {
      for index in elements.indices {
        if let result = queue.take() { take(index, result) }
      }
    }
  }

  /// Shows how far a command has come, on a terminal.
  func makeProgress(_ verb: String, count: Int, work: Double) -> IndexProgress {
    IndexProgress(
      messages: messages, style: progressStyle, verb: verb, count: count, work: work)
  }

  /// How a line of progress is drawn; `nil` where there is none.
  var progressStyle: TerminalStyle? {
    let term = Terminal.environment["TERM"] ?? ""
    guard options.verbosity != .quiet, Terminal.isTerminal(2), !term.isEmpty, term != "dumb" else {
      return nil
    }
    return TerminalStyle(environment: Terminal.environment, width: Terminal.width(of: 2))
  }
}
