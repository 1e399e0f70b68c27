internal import Foundation
internal import Glibc
public import SoundRecognition
internal import SoundSignal
internal import Synchronization

extension CatalogStore {
  /// Makes the catalog as small and quick as it can be: one segment, without what was removed. It needs
  /// room for a second copy while it works.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog was opened for reading or cannot be written.
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
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog was opened for reading.
  package func waitForMerging() throws(RecognitionError) {
    while try withWriter({ (writer, _) throws(RecognitionError) in writer.isMerging }) {
      usleep(2000)
    }
  }

  /// What is to become segments.
  struct MergePlan: Sendable {
    /// The parts of the catalog when merging began.
    var parts: [StoreContent.Part]
    /// Which of them become one segment each.
    var ranges: [Range<Int>]
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
        var next: MergePlan? = plan
        while let plan = next {
          try merge(plan)
          next = try nextPlan()
        }
        finishMerging(nil)
      } catch { finishMerging(error) }
    }
  }

  /// Whether the latest journal or files of a level are so many that they should become segments.
  static func isMergingDue(_ content: StoreContent) -> Bool {
    let changes = content.parts.count { $0.journal != nil && $0.file == nil }
    return changes >= StoreWriter.changesOfJournal
      || (content.journals.last?.length ?? 0) >= StoreWriter.bytesOfJournal
      || SegmentLevels.areMany(content.parts)
  }

  /// What is due by now: what was added while others were merged started no merging.
  private func nextPlan() throws(RecognitionError) -> MergePlan? {
    try withWriter { (writer, published) throws(RecognitionError) in
      guard Self.isMergingDue(published.content) else { return nil }
      return try beginMerging(&writer, &published, everything: false)
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
      parts: content.parts,
      ranges: everything ? [content.parts.indices] : SegmentLevels.merges(of: content.parts),
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

  /// Writes the segments, and puts them in the place of what they were made of.
  private func merge(_ plan: MergePlan) throws(RecognitionError) {
    var merged: [(range: Range<Int>, number: UInt64, segment: CatalogSegment)] = []
    for range in plan.ranges {
      let merger = try CatalogSegmentMerger(plan.parts[range].map(\.part))
      let number = try withWriter { (writer, _) throws(RecognitionError) in writer.takeNumber() }
      try CatalogFile.replace(folder.segment(number)) { (descriptor) throws(RecognitionError) in
        try merger.write(toFile: descriptor)
      }
      merged.append((range, number, try folder.openSegment(number)))
    }
    try withWriter { (writer, published) throws(RecognitionError) in
      var content = published.content
      // From the back, so that the places of the others stay what they are.
      for (range, number, segment) in merged.reversed() {
        var part = SegmentedIndex.Part(segment)
        for reference in segment.references(
          withIDs: Self.removed(from: plan.parts[range], until: content.parts[range]))
        {
          part.removed.insert(reference)
        }
        content.parts.replaceSubrange(
          range, with: [.init(part: part, file: number, journal: nil)])
      }
      for index in content.parts.indices {
        if let journal = content.parts[index].journal, plan.journals.contains(journal) {
          // A file that the journal named, and the manifest names from now on.
          content.parts[index].journal = nil
        }
      }
      content.journals.removeAll { plan.journals.contains($0.number) }
      try publish(content, writer, &published)
    }
    // Readers that have these open keep them.
    for number in plan.ranges.flatMap({ plan.parts[$0].compactMap(\.file) }) {
      unsafe unlink(folder.segment(number))
    }
    for number in plan.journals { unsafe unlink(folder.journal(number)) }
  }

  /// What was removed from parts while they were being merged.
  private static func removed(
    from before: ArraySlice<StoreContent.Part>, until now: ArraySlice<StoreContent.Part>
  ) -> Set<UUID> {
    var ids: Set<UUID> = []
    for (before, now) in zip(before, now) {
      for reference in 0..<ReferenceNumber(before.part.segment.referenceCount)
      where now.part.removed.contains(reference) && !before.part.removed.contains(reference) {
        ids.insert(before.part.segment.id(of: reference))
      }
    }
    return ids
  }
}
