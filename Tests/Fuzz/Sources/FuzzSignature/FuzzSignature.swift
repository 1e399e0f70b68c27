import Foundation
import SoundRecognition

/// Reads the bytes as a signature, as they are and under a checksum that fits them. What is read must be
/// what is written, and must be good for cutting and thinning.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignature(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  use(input)
  if count >= 28 { use(withFittingChecksum(input)) }
  return 0
}

private func use(_ bytes: [UInt8]) {
  guard let signature = try? Signature(dataRepresentation: Data(bytes)) else { return }
  precondition(Array(signature.dataRepresentation) == bytes)
  let part = signature.part(500..<2500)
  precondition((try? Signature(dataRepresentation: part.dataRepresentation)) == part)
  let reference = signature.asReference
  precondition(reference.asReference == reference)
}

private func withFittingChecksum(_ bytes: [UInt8]) -> [UInt8] {
  var fitting = Array("SOUNDSIG".utf8) + bytes[8...]
  fitting.replaceSubrange(8..<12, with: [1, 0, 0, 0])
  let records = (bytes.count - 28) / 3
  fitting.removeLast((bytes.count - 28) % 3)
  for byte in 0..<4 { fitting[24 + byte] = UInt8(truncatingIfNeeded: records >> (8 * byte)) }
  var checksum = CRC32()
  checksum.update(fitting[..<12])
  checksum.update(fitting[16...])
  for byte in 0..<4 {
    fitting[12 + byte] = UInt8(truncatingIfNeeded: checksum.value >> UInt32(8 * byte))
  }
  return fitting
}
