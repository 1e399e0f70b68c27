/// A fixed run of floats, aligned for the widest vector registers and zero at first: the memory of
/// every part of the analysis that must not allocate while it works.
///
/// *Confined*.
@safe package struct FloatMemory: ~Copyable, @unchecked Sendable {
  // @unchecked: the memory has this value as its only owner.

  package let count: Int
  /// The first float.
  package let base: UnsafeMutablePointer<Float>

  package init(count: Int) {
    precondition(count >= 0)
    self.count = count
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Float>.stride, alignment: 64)
    unsafe base = memory.bindMemory(to: Float.self, capacity: max(count, 1))
    unsafe base.initialize(repeating: 0, count: max(count, 1))
  }

  deinit { unsafe base.deallocate() }

  /// All of the memory.
  package var buffer: UnsafeMutableBufferPointer<Float> {
    unsafe UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// One float.
  package subscript(index: Int) -> Float {
    get {
      precondition((0..<count).contains(index))
      return unsafe base[index]
    }
    set {
      precondition((0..<count).contains(index))
      unsafe base[index] = newValue
    }
  }

  /// Moves `length` floats from one place to another; the places may overlap.
  package mutating func move(from source: Int, to target: Int, length: Int) {
    precondition(min(source, target, length) >= 0 && max(source, target) + length <= count)
    unsafe (base + target).update(from: base + source, count: length)
  }
}
