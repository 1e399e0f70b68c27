public import SoundClassification

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Foundation
#endif

/// A model fresh from training, and how good it is.
///
/// *Thread-safe*: a value.
public struct TrainedModel: Sendable {
  /// The model, ready for requests.
  public let model: SoundModel
  /// The content of its `.soundmodel` file.
  public let bytes: [UInt8]
  /// How the held-out recordings, or their windows, were labelled.
  public let heldOut: ConfusionMatrix
  /// How many recordings were learned from.
  public let trainingClipCount: Int
  /// How many recordings were held out.
  public let heldOutClipCount: Int

  /// Writes the model's file. It appears under its name when it is complete, and not before; until then
  /// it is called so with `.partial` behind.
  ///
  /// *Blocking*.
  /// - Parameters:
  ///   - path: the file to write.
  ///   - replacesExisting: whether a file of that name may be replaced.
  public func write(to path: String, replacesExisting: Bool = false) throws(TrainingError) {
    let partial = path + ".partial"
    let descriptor = unsafe open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = Self.writeAll(bytes, to: descriptor)
    if status == 0, fsync(descriptor) != 0 { status = errno }
    if close(descriptor) != 0, status == 0 { status = errno }
    if status == 0 { status = Self.move(partial, to: path, replacesExisting: replacesExisting) }
    if status != 0 {
      _ = unsafe unlink(partial)
      throw Self.failure(path, status)
    }
  }

  private static func move(_ partial: String, to path: String, replacesExisting: Bool) -> Int32 {
    if !replacesExisting {
      // A link, unlike a new name, never takes the place of a file.
      if unsafe link(partial, path) == 0 {
        _ = unsafe unlink(partial)
        return 0
      }
      // Some file systems have no links.
      guard errno != EEXIST else { return EEXIST }
      if unsafe access(path, F_OK) == 0 { return EEXIST }
    }
    return unsafe rename(partial, path) == 0 ? 0 : errno
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { memory in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[written...])
        return unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 { written += count } else if errno != EINTR { return errno }
    }
    return 0
  }

  private static func failure(_ path: String, _ number: Int32) -> TrainingError {
    if number == EEXIST {
      return TrainingError(.outputExists, "\(path) exists already and is not replaced.")
    }
    let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    return TrainingError(.notWritable, "\(path) cannot be written: \(reason).")
  }
}

/// The operating system's `write`, which ``TrainedModel/write(to:replacesExisting:)`` hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
