/// Finds the word that somebody may have meant.
/// - Returns: `nil` when every candidate differs in more than a third of its letters.
package func nearestMatch(to word: String, among candidates: [String]) -> String? {
  let word = Array(word.unicodeScalars.prefix(64))
  let distances = candidates.map { candidate in
    let letters = Array(candidate.unicodeScalars)
    let distance = editDistance(word, letters)
    // Somebody who types `--form` means `--format`.
    let isBeginning = word.count > 3 && letters.starts(with: word)
    return (candidate: candidate, distance: isBeginning ? min(distance, 1) : distance)
  }
  guard let best = distances.min(by: { $0.distance < $1.distance }),
    best.distance <= max(1, best.candidate.unicodeScalars.count / 3)
  else { return nil }
  return best.candidate
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var rows = [Array(0...right.count)]
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
