import Text
import Yams

/// Translates libyaml's error messages into plain sentences.
struct YAMLSentences {
  let name: SafeText
  let text: String

  func mistake(for error: YamlError) -> SettingsMistake {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      return mistake(problem, at: mark, context: context)
    case .duplicatedKeysInMapping(let keys, let context):
      let words = keys.prefix(3).map { Quoted.text($0) }.joined(separator: ", ")
      return SettingsMistake(
        place: place(context.mark), sentence: "keys stand more than once in the same map: \(words)")
    case .memory:
      return SettingsMistake(place: .wholeFile(name: name), sentence: "there is not enough memory to read this")
    case .reader(let problem, _, _, _), .writer(let problem), .emitter(let problem), .representer(let problem):
      return SettingsMistake(
        place: .wholeFile(name: name), sentence: "this cannot be read as YAML: \(SafeText(oneLine: problem))")
    case .no, .dataCouldNotBeDecoded:
      return SettingsMistake(place: .wholeFile(name: name), sentence: "this cannot be read as YAML")
    }
  }

  private func mistake(_ problem: String, at mark: Mark, context: YamlError.Context?) -> SettingsMistake {
    if let column = tab(inIndentationOf: mark.line) {
      return SettingsMistake(
        place: .file(name: name, line: mark.line, column: column),
        sentence: "a tab cannot indent in YAML; use spaces")
    }
    let opening = context.flatMap { $0.mark.line > 0 ? $0.mark : nil } ?? mark
    for (words, sentence, isAtOpening) in Self.sentences where problem.contains(words) {
      return SettingsMistake(place: place(isAtOpening ? opening : mark), sentence: sentence)
    }
    if context?.text.contains("quoted scalar") == true {
      return SettingsMistake(place: place(opening), sentence: "the quotes that open here are not closed")
    }
    return SettingsMistake(place: place(mark), sentence: "this is not YAML: \(SafeText(oneLine: problem))")
  }

  /// libyaml's messages, sentences for a person, and whether the place is the beginning of the list, map or text.
  private static let sentences: [(words: String, sentence: SafeText, isAtOpening: Bool)] = [
    ("but found another document", "a second document begins here; settings are one document", false),
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
    ("found unknown escape character", "there is no such escape in double quotes; write \\\\ for a backslash", false),
    ("Maximum nesting level", "lists and maps lie too deep in each other", false),
    (
      "did not find expected <document start>", "this does not belong to what stands above it: check the indentation",
      false
    ),
    ("did not find expected node content", "a value is missing here, or needs quotes", false),
  ]

  private func place(_ mark: Mark) -> SettingsPlace { .file(name: name, line: mark.line, column: mark.column) }

  /// Returns the column of the first tab in a line's indentation.
  private func tab(inIndentationOf line: Int) -> Int? {
    let lines = text.unicodeScalars.split(separator: "\n", maxSplits: line, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let blanks = lines[line - 1].prefix { $0 == " " || $0 == "\t" }
    return blanks.firstIndex(of: "\t").map { blanks.distance(from: blanks.startIndex, to: $0) + 1 }
  }
}
