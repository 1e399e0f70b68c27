internal import FoundationEssentials

/// The container of a model: a header, the manifest in JSON and the weights, under one checksum.
///
/// A model file may come from anywhere. Nothing in it is believed before it is checked, and no size
/// in it makes more memory be taken than the file itself has bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0...7 | `SWMODEL` and a line feed |
/// | 8...11 | version of the format, 1 |
/// | 12...15 | length of the manifest |
/// | 16...23 | length of the weights |
/// | 24...31 | zero |
/// | 32...63 | SHA-256 of bytes 0...31 and 64...end |
/// | 64... | manifest, zeros up to a multiple of 64, weights |
///
/// All numbers are little-endian.
struct ModelFile {
  static let magic = Array("SWMODEL\n".utf8)
  static let formatVersion: UInt32 = 1
  static let headerLength = 64
  static let maximumManifestLength = 1 << 20
  static let maximumLength = 256 << 20

  var manifest: ModelManifest
  /// The weights as they are stored; see ``ModelManifest/weightFormat``.
  var weights: [UInt8]

  /// Reads a file's bytes.
  /// - Parameter name: what to call the file in errors.
  init(_ bytes: [UInt8], name: String) throws(ModelError) {
    guard bytes.count >= Self.headerLength, bytes.starts(with: Self.magic) else {
      throw ModelError(.notAModel, "\(name) is not a sound model (it does not begin with SWMODEL).")
    }
    guard bytes.count <= Self.maximumLength else {
      throw ModelError(.invalid, "\(name) is larger than a sound model may be (256 MiB).")
    }
    let version = Self.number(in: bytes[8..<12])
    guard version == UInt64(Self.formatVersion) else {
      throw ModelError(
        .unsupportedVersion,
        "\(name) has format version \(version); this version of soundwatch reads version 1.")
    }
    let manifestLength = Self.number(in: bytes[12..<16])
    let weightsLength = Self.number(in: bytes[16..<24])
    guard manifestLength <= UInt64(Self.maximumManifestLength),
      weightsLength <= UInt64(Self.maximumLength)
    else { throw ModelError(.damaged, "\(name) is damaged: its header gives impossible lengths.") }
    let manifestEnd = Self.headerLength + Int(manifestLength)
    let weightsStart = (manifestEnd + 63) / 64 * 64
    guard bytes.count == weightsStart + Int(weightsLength) else {
      throw ModelError(
        .damaged,
        "\(name) is damaged: it has \(bytes.count) bytes where its header promises "
          + "\(weightsStart + Int(weightsLength)).")
    }
    let digest = SHA256.digest(of: [bytes[..<32], bytes[Self.headerLength...]])
    guard digest.elementsEqual(bytes[32..<64]) else {
      throw ModelError(.damaged, "\(name) is damaged: its checksum does not match its content.")
    }
    do {
      manifest = try JSONDecoder().decode(
        ModelManifest.self, from: Data(bytes[Self.headerLength..<manifestEnd]))
    } catch {
      throw ModelError(.invalid, "\(name) has a manifest that cannot be read: \(error)")
    }
    weights = Array(bytes[weightsStart...])
  }

  /// Makes a file of a manifest and weights.
  init(manifest: ModelManifest, weights: [UInt8]) {
    self.manifest = manifest
    self.weights = weights
  }

  /// The file's bytes.
  func serialized() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = [UInt8](try encoder.encode(manifest))
    var body = json
    body.append(contentsOf: repeatElement(0, count: (64 - json.count % 64) % 64))
    body.append(contentsOf: weights)
    var header = Self.magic
    header.append(contentsOf: Self.bytes(of: UInt64(Self.formatVersion), count: 4))
    header.append(contentsOf: Self.bytes(of: UInt64(json.count), count: 4))
    header.append(contentsOf: Self.bytes(of: UInt64(weights.count), count: 8))
    header.append(contentsOf: repeatElement(0, count: 8))
    return header + SHA256.digest(of: [header[...], body[...]]) + body
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
