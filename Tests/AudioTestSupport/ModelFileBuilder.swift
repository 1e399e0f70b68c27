import Foundation
internal import SoundClassification

/// Writes model files by the table in `ModelFile.swift`, sharing no code with it but the checksum, so
/// that tests can make files that a correct writer would not.
package struct ModelFileBuilder {
  /// The manifest as JSON values, where a test can put anything anywhere.
  package var manifest: [String: Any]
  package var weights: [UInt8]

  package init(manifest: [String: Any], weights: [UInt8]) {
    self.manifest = manifest
    self.weights = weights
  }

  /// Takes an existing file apart.
  package init(taking bytes: [UInt8]) throws {
    let length = bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    let json = try JSONSerialization.jsonObject(with: Data(bytes[64..<64 + length]))
    manifest = json as? [String: Any] ?? [:]
    weights = Array(bytes[((64 + length + 63) / 64 * 64)...])
  }

  package func bytes() throws -> [UInt8] {
    let json = [UInt8](
      try JSONSerialization.data(withJSONObject: manifest, options: .sortedKeys))
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let header =
      Array("SWMODEL\n".utf8) + number(1, 4) + number(json.count, 4) + number(weights.count, 8)
      + number(0, 8)
    let padding = [UInt8](repeating: 0, count: (64 - json.count % 64) % 64)
    return Self.withChecksum(header + number(0, 32) + json + padding + weights)
  }

  /// The same bytes under a checksum that fits them.
  package static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    bytes[..<32] + SHA256.digest(of: [bytes[..<32], bytes[64...]]) + bytes[64...]
  }
}
