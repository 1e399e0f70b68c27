import Glibc

/// Measures what the library costs. `Speed PART` prints one part of RESULTS.md; `run.sh` calls it.
let parts: [String: () throws -> Void] = [
  "features": features, "analysis": analysis, "streams": memoryOfStreams, "latency": latency,
  "allocations": allocations, "day": day,
]

guard let name = CommandLine.arguments.dropFirst().first, let part = parts[name] else {
  print("Name a part: \(parts.keys.sorted().joined(separator: ", ")).")
  exit(64)
}
try part()
