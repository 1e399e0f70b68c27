internal import SoundClassification
internal import SoundSpectra

extension ModelManifest {
  /// How long the moment is that a score describes, in seconds.
  var momentDuration: Double {
    Double(framesPerScore * frontEnd.hopLength) / Double(frontEnd.sampleRate)
  }
}
