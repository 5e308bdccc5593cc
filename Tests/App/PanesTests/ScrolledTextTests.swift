import Screen
import Testing
import Text

@testable import PaneKit

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
    text.scroll(.move(.lines(-1)))
    #expect(top == "word1")
    text.scroll(.move(.lines(7)))
    #expect(top == "word8")
    text.scroll(.move(.end))
    #expect(top == "word51")
    text.scroll(.move(.lines(9)))
    #expect(top == "word51", "the last line stays at the bottom")
    text.scroll(.move(.start))
    #expect(top == "word1")
    text.scroll(to: TextLayout.Place(section: 1))
    #expect(top == "word51", "a place below the text")
  }

  @Test mutating func anotherWidthKeepsTheAnchorAtTheTop() {
    text.scroll(.move(.lines(20)))
    for width in [12, 9, 80, 40] {
      source.width = width
      show()
      #expect(top == "word21", "\(width)")
    }
  }

  @Test mutating func aPlaceAtTheEndIsFoundAgainWhenTheWindowShrinks() {
    text.scroll(.move(.lines(45)))
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
  }

  @Test mutating func aPlaceWhosePartIsGoneStaysAtTheEndOfThePartBeforeItAndIsFoundAgain() {
    source.sections = [Self.words, ["b1", "b2"], Self.words.map { "c" + $0 }, Self.words.map { "d" + $0 }]
    show()
    text.scroll(to: TextLayout.Place(section: 2))
    text.scroll(.move(.lines(3)))
    #expect(top == "cword4")
    let all = source.sections
    source.sections = [all[0], all[1]]
    show()
    #expect(top == "word53", "the last page of what is left")
    for width in [30, 50, 40] {
      source.width = width
      show()
    }
    #expect(top == "word53")
    source.sections = all
    show()
    #expect(top == "cword4")
  }

  @Test mutating func theCurrentMatchStaysInATextThatGrowsAboveIt() {
    search(for: "word5")
    text.scroll(.match(1))
    text.scroll(.match(1))
    #expect(text.search.note == "3 of 11", "word51")
    source.sections[0].append("word5 again")
    show()
    #expect(text.search.note == "3 of 12")
  }

  // MARK: Before the text has come

  /// A text whose head alone is known.
  private mutating func beginWithItsHead() {
    source.sections = [["head"]]
    text = ScrolledText()
    text.show(source, lines: 10, search: field, isAwaited: true)
  }

  /// The text comes.
  private mutating func come() {
    source.sections = [["head"], Self.words]
    show()
  }

  @Test mutating func whatIsDoneBeforeTheTextIsDoneWhenItIsThere() {
    beginWithItsHead()
    text.scroll(.move(.lines(9)))
    text.scroll(.move(.lines(-2)))
    #expect(top == "head")
    come()
    #expect(top == "word7")
    show()
    text.scroll(.move(.lines(1)))
    #expect(top == "word8", "only once")
  }

  @Test mutating func eachMotionIsDoneInTurn() {
    beginWithItsHead()
    for motion in [.lines(-5), .lines(3), .end, .lines(-1)] as [Motion] { text.scroll(.move(motion)) }
    come()
    #expect(top == "word50")
    beginWithItsHead()
    for motion in [.end, .start, .lines(2)] as [Motion] { text.scroll(.move(motion)) }
    come()
    #expect(top == "word2")
  }

  @Test mutating func aSearchBeforeTheTextFindsInIt() {
    beginWithItsHead()
    text.scroll(.move(.lines(30)))
    func type(_ words: SafeText, isEditing: Bool = true) -> FilterState {
      FilterState(field: TextFieldState(words), isEditing: isEditing, words: FilterWords(words))
    }
    for state in [type(""), type("word2"), type("word2", isEditing: false)] {
      text.show(source, lines: 10, search: state, isAwaited: true)
      field = state
    }
    text.scroll(.match(-1))
    come()
    #expect(text.search.note == "11 of 11", "nothing from line 31 on, so the first of all, and one back")
    #expect(top == "word26")
  }

  @Test mutating func aTextThatDoesNotComeForgetsWhatWasDone() {
    beginWithItsHead()
    text.scroll(.move(.lines(9)))
    show()
    come()
    #expect(top == "head")
  }

  @Test mutating func aTextThatComesWhileItIsSetAsideRemembersWhatWasDone() {
    beginWithItsHead()
    text.scroll(.move(.lines(9)))
    text.setAside()
    come()
    #expect(top == "word9")
  }

  @Test mutating func aTextThatComesIsReadFromWhereItIsOpened() {
    beginWithItsHead()
    text.scroll(.move(.lines(2)))
    source.sections = [["head"], Self.words]
    text.show(source, lines: 10, search: field) {
      $0.layout.place(TextLayout.Place(section: 1), movedBy: 20)
    }
    #expect(top == "word23")
  }

  // MARK: Searches and wide lines

  @Test mutating func aTextThatIsSetAsideKeepsItsPlaceAndNotItsDocument() {
    text.scroll(.move(.lines(20)))
    text.setAside()
    #expect(text.document == nil)
    text.scroll(.move(.lines(3)))
    show()
    #expect(top == "word21")
  }

  @Test mutating func theSearchWrapsInBothDirections() {
    search(for: "word2")
    #expect(text.search.note == "1 of 11")
    text.scroll(.match(-1))
    #expect(text.search.note == "11 of 11")
    text.scroll(.match(1))
    #expect(text.search.note == "1 of 11")
    for _ in 0..<11 { text.scroll(.match(1)) }
    #expect(text.search.note == "1 of 11")
  }

  @Test mutating func aMatchIsShownWithSomeTextAboveIt() {
    search(for: "word40")
    #expect(top == "word37", "a third of the window")
    text.scroll(.move(.start))
    show()
    #expect(top == "word1", "a match that is known does not scroll again")
  }

  @Test mutating func wordsAreSearchedFromWhereTheFieldWasOpened() {
    text.scroll(.move(.lines(29)))
    search(for: "")
    search(for: "word5")
    #expect(text.search.note == "2 of 11", "word5 is above, word50 below")
    search(for: "word")
    search(for: "word4", isEditing: false)
    #expect(text.search.note == "2 of 11", "word40; Enter may come before the words are applied")
    text.scroll(.match(1))
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
    text.scroll(.sideways(8))
    #expect(text.column == 0, "nothing is wider than the window")
    source.overhang = 13
    show()
    text.scroll(.sideways(8))
    text.scroll(.sideways(8))
    #expect(text.column == 13)
    text.scroll(.sideways(-99))
    #expect(text.column == 0)
    text.scroll(.sideways(13))
    source.overhang = 2
    show()
    #expect(text.column == 2)
  }
}
