import Glibc

/// Measures live listening. `Live PART [ARGUMENTS]`; `live/run.sh` gives it a sound card without hardware.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "streams":
  try await streams(
    count: words.dropFirst().first.flatMap { Int($0) } ?? 500,
    seconds: words.dropFirst(2).first.flatMap { Int($0) } ?? 60)
case "capture": try capture(seconds: words.dropFirst().first.flatMap { Int($0) } ?? 1800)
case "labels": try labels()
case "listen": try listen()
default:
  print("Name a part: streams [COUNT [SECONDS]], capture [SECONDS], labels, listen.")
  exit(64)
}
