public import SoundRecognition

extension CatalogStore {
  /// Finds recordings that share sound: copies, other mixes, samples.
  /// - Parameter progress: told after each recording how many are done; it returns whether to go on.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog is damaged.
  public func sharedMaterial(
    progress: (_ done: Int, _ all: Int) -> Bool = { _, _ in true }
  ) throws(RecognitionError) -> [SharedMaterialGroup] {
    try SharedMaterialSearch(try index()).groups(progress: progress)
  }

  /// What a recording that is not in the catalog shares with those that are.
  /// - Throws: ``/SoundRecognition/RecognitionError`` when the catalog is damaged.
  public func passages(
    sharedWith reference: CatalogReference
  ) throws(RecognitionError) -> [SharedPassage] {
    try SharedMaterialSearch(try index()).passages(of: reference.signature, id: reference.id)
  }
}
