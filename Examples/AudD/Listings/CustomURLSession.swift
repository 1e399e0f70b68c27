import AudD
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session of one's own, with a proxy.
func customURLSession() async throws {
  let config = URLSessionConfiguration.default
  config.connectionProxyDictionary = [
    "HTTPSEnable": true,
    "HTTPSProxy": "corp-proxy",
    "HTTPSPort": 8080,
  ]
  let session = URLSession(configuration: config)
  let audd = try AudD(apiToken: "your-api-token", urlSession: session)
  await audd.close()
}
