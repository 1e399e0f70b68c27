/// Your own catalog of songs at AudD. Recognitions with the same token find them too.
///
/// It needs access that AudD grants on request. Adding is all there is: keep a list of your numbers.
///
/// *Thread-safe*: a value.
public struct CustomCatalog: Sendable {
  let requester: Requester

  /// Adds a song, or replaces the one of that number. This does not recognize anything.
  ///
  /// It is billed, and therefore never repeated.
  ///
  /// - Throws: ``AudDError``, or `CancellationError`; of the kind
  ///   ``AudDErrorKind/customCatalogAccess`` when the account has no access.
  public func add(audioID: some BinaryInteger, source: Source) async throws {
    let call = try await Call.upload(
      "upload", to: requester.apiBase.endpoint("upload"), source: source,
      fields: [FormField(name: "audio_id", value: String(audioID))], retryClass: .critical)
    try await requester.perform(call) { _ = try $0.success(isUpload: true) }
  }
}
