import Screen
import Testing
import Text
import ViewModels

@testable import Panes

/// What holds of any open text: its place, its search, and another width.
@Suite struct ScrolledTextTests {
  /// Paragraphs in sections, each of which may go or come.
  private struct Paragraphs: LaidOutText {
    struct Source: Sendable, Equatable {
      var sections: [[String]]
      var width: Int
      var overhang = 0
    }

    struct Anchor: Sendable {
      var section: Int
      var anchor: TextLayout.Anchor
    }

    let source: Source
    let layout: TextLayout
    var overhang: Int { source.overhang }

    init(_ source: Source) {
      self.source = source
      let sections = source.sections.map { paragraphs in
        var section = TextSection(theme: Theme())
        for paragraph in paragraphs { section.add(SafeText(oneLine: paragraph), Theme().plain) }
        return section
      }
      layout = TextLayout(sections, width: source.width)
    }

    func changed(to source: Source) -> Self { Self(source) }
    func hasSameText(as other: Self) -> Bool { source.sections == other.source.sections }
    func anchor(of place: TextLayout.Place) -> Anchor {
      Anchor(section: place.section, anchor: layout.anchor(of: place))
    }
    func place(of anchor: Anchor) -> TextLayout.Place? {
      source.sections.indices.contains(anchor.section) ? layout.place(of: anchor.anchor, in: anchor.section) : nil
    }
  }

  private static let words = (1...60).map { "word\($0) and some more of it" }
  private var source = Paragraphs.Source(sections: [words], width: 40)
  private var field = FilterState()
  private var text = ScrolledText<Paragraphs>()

  init() { text.show(source, lines: 10, search: field) }

  private mutating func show(lines: Int = 10) { text.show(source, lines: lines, search: field) }

  private mutating func search(for words: SafeText, isEditing: Bool = true) {
    field = FilterState(field: TextFieldState(words), isEditing: isEditing, words: FilterWords(words))
    show()
  }

  /// The first word of the first visible line.
  private var top: String {
    let cells = text.document?.layout.lines(from: text.place, 1).first?.line.cells ?? []
    return cells.map(\.glyph.string).joined().split(separator: " ").first.map(String.init) ?? ""
  }

  @Test mutating func itMovesBetweenItsEnds() {
    #expect(top == "word1" && text.page == 9)
    text.take(.move(.lines(-1)))
    #expect(top == "word1")
    text.take(.move(.lines(7)))
    #expect(top == "word8")
    text.take(.move(.end))
    #expect(top == "word51")
    text.take(.move(.lines(9)))
    #expect(top == "word51", "the last line stays at the bottom")
    text.take(.move(.start))
    #expect(top == "word1")
    text.scroll(to: TextLayout.Place(section: 1))
    #expect(top == "word51", "a place below the text")
  }

  @Test mutating func anotherWidthKeepsTheAnchorAtTheTop() {
    text.take(.move(.lines(20)))
    for width in [12, 9, 80, 40] {
      source.width = width
      show()
      #expect(top == "word21", "\(width)")
    }
  }

  @Test mutating func aPlaceAtTheEndIsFoundAgainWhenTheWindowShrinks() {
    text.take(.move(.lines(45)))
    show(lines: 30)
    #expect(top == "word31", "as many lines as there is room for")
    show(lines: 10)
    #expect(top == "word46")
  }

  @Test mutating func textAboveTheAnchorMovesNothingAndTextToWhichNobodyScrolledBeginsAtItsStart() {
    source.sections.append(Self.words.map { "b" + $0 })
    show()
    #expect(top == "word1")
    text.scroll(to: TextLayout.Place(section: 1))
    #expect(top == "bword1")
    source.sections[0] += ["more", "and more"]
    show()
    #expect(top == "bword1")
    source.sections.removeLast()
    show()
    #expect(top == "word1", "its section is gone")
  }

  @Test mutating func aTextThatIsSetAsideKeepsItsPlaceAndNotItsDocument() {
    text.take(.move(.lines(20)))
    text.setAside()
    #expect(text.document == nil)
    text.take(.move(.lines(3)))
    show()
    #expect(top == "word21")
  }

  @Test mutating func theSearchWrapsInBothDirections() {
    search(for: "word2")
    #expect(text.search.note == "1 of 11")
    text.take(.match(-1))
    #expect(text.search.note == "11 of 11")
    text.take(.match(1))
    #expect(text.search.note == "1 of 11")
    for _ in 0..<11 { text.take(.match(1)) }
    #expect(text.search.note == "1 of 11")
  }

  @Test mutating func aMatchIsShownWithSomeTextAboveIt() {
    search(for: "word40")
    #expect(top == "word37", "a third of the window")
    text.take(.move(.start))
    show()
    #expect(top == "word1", "a match that is known does not scroll again")
  }

  @Test mutating func wordsAreSearchedFromWhereTheFieldWasOpened() {
    text.take(.move(.lines(29)))
    search(for: "")
    search(for: "word5")
    #expect(text.search.note == "2 of 11", "word5 is above, word50 below")
    search(for: "word")
    search(for: "word4", isEditing: false)
    #expect(text.search.note == "2 of 11", "word40; Enter may come before the words are applied")
    text.take(.match(1))
    search(for: "word4", isEditing: false)
    #expect(text.search.note == "3 of 11", "the same words find nothing again")
  }

  @Test mutating func matchesFollowADocumentThatGrows() {
    search(for: "word60")
    #expect(text.search.note == "1 of 1")
    source.sections.append(["word60 in an answer"])
    show()
    #expect(text.search.matches.count == 2)
    source.sections.removeLast()
    show()
    #expect(text.search.matches.count == 1)
  }

  @Test mutating func wideLinesAreScrolledAsFarAsTheyGo() {
    text.take(.sideways(8))
    #expect(text.column == 0, "nothing is wider than the window")
    source.overhang = 13
    show()
    text.take(.sideways(8))
    text.take(.sideways(8))
    #expect(text.column == 13)
    text.take(.sideways(-99))
    #expect(text.column == 0)
    text.take(.sideways(13))
    source.overhang = 2
    show()
    #expect(text.column == 2)
  }
}
