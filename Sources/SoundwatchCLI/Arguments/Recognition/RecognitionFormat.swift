/// How the commands that recognize music write results.
package enum RecognitionFormat: String, CaseIterable, Sendable {
  case text, json, jsonl, csv, cue
}
