/// Sorts postings by key, those of one key in the order in which they came.
///
/// *Confined*.
struct PostingSorter {
  /// Key above, place below.
  private var postings: [UInt64] = []
  private var other: [UInt64] = []

  var count: Int { postings.count }

  @inline(__always)
  mutating func append(key: UInt32, place: UInt32) {
    postings.append(UInt64(key) << 32 | UInt64(place))
  }

  mutating func removeAll() { postings.removeAll(keepingCapacity: true) }

  /// Sorts by the lower bits of the keys; the upper ones are known to be the same.
  mutating func sort(keyBits: Int) {
    let digitBits = keyBits <= 16 ? 8 : 11
    // A radix sort pays when there are more postings than values of a digit.
    guard postings.count > 256 else {
      // No key has two postings of one place, so sorting by both is as stable.
      postings.sort()
      return
    }
    if other.count < postings.count {
      other = [UInt64](repeating: 0, count: postings.count + postings.count / 4)
    }
    for shift in stride(from: 0, to: keyBits, by: digitBits) {
      let mask = UInt64(1) << UInt64(min(digitBits, keyBits - shift)) - 1
      distribute(byBitsFrom: UInt64(32 + shift), mask: mask)
    }
  }

  private mutating func distribute(byBitsFrom shift: UInt64, mask: UInt64) {
    let count = postings.count
    var starts = [Int](repeating: 0, count: Int(mask) + 2)
    unsafe postings.withUnsafeMutableBufferPointer { source in
      unsafe other.withUnsafeMutableBufferPointer { target in
        unsafe starts.withUnsafeMutableBufferPointer { starts in
          for index in 0..<count {
            unsafe starts[Int(source[index] &>> shift & mask) + 1] += 1
          }
          for digit in 1..<starts.count { unsafe starts[digit] += starts[digit - 1] }
          for index in 0..<count {
            let posting = unsafe source[index]
            let digit = Int(posting &>> shift & mask)
            unsafe target[starts[digit]] = posting
            unsafe starts[digit] += 1
          }
          _ = unsafe source.update(fromContentsOf: target[..<count])
        }
      }
    }
  }

  /// Calls `body` with the key and the place of each posting.
  @inline(__always)
  func forEach(_ body: (UInt32, UInt32) -> Void) {
    for posting in postings {
      body(UInt32(truncatingIfNeeded: posting >> 32), UInt32(truncatingIfNeeded: posting))
    }
  }
}
