internal import Glibc

/// Turns the network's last outputs into two readings of a moment: how sure it is of each class by
/// itself, and which class dominates.
///
/// A model with only one head uses it for both.
struct ScoreHeads: Sendable {
  private struct Head: Sendable {
    var isSoftmax: Bool
    var offset: Int
    var scale: [Float]
    var bias: [Float]

    func apply(_ outputs: UnsafePointer<Float>, to scores: UnsafeMutablePointer<Float>) {
      for index in scale.indices {
        unsafe scores[index] = unsafe outputs[offset + index] * scale[index] + bias[index]
      }
      if isSoftmax {
        var highest = -Float.infinity
        for index in scale.indices { highest = unsafe max(highest, scores[index]) }
        var sum: Float = 0
        for index in scale.indices {
          unsafe scores[index] = unsafe expf(scores[index] - highest)
          sum += unsafe scores[index]
        }
        for index in scale.indices { unsafe scores[index] /= sum }
      } else {
        for index in scale.indices { unsafe scores[index] = unsafe 1 / (1 + expf(-scores[index])) }
      }
    }
  }

  let labelCount: Int
  private let independent: Head
  private let exclusive: Head

  init(_ manifest: ModelManifest, outputCount: Int) throws(ModelError) {
    func invalid(_ text: String) -> ModelError {
      ModelError(.invalid, "The model \(manifest.identifier) is invalid: \(text).")
    }
    let labels = manifest.labels
    guard (1...1024).contains(labels.count), Set(labels).count == labels.count,
      labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 256 }), !labels.contains("silence")
    else {
      throw invalid("it needs 1 to 1024 different labels, none empty and none called silence")
    }
    var heads: [String: Head] = [:]
    for head in manifest.heads {
      guard head.count == labels.count, head.offset >= 0, head.offset <= outputCount - head.count,
        head.scale.count == head.count, head.bias.count == head.count,
        (head.scale + head.bias).allSatisfy({ $0.isFinite && abs($0) < 1e6 }),
        head.activation == "softmax" || head.activation == "sigmoid"
      else { throw invalid("its head \(head.name) does not fit the labels") }
      heads[head.name] = Head(
        isSoftmax: head.activation == "softmax", offset: head.offset,
        scale: head.scale.map { Float($0) }, bias: head.bias.map { Float($0) })
    }
    guard let independent = heads["independent"] ?? heads["exclusive"],
      let exclusive = heads["exclusive"] ?? heads["independent"]
    else { throw invalid("it has neither an independent nor an exclusive head") }
    labelCount = labels.count
    self.independent = independent
    self.exclusive = exclusive
  }

  /// Writes the independent scores, then the exclusive ones.
  func apply(_ outputs: UnsafePointer<Float>, to scores: UnsafeMutablePointer<Float>) {
    unsafe independent.apply(outputs, to: scores)
    unsafe exclusive.apply(outputs, to: scores + labelCount)
  }
}
