import Foundation
import QuerySets
import SoundFiles
import SoundRecognition

/// A catalog on disk that grows, and how it answers.
///
///     Scale grow  STORE SET CACHE COUNT RECORDINGS   grows it to so many tracks, made of the files that are listed
///     Scale add   STORE SET CACHE COUNT RECORDINGS   adds so many one by one, and prints `wall,processor`
///     Scale ask   STORE SET CACHE [cold]             answers the queries
///
/// `SET` is a folder of `queries.py`, `CACHE` a folder that keeps signatures. `cold` has the system forget the store's
/// files before.
MediaFileSource.silenceFFmpegLog()

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count > 3 else {
  print("Say grow, add or ask, a store, a query set and a folder for signatures.")
  exit(64)
}
let store = URL(filePath: arguments[1])
let set = try QuerySet(URL(filePath: arguments[2]))
let cache = SignatureCache(folder: URL(filePath: arguments[3]))
try FileManager.default.createDirectory(
  at: URL(filePath: arguments[3]), withIntermediateDirectories: true)

/// Takes what is in the folder out of the system's cache.
func forget(_ folder: URL) throws {
  for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
    let descriptor = open(folder.appending(path: name).path, O_RDONLY)
    fsync(descriptor)
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
    close(descriptor)
  }
}

func recordings() throws -> [URL] {
  try String(contentsOfFile: arguments[5], encoding: .utf8).split(separator: "\n")
    .map { URL(filePath: String($0)) }
}

switch arguments[0] {
case "grow":
  try Growing(store).grow(
    to: Int(arguments[4]) ?? 0, songs: set, recordings: recordings(), cache: cache)
case "add":
  for time in try Growing(store).add(Int(arguments[4]) ?? 0, recordings: recordings(), cache: cache)
  {
    print("\(time.wall),\(time.processor)")
  }
default:
  if arguments.last == "cold" { try forget(store) }
  let asking = try Asking(store)
  try asking.answer(set, cache: cache)
  print(
    "# \(asking.size),\(asking.opening),\(Asking.peakMemory),\(SignatureMatcher.defaultThreshold)")
}
