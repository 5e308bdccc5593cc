import Text

/// Finds the comment at the end of a line of code.
///
/// The language is unknown, so this uses what most have in common: `//` and `#` after a space, `--` at the beginning of a
/// line, each followed by a space. A comment that is not recognised only keeps the style of code, as does a line so long that
/// a program must have written it.
enum CodeComment {
  /// The length in bytes of the longest line that is searched for a comment.
  private static let longest = 2_000

  /// Returns the line as spans with its comment dim.
  static func spans(of line: SafeText, _ theme: Theme) -> [Span] {
    guard line.string.utf8.count <= longest else { return [Span(line, theme.plain)] }
    let characters = [Character](line.string)
    guard let start = start(in: characters), start < characters.count else { return [Span(line, theme.plain)] }
    func span(_ part: ArraySlice<Character>, _ style: Style) -> Span { Span(SafeText(oneLine: String(part)), style) }
    let comment = span(characters[start...], theme.dim)
    return start == 0 ? [comment] : [span(characters[..<start], theme.plain), comment]
  }

  /// Returns the index of the first character of a line's comment.
  static func start(in line: [Character]) -> Int? {
    var isQuoted = false
    var isIndent = true
    for (index, character) in line.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, index == 0 || line[index - 1] == " ", let length = markLength(line[index...], isFirst: isIndent) {
        let rest = line[(index + length)...]
        if isIndent || length == 1 || !isOperand(rest) { return index }
      }
      if character != " " { isIndent = false }
    }
    return nil
  }

  /// Returns the length of the mark that begins a comment.
  private static func markLength(_ rest: ArraySlice<Character>, isFirst: Bool) -> Int? {
    let marks = isFirst ? ["///", "//", "#", "--"] : ["//", "#"]
    return marks.first { mark in
      rest.starts(with: mark) && (rest.count == mark.count || rest[rest.startIndex + mark.count] == " ")
    }?.count
  }

  /// Returns whether a single name or number follows `//`, which is a division in Python.
  private static func isOperand(_ rest: ArraySlice<Character>) -> Bool {
    let word = rest.drop { $0 == " " }
    return !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "_.)]:".contains($0) }
  }
}
