import Foundation

extension AudD {
  /// Recognizes the songs in a long file, part by part of 12 seconds.
  ///
  /// Each part that is heard is billed, so the number of recognitions is limited to 1 unless you say
  /// otherwise.
  ///
  /// - Parameters:
  ///   - source: where the file comes from.
  ///   - return: the services whose data to add.
  ///   - skip: how many parts to leave out after those that are heard.
  ///   - every: how many parts in a row to hear.
  ///   - limit: after how many recognitions to stop; `nil` hears the whole file.
  ///   - skipFirstSeconds: how much of the start to leave out.
  ///   - useTimecode: whether to start where the address of the source says (`t=`).
  ///   - accurateOffsets: whether to tell where in the file each song lies.
  ///   - extraParameters: further parameters of the API. Those above win.
  /// - Returns: what was recognized, in the order of the file.
  /// - Throws: ``AudDError``, or `CancellationError`.
  public func recognizeEnterprise(
    _ source: Source, return: [String]? = nil, skip: Int? = nil, every: Int? = nil,
    limit: Int? = 1, skipFirstSeconds: Int? = nil, useTimecode: Bool? = nil,
    accurateOffsets: Bool? = nil, extraParameters: [String: String]? = nil
  ) async throws -> [EnterpriseMatch] {
    var fields = FormField.extra(extraParameters)
    fields.set("return", `return`?.joined(separator: ","))
    fields.set("skip", skip.map(String.init))
    fields.set("every", every.map(String.init))
    fields.set("limit", limit.map(String.init))
    fields.set("skip_first_seconds", skipFirstSeconds.map(String.init))
    fields.set("use_timecode", useTimecode.map(String.init))
    fields.set("accurate_offsets", accurateOffsets.map(String.init))
    var call = try await Call.upload(
      "recognizeEnterprise", to: requester.enterpriseBase.endpoint(nil), source: source,
      fields: fields, retryClass: .recognition)
    call.route = \.enterprise
    return try await requester.perform(call) { envelope in
      let chunks = try envelope.success()["result"]?.elements ?? []
      return chunks.compactMap(EnterpriseChunk.init(value:)).flatMap(\.songs)
    }
  }
}
