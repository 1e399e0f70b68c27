/// A set of references of a segment: those that were removed from it.
///
/// *Thread-safe*: a value.
package struct ReferenceSet: Sendable, Hashable {
  private var words: [UInt64] = []
  /// The number of references in the set.
  package private(set) var count = 0

  package init() {}

  @inline(__always)
  package func contains(_ reference: ReferenceNumber) -> Bool {
    let word = Int(reference >> 6)
    return word < words.count && words[word] >> UInt64(reference & 63) & 1 == 1
  }

  /// Adds a reference.
  /// - Returns: whether it was not in the set.
  @discardableResult
  package mutating func insert(_ reference: ReferenceNumber) -> Bool {
    guard !contains(reference) else { return false }
    let word = Int(reference >> 6)
    if word >= words.count {
      words += [UInt64](repeating: 0, count: word + 1 - words.count)
    }
    words[word] |= 1 << UInt64(reference & 63)
    count += 1
    return true
  }
}
