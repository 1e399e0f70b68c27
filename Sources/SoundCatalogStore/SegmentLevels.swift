internal import SoundRecognition

/// Which segments are merged, so that there are few, and yet a reference is copied only some times in its life.
///
/// Each level holds segments of up to four times as many postings as the one below. When four of a level
/// lie together, they and the smaller ones between them become one, of a higher level: so a reference is
/// copied at most once for each level, and there are three segments of a level or fewer wherever larger ones do not
/// part them. A large import is a segment of a high level at once, and is left alone.
enum SegmentLevels {
  /// How large a segment is, or what is in a journal only.
  struct Size {
    var postingCount: Int
    /// In frames.
    var timelineLength: Int

    var level: Int {
      let units = postingCount / SegmentLevels.unit
      return units == 0 ? 0 : (Int.bitWidth - 1 - units.leadingZeroBitCount) / 2
    }

    /// Whether one segment can hold so much.
    var fitsSegment: Bool {
      postingCount <= Int(UInt32.max) && timelineLength <= Int(UInt32.max)
    }
  }

  /// So many segments of one level become one.
  private static let fanIn = 4
  /// Segments of up to four times so many postings are of the lowest level: those that a journal becomes.
  private static let unit = 1 << 17
  private static let highestLevel = 8

  /// Neighbours that are one segment, or become one.
  private struct Group {
    var range: Range<Int>
    var size: Size
    var isFile: Bool

    mutating func join(_ next: Group) {
      range = range.lowerBound..<next.range.upperBound
      size.postingCount += next.size.postingCount
      size.timelineLength += next.size.timelineLength
      isFile = false
    }
  }

  /// Whether so many files lie together that merging them is worth while.
  static func areMany(_ parts: [StoreContent.Part]) -> Bool {
    merges(of: parts).contains { range in parts[range].count { $0.file != nil } >= fanIn }
  }

  /// The ranges of parts that become one segment each: among them is all that is in a journal only.
  static func merges(of parts: [StoreContent.Part]) -> [Range<Int>] {
    merges(
      of: parts.map { part in
        let segment = part.part.segment
        return (
          Size(postingCount: segment.postingCount, timelineLength: segment.timelineLength),
          isFile: part.file != nil
        )
      })
  }

  /// The same for parts of which only the sizes are known, and whether they are files already.
  static func merges(of parts: [(size: Size, isFile: Bool)]) -> [Range<Int>] {
    var groups: [Group] = []
    for (index, part) in parts.enumerated() {
      let group = Group(range: index..<index + 1, size: part.size, isFile: part.isFile)
      if let last = groups.last, !last.isFile, !part.isFile {
        groups[groups.count - 1].join(group)
      } else {
        groups.append(group)
      }
    }
    // What is joined on one level may be the fourth of a higher one.
    for level in 0...highestLevel {
      var neighbours: ArraySlice<Group> = []
      var result: [Group] = []
      for group in groups {
        if group.size.level <= level {
          neighbours.append(group)
        } else {
          result += joined(neighbours, level) + [group]
          neighbours = []
        }
      }
      groups = result + joined(neighbours, level)
    }
    return groups.filter { !$0.isFile }.map(\.range)
  }

  /// One group of several, if enough of them are of a level and one segment can hold them.
  private static func joined(_ neighbours: ArraySlice<Group>, _ level: Int) -> ArraySlice<Group> {
    guard neighbours.count(where: { $0.size.level == level }) >= fanIn,
      var whole = neighbours.first
    else { return neighbours }
    for group in neighbours.dropFirst() { whole.join(group) }
    return whole.size.fitsSegment ? [whole] : neighbours
  }
}
