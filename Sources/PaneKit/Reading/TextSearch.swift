import Screen
import Text

/// The search in an open text: its matches, and the current one.
///
/// The text is folded when the first word is typed, and searched again only when the words or the text have changed.
package struct LayoutSearch<Document: LaidOutText>: Sendable {
  private(set) var matches = TextMatches.none
  /// The match from which `n` and `N` continue; `nil` without a match.
  private(set) var current: Int?
  private(set) var words = FilterWords("")

  private var index: TextIndex?
  private var document: Document?

  package init() {}

  /// Whether there is a search, so that `n` and `N` go from match to match.
  var isOn: Bool { !words.isEmpty }

  /// Finds words in a document.
  ///
  /// - Parameter place: Where the first match is searched if the words are new.
  mutating func find(_ words: FilterWords, in document: Document, from place: TextLayout.Place) {
    if words.isEmpty {
      if isOn { self = LayoutSearch() }
      return
    }
    let isNew = words != self.words
    let known = self.document.map { $0.hasSameText(as: document) } == true ? index : nil
    guard isNew || known == nil else {
      self.document = document
      return
    }
    // In a text that has changed, a person is still at the match to which they went.
    let former = isNew ? nil : self.place.flatMap { self.document?.anchor(of: $0) }
    self.document = document
    let index = known ?? TextIndex(document.layout.sections)
    let count = matches.count
    matches = TextMatches(index, of: words)
    (self.index, self.words) = (index, words)
    if isNew || count != matches.count {
      let start = former.flatMap { document.place(of: $0) } ?? place
      current = matches.count == 0 ? nil : wrapped(matches.first(from: index.start(from: start, in: document.layout)))
    }
  }

  /// Goes to the next or previous match from the current one, or, if that is not visible, from the visible lines. The first
  /// match follows the last one.
  ///
  /// - Parameters:
  ///   - first: The first visible line.
  ///   - end: The first line below the visible ones; `nil` if the text ends before.
  mutating func step(_ step: Int, from first: TextLayout.Place, to end: TextLayout.Place?) {
    guard let current, let index, let document else { return }
    if let place, place >= first, end.map({ place < $0 }) ?? true {
      self.current = wrapped(current + step)
    } else {
      let next = matches.first(from: index.start(from: first, in: document.layout))
      self.current = wrapped(step > 0 ? next : next - 1)
    }
  }

  /// The line of the current match.
  var place: TextLayout.Place? { location?.place }

  /// The line of the current match, and the cells where it begins.
  var location: (place: TextLayout.Place, cells: Range<Int>)? {
    guard let current, let index, let document,
      let start = index.place(of: matches[current].lowerBound, in: document.layout)
    else { return nil }
    return (start.place, start.cell..<start.cell + matches[current].count)
  }

  private func wrapped(_ match: Int) -> Int { (match + matches.count) % matches.count }

  /// `2 of 7`
  package var note: SafeText? {
    guard isOn else { return nil }
    return current.map { "\($0 + 1) of \(matches.count)" } ?? "no match"
  }

  /// Returns a line with its matches marked; the current one stands out.
  package func marked(_ line: TextLine, at place: TextLayout.Place, _ theme: Theme) -> TextLine {
    guard isOn, let index else { return line }
    var line = line
    for (glyphs, cells) in index.parts(of: line, at: place) {
      for (match, part) in matches.parts(in: glyphs) {
        let style = match == current ? theme.match.with(.reverse) : theme.match
        let first = cells.lowerBound - glyphs.lowerBound
        for index in part.lowerBound + first..<part.upperBound + first {
          let cell = line.cells[index]
          line.cells[index] = Cell(cell.glyph, style: style, width: cell.width, link: cell.link)
        }
      }
    }
    return line
  }
}
