/// Finds what a person meant to write.
public enum NearestWord {
  /// Returns the known word with the fewest typing errors between it and `word`; `nil` where more than a third of the
  /// letters are wrong.
  public static func nearest(to word: String, among known: [String]) -> String? {
    let word = Array(word.lowercased().prefix(64))
    guard !word.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let letters = Array(candidate.lowercased())
      let limit = max(1, max(word.count, letters.count) / 3)
      let distance = distance(word, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the number of letters inserted, deleted, replaced, or swapped with their neighbour (the Damerau–Levenshtein
  /// distance without overlapping swaps).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
