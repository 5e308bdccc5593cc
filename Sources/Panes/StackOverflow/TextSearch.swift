import Screen
import Text
import ViewModels

/// The search in an open question's text: what it found there, and the match that a person is at.
///
/// The text is folded when the first word is typed, and searched again only when the words or the text have changed.
struct TextSearch: Sendable {
  private(set) var matches = TextMatches.none
  /// The match that `n` and `N` go on from; `nil` where nothing matches.
  private(set) var current: Int?
  private(set) var words = FilterWords("")
  private var text: DocumentText?
  private var source: ReadingDocument.Source?

  /// A search stands: `n` and `N` go from match to match.
  var isOn: Bool { !words.isEmpty }

  /// Finds words in a document.
  ///
  /// - Parameter line: where to begin with the first match, when the words are new.
  mutating func find(_ words: FilterWords, in document: ReadingDocument, from line: Int) {
    let isSameText = source == document.source
    guard words != self.words || (!isSameText && isOn) else { return }
    if words.isEmpty {
      self = TextSearch()
      return
    }
    let isNew = words != self.words
    let known = isSameText ? text : nil
    let text = known ?? DocumentText(document)
    let count = matches.count
    matches = TextMatches(text, of: words)
    (self.text, self.source, self.words) = (text, document.source, words)
    // Laid out for another width, the text has the same matches.
    if isNew || count != matches.count {
      current = matches.count == 0 ? nil : wrapped(matches.first(from: line, in: text))
    }
  }

  /// Goes to the next match, or to the one before, from the current one; where that is not among the visible lines, from
  /// these. After the last match comes the first.
  mutating func step(_ step: Int, visible: Range<Int>) {
    guard let current, let text else { return }
    if let line, visible.contains(line) {
      self.current = wrapped(current + step)
    } else {
      let next = matches.first(from: visible.lowerBound, in: text)
      self.current = wrapped(step > 0 ? next : next - 1)
    }
  }

  /// The current match's line.
  var line: Int? {
    guard let current, let text else { return nil }
    return matches.line(of: current, in: text)
  }

  /// The cells of its line in which the current match begins.
  var cells: Range<Int>? {
    guard let current, let text else { return nil }
    return matches.cells(of: current, in: text)
  }

  private func wrapped(_ match: Int) -> Int { (match + matches.count) % matches.count }

  /// `2 of 7`
  var note: SafeText? {
    guard isOn else { return nil }
    return current.map { "\($0 + 1) of \(matches.count)" } ?? "no match"
  }

  /// Marks what was found in a line; the current match stands out among them.
  func mark(line: Int, _ cells: inout [Cell], _ theme: Theme) {
    guard isOn, let text else { return }
    for (match, part) in matches.parts(inLine: line, of: text) {
      let style = match == current ? theme.match.with(.reverse) : theme.match
      for index in part.clamped(to: cells.indices) {
        cells[index] = Cell(cells[index].glyph, style: style, width: cells[index].width, link: cells[index].link)
      }
    }
  }
}
