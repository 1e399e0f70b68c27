internal import Foundation
internal import Glibc
public import SoundRecognition
internal import SoundSignal
internal import Synchronization

extension CatalogStore {
  /// Makes the catalog as small and quick as it can be: one segment, without what was removed. It needs
  /// room for a second copy while it works.
  /// - Throws: ``RecognitionError`` when the catalog was opened for reading or cannot be written.
  public func compact() throws(RecognitionError) {
    var plan: MergePlan?
    while plan == nil {
      try waitForMerging()
      plan = try withWriter { (writer, published) throws(RecognitionError) in
        // Another thread may have been quicker.
        guard !writer.isMerging else { return nil }
        let plan = try beginMerging(&writer, &published, everything: true)
        writer.isMerging = true
        return plan
      }
    }
    defer { finishMerging(nil) }
    if let plan { try merge(plan) }
  }

  /// Waits until the thread that merges is done.
  /// - Throws: ``RecognitionError`` when the catalog was opened for reading.
  package func waitForMerging() throws(RecognitionError) {
    while try withWriter({ (writer, _) throws(RecognitionError) in writer.isMerging }) {
      usleep(2000)
    }
  }

  /// What is to become one segment.
  struct MergePlan: Sendable {
    /// Where the parts begin in the catalog, and what they were when merging began.
    var parts: [StoreContent.Part]
    var firstPart: Int
    /// The journals whose changes are in the parts.
    var journals: [UInt64]
  }

  func startMerging(
    _ writer: inout StoreWriter, _ published: inout Published
  ) throws(RecognitionError) {
    guard !writer.isMerging else { return }
    let plan = try beginMerging(&writer, &published, everything: false)
    writer.isMerging = true
    // The thread keeps the store until it is done.
    startThread { [self] in
      do throws(RecognitionError) {
        try merge(plan)
        finishMerging(nil)
      } catch { finishMerging(error) }
    }
  }

  private func finishMerging(_ error: RecognitionError?) {
    writer.withLock { writer in
      writer?.isMerging = false
      writer?.mergeError = error
    }
  }

  /// Begins a new journal, so that the parts of the old ones do not change any more.
  private func beginMerging(
    _ writer: inout StoreWriter, _ published: inout Published, everything: Bool
  ) throws(RecognitionError) -> MergePlan {
    let number = writer.takeNumber()
    try StoreJournal.make(number, in: folder)
    var content = published.content
    let plan = MergePlan(
      parts: content.parts, firstPart: everything ? 0 : Self.firstPart(of: content.parts),
      journals: content.journals.map(\.number))
    content.journals.append(StoreJournal(number: number))
    var journal = StoreJournal(number: number)
    _ = try journal.readNewChanges(in: folder)
    content.journals[content.journals.count - 1] = journal
    let descriptor = try journal.openForAppending(in: folder)
    do throws(RecognitionError) {
      try publish(content, writer, &published)
    } catch {
      close(descriptor)
      throw error
    }
    close(writer.descriptor)
    writer.descriptor = descriptor
    return plan
  }

  /// The first of the parts to be merged: all from the journals, and segments before them that are not
  /// several times as large as everything behind them.
  private static func firstPart(of parts: [StoreContent.Part]) -> Int {
    var first = parts.count
    var postings = 0
    let oldest = parts.firstIndex { $0.file == nil } ?? parts.count
    // Whatever is only in a journal must be merged, because the journal ends.
    while first > 0 {
      let size = parts[first - 1].part.segment.postingCount
      if first <= oldest, size > 3 * postings { break }
      postings += size
      first -= 1
    }
    return first
  }

  /// Writes the segment, and puts it in the place of what it was made of.
  private func merge(_ plan: MergePlan) throws(RecognitionError) {
    let sources = Array(plan.parts[plan.firstPart...])
    let merger = try CatalogSegmentMerger(sources.map(\.part))
    let number = try withWriter { (writer, _) throws(RecognitionError) in writer.takeNumber() }
    try CatalogFile.replace(folder.segment(number)) { (descriptor) throws(RecognitionError) in
      try merger.write(toFile: descriptor)
    }
    let segment = try folder.openSegment(number)
    let obsolete = try withWriter { (writer, published) throws(RecognitionError) in
      var content = published.content
      // What was removed from the sources while they were being merged.
      var removedMeanwhile: Set<UUID> = []
      let range = plan.firstPart..<plan.parts.count
      for (source, now) in zip(sources, content.parts[range]) {
        for reference in 0..<ReferenceNumber(source.part.segment.referenceCount)
        where now.part.removed.contains(reference) && !source.part.removed.contains(reference) {
          removedMeanwhile.insert(source.part.segment.id(of: reference))
        }
      }
      var part = SegmentedIndex.Part(segment)
      for reference in segment.references(withIDs: removedMeanwhile) {
        part.removed.insert(reference)
      }
      content.parts.replaceSubrange(range, with: [.init(part: part, file: number, journal: nil)])
      for index in content.parts.indices {
        if let journal = content.parts[index].journal, plan.journals.contains(journal) {
          // A file that the journal named, and the manifest names from now on.
          content.parts[index].journal = nil
        }
      }
      content.journals.removeAll { plan.journals.contains($0.number) }
      try publish(content, writer, &published)
      return sources.compactMap(\.file)
    }
    // Readers that have these open keep them.
    for number in obsolete { unsafe unlink(folder.segment(number)) }
    for number in plan.journals { unsafe unlink(folder.journal(number)) }
  }
}
