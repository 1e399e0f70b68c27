import Foundation
import QuerySets
import SoundFiles
import SoundRecognition

/// Indexes the songs of a query set and answers its queries.
///
///     Recognition SET_FOLDER [--results FILE.csv] [--cache FOLDER] [--threshold SCORE]
///
/// `SET_FOLDER` is what `make_queries.py` made. `--cache` keeps signatures, which then cost nothing the
/// next time.
MediaFileSource.silenceFFmpegLog()

func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
  return arguments[place + 1]
}

guard CommandLine.arguments.count > 1 else {
  print("Name the folder of a query set.")
  exit(64)
}
let set = try QuerySet(URL(filePath: CommandLine.arguments[1]))
let folder = option("--cache").map { URL(filePath: $0) }
if let folder {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
}
let songs = try SongCatalog(set, cache: SignatureCache(folder: folder))
print(songs.report(), terminator: "\n\n")
let answers = try Answers(set, songs, cache: SignatureCache(folder: folder))
let threshold = option("--threshold").flatMap(Double.init) ?? SignatureMatcher.defaultThreshold
print(answers.report(threshold: threshold))
if let results = option("--results") {
  try answers.csv().write(toFile: results, atomically: true, encoding: .utf8)
}
