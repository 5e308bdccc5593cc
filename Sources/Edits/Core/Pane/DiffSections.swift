import Screen
import Text

/// A diff as sections of a text: one for each of its hunks, and a last one with what is to be said of all.
///
///     Route, line 35
///
///      36   | 16 || [[Stage 16]]
///      37 - | 17 || [[Stage 17]] || 219 km
///      37 + | 17 || [[Stage 17 (2026)|Stage 17]] || 221.5 km
///
/// Signs tell what was added and removed, in colour too; words that were changed within a line are reversed. The text itself has the
/// colour in which everything is read, since not every terminal's green is readable.
struct DiffSections {
  private(set) var sections: [TextSection] = []
  private let theme: Theme
  /// The number of digits of the largest line number.
  private let digits: Int

  init(_ diff: EditDiff, _ theme: Theme) {
    self.theme = theme
    let largest = diff.hunks.compactMap(\.lines.last).reduce(0) { max($0, $1.oldNumber ?? 0, $1.newNumber ?? 0) }
    digits = max(3, "\(largest)".utf8.count)
    for hunk in diff.hunks { add(hunk) }
    if diff.hunks.isEmpty { add(note: "The text did not change.") }
    if diff.linesLeftOut > 0 {
      add(note: "\(SafeText(diff.linesLeftOut, "more line is", "more lines are")) not shown.")
    }
  }

  private mutating func add(note: SafeText) {
    var section = TextSection(theme: theme)
    section.addBlank()
    section.add(note, theme.dim)
    sections.append(section)
  }

  private mutating func add(_ hunk: EditDiff.Hunk) {
    var section = TextSection(theme: theme)
    section.addBlank()
    var title = hunk.section.map { [Span($0, theme.strong), Span(", ", theme.dim)] } ?? []
    if let first = hunk.lines.first, let number = first.newNumber ?? first.oldNumber {
      title.append(Span("line \(number)", theme.dim))
    }
    section.add(title)
    section.addBlank()
    for line in hunk.lines { add(line, to: &section) }
    sections.append(section)
  }

  /// The styles of one kind of line.
  private struct Look {
    var sign: SafeText
    var signStyle: Style
    var text: Style
    /// The style of words that were changed within the line.
    var words: Style
  }

  private var added: Look {
    Look(sign: "+", signStyle: theme.good.with(.bold), text: theme.plain, words: theme.good.with(.reverse))
  }

  private var removed: Look {
    Look(sign: "-", signStyle: theme.alarm.with(.bold), text: theme.plain, words: theme.alarm.with(.reverse))
  }

  private func add(_ line: EditDiff.Line, to section: inout TextSection) {
    switch line.kind {
    case .context:
      let look = Look(sign: " ", signStyle: theme.dim, text: theme.dim, words: theme.dim)
      add(line.pieces, line.newNumber, look, to: &section)
    case .added: add(line.pieces, line.newNumber, added, to: &section)
    case .removed: add(line.pieces, line.oldNumber, removed, to: &section)
    case .changed:
      add(line.pieces.filter { $0.mark != .added }, line.oldNumber, removed, to: &section)
      add(line.pieces.filter { $0.mark != .removed }, line.newNumber, added, to: &section)
    case .movedAway(let other):
      let note: SafeText = other.map { "moved to line \($0)" } ?? "moved elsewhere"
      add(line.pieces, line.oldNumber, removed, note: note, to: &section)
    case .movedHere(let other):
      let note: SafeText = other.map { "moved from line \($0)" } ?? "moved here"
      add(line.pieces, line.newNumber, added, note: note, to: &section)
    }
  }

  private func add(
    _ pieces: [EditDiff.Piece], _ number: Int?, _ look: Look, note: SafeText? = nil, to section: inout TextSection
  ) {
    let label = number.map { "\($0)" as SafeText } ?? ""
    let sign = Span(" \(look.sign) ", look.signStyle)
    let first = [Span(SafeText(blanks: digits - label.string.utf8.count) + label, theme.dim), sign]
    var spans = note.map { [Span("(\($0)) ", theme.dim)] } ?? []
    var keeper = SpaceKeeper()
    for piece in pieces {
      let isMarked = piece.mark != .same
      spans.append(Span(keeper.kept(piece.text, isMarked: isMarked), isMarked ? look.words : look.text))
    }
    section.add(spans, behind: first, then: [Span(SafeText(blanks: digits), theme.dim), sign])
  }
}

/// Preserves the spaces in wikitext. A paragraph collapses consecutive spaces, but often they are the only difference.
private struct SpaceKeeper {
  private var isAfterSpace = true

  /// The text with non-breaking spaces in place of the spaces that would be lost.
  mutating func kept(_ text: SafeText, isMarked: Bool) -> SafeText {
    let bytes = text.string.utf8
    let space = UInt8(ascii: " ")
    // Marked spaces must be visible at the end of a line too.
    let isBlank = isMarked && bytes.allSatisfy { $0 == space }
    var loses = isBlank
    var isAfter = isAfterSpace
    for byte in bytes {
      if byte == space, isAfter { loses = true }
      isAfter = byte == space
    }
    defer { isAfterSpace = isAfter }
    guard loses else { return text }
    isAfter = isAfterSpace
    var result = ""
    for character in text.string {
      result.append(character == " " && (isAfter || isBlank) ? "\u{A0}" : character)
      isAfter = character == " "
    }
    return SafeText(oneLine: result)
  }
}

extension SafeText {
  /// The given number of spaces; none for a negative number.
  fileprivate init(blanks count: Int) { self.init(oneLine: String(repeating: " ", count: max(0, count))) }
}
