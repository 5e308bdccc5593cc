import Text

/// Translates libyaml's error messages into plain sentences.
struct YAMLSentences {
  static let refusal: SafeText =
    "anchors, aliases and merge keys are not read; write the value out, or put text that begins with & or * in quotes"

  let name: SafeText
  let text: String

  func mistake(for problem: YAMLProblem) -> SettingsMistake {
    guard let words = problem.words else { return wholeFile("there is not enough memory to read this") }
    guard let mark = problem.mark else { return wholeFile("this cannot be read as YAML: \(SafeText(oneLine: words))") }
    if let column = tab(inIndentationOf: mark.line) {
      return SettingsMistake(
        place: .file(name: name, line: mark.line, column: column),
        sentence: "a tab cannot indent in YAML; use spaces")
    }
    let opening = problem.context == nil ? mark : problem.contextMark
    for (known, sentence, isAtOpening) in Self.sentences where words.contains(known) {
      return SettingsMistake(place: (isAtOpening ? opening : mark).place(in: name), sentence: sentence)
    }
    if problem.context?.contains("quoted scalar") == true {
      return SettingsMistake(place: opening.place(in: name), sentence: "the quotes that open here are not closed")
    }
    return SettingsMistake(place: mark.place(in: name), sentence: "this is not YAML: \(SafeText(oneLine: words))")
  }

  private func wholeFile(_ sentence: SafeText) -> SettingsMistake {
    SettingsMistake(place: .wholeFile(name: name), sentence: sentence)
  }

  /// libyaml's messages, sentences for a person, and whether the place is the beginning of the list, map or text.
  private static let sentences: [(words: String, sentence: SafeText, isAtOpening: Bool)] = [
    ("did not find expected alphabetic or numeric character", refusal, true),
    (
      "mapping values are not allowed",
      "a colon is not expected here: check the indentation, or put the value in quotes", false
    ),
    ("did not find expected ',' or ']'", "this list is not closed: a comma or a ] is missing", true),
    ("did not find expected ',' or '}'", "this map is not closed: a comma or a } is missing", true),
    (
      "did not find expected key", "this does not continue what stands above it: check the indentation and the quotes",
      false
    ),
    ("did not find expected '-' indicator", "this does not continue the list above it: check the indentation", false),
    ("could not find expected ':'", "this line is no key with a value: a colon and a space are missing", true),
    ("block sequence entries are not allowed", "a list cannot begin here: put it on a line of its own", false),
    ("found character that cannot start any token", "text that begins with this character needs quotes", false),
    ("Maximum nesting level", YAMLWalk.tooDeep, false),
    ("found unknown escape character", "there is no such escape in double quotes; write \\\\ for a backslash", false),
    (
      "did not find expected <document start>", "this does not belong to what stands above it: check the indentation",
      false
    ),
    ("did not find expected node content", "a value is missing here, or needs quotes", false),
  ]

  /// Returns the column of the first tab in a line's indentation.
  private func tab(inIndentationOf line: Int) -> Int? {
    let lines = text.unicodeScalars.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let blanks = lines[line - 1].prefix { $0 == " " || $0 == "\t" }
    return blanks.firstIndex(of: "\t").map { blanks.distance(from: blanks.startIndex, to: $0) + 1 }
  }
}
