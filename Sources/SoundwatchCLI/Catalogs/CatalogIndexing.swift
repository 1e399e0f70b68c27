import Foundation
import SoundFiles
import SoundRecognition
import Synchronization

/// Reads recordings into a catalog: `soundwatch catalog create`, `add` and `update`.
///
/// *Confined*. *Blocking*.
struct CatalogIndexing {
  /// How it went.
  struct Outcome: Sendable {
    var addedCount = 0
    var renewedCount = 0
    var unchangedCount = 0
    var removedCount = 0
    var failedCount = 0
    /// The identities of what was added or read anew.
    var newIDs: Set<UUID> = []
  }

  let options: RecognitionOptions
  let run: RecognitionRun
  let opened: OpenedCatalog
  let renewsItems: Bool
  let beginsAnew: Bool

  /// Reads what has to be read and writes the catalog.
  func perform() throws -> Outcome {
    let collected = InputCollector(
      operands: options.inputs, alsoTaking: [SoundReader.signatureExtension])
    for failure in collected.failures { run.messages.error(failure.name, failure.message) }
    let writer = try CatalogWriter(opened, beginsAnew: beginsAnew)
    let entries = try opened.entries()
    let plan = try makePlan(collected.inputs, entries: entries + writer.saved)
    var outcome = Outcome(
      unchangedCount: plan.unchangedCount, failedCount: collected.failures.count)
    outcome.newIDs = Set(writer.saved.map(\.id))
    outcome.addedCount = writer.saved.count
    do { try read(plan.tasks, into: writer, &outcome) } catch {
      try? writer.save()
      throw error
    }
    if run.cancellation.isCancelled {
      try writer.save()
      return outcome
    }
    let change = try makeChange(plan, entries: entries, &outcome)
    try writer.finish(known: Set(entries.map(\.id)), change)
    return outcome
  }

  private func makePlan(
    _ inputs: [Input], entries: [OpenedCatalog.Entry]
  ) throws -> IndexPlan {
    let assignment =
      try options.mediaItemsPath.map {
        try MediaItemAssignment(file: $0, names: inputs.map(\.name))
      } ?? MediaItemAssignment()
    let plan = IndexPlan(
      inputs, known: entries.map { .init(id: $0.id, items: $0.items) }, assignment: assignment,
      renewsItems: renewsItems
    ) { $0.place == .file ? SourceStamp(path: $0.name) : nil }
    if let stray = (renewsItems ? plan.strayRows : assignment.rest).first {
      let wanted = stray.signature ?? stray.item[.source] as? String
      throw CommandFailure(
        options.mediaItemsPath,
        wanted.map { "The row \"\(stray.item.title ?? $0)\" is about \($0), which is no input." }
          ?? "The row \"\(stray.item.title ?? "")\" does not say which input it is about; add a"
          + " column signature or source with the names of files.")
    }
    return plan
  }

  /// Reads inputs, several at a time, and takes them in their order.
  private func read(
    _ tasks: [IndexPlan.Task], into writer: CatalogWriter, _ outcome: inout Outcome
  ) throws {
    let sizes = tasks.map { Double($0.stamp?.size ?? 1_000_000) }
    let progress = run.makeProgress(
      "indexing", count: tasks.count, work: sizes.reduce(0, +))
    defer { progress.finish() }
    var failure: (any Error)?
    run.inOrder(tasks, jobs: options.jobs) { task -> CatalogReference? in
      makeReference(task)
    } take: { index, reference in
      progress.add(work: sizes[index], seconds: reference?.signature.duration ?? 0)
      guard let reference else {
        if !run.cancellation.isCancelled { outcome.failedCount += 1 }
        return
      }
      do {
        try writer.append(reference)
        outcome.newIDs.insert(reference.id)
        if tasks[index].replaces == nil {
          outcome.addedCount += 1
        } else {
          outcome.renewedCount += 1
        }
      } catch {
        failure = failure ?? error
        run.cancellation.cancel()
      }
    }
    if let failure { throw failure }
  }

  /// Reads one input.
  /// - Returns: `nil` when that failed, which has been said then.
  private func makeReference(_ task: IndexPlan.Task) -> CatalogReference? {
    do {
      let sound = try run.reader.read(task.input)
      if run.cancellation.isCancelled { return nil }
      guard sound.signature.duration > 0 else {
        throw RecognitionError(.signatureInvalid, "There is nothing but silence.")
      }
      if let damage = sound.damage { run.messages.warning(task.input.name, damage) }
      let items =
        task.items.isEmpty
        ? [MediaItem(values: sound.tags.withTitle(of: task.input))] : task.items
      let reference = CatalogReference(
        id: task.replaces ?? UUID(), signature: sound.signature.asReference,
        mediaItems: items.map { $0.adding(source: task.input.name, stamp: task.stamp) })
      _ = try reference.prepared()
      run.messages.note(task.input.name, ItemSummary(reference.mediaItems).name)
      return reference
    } catch {
      if !run.cancellation.isCancelled {
        run.messages.error(task.input.name, run.describe(error))
      }
      return nil
    }
  }

  /// What changes besides what was read.
  private func makeChange(
    _ plan: IndexPlan, entries: [OpenedCatalog.Entry], _ outcome: inout Outcome
  ) throws -> OpenedCatalog.Change {
    var change = OpenedCatalog.Change()
    if options.prunes {
      let gone = entries.filter { entry in
        entry.source.map { !Input.isURL($0) && FileKind(path: $0) == .missing } ?? false
      }
      change.removed = Set(gone.map(\.id))
      outcome.removedCount = gone.count
    }
    if !plan.newItems.isEmpty {
      let index = try opened.index()
      let numbers = Dictionary(entries.map { ($0.id, $0.number) }, uniquingKeysWith: { $1 })
      for (id, items) in plan.newItems {
        guard let number = numbers[id], !change.removed.contains(id) else { continue }
        var reference = try index.catalogReference(number)
        reference.mediaItems = items
        change.replaced.append(reference)
      }
      outcome.renewedCount += plan.newItems.count
    }
    return change
  }
}

extension [MediaItemProperty: MediaItemValue] {
  /// The tags of an input, with the name of its file for a title that is missing.
  func withTitle(of input: Input) -> Self {
    self[.title] == nil ? merging([.title: .string(input.baseName)]) { $1 } : self
  }
}

extension Input {
  /// The name without folders and extension.
  var baseName: String { lastComponent(of: stem) }
}
