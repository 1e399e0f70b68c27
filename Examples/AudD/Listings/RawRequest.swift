import AudD

/// A method that has no name in the client.
func rawRequest() async throws {
  let audd = try AudD()
  let body = try await audd.advanced.rawRequest(
    method: "getLinks",
    params: ["audd_id": "12345"]
  )
  print(body)
}
