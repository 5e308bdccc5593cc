import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What a search finds in a laid-out question.
@Suite struct TextSearchTests {
  /// A question in one column of cells, and what a search for some words marks in it, line by line.
  private static func marked(
    _ blocks: [RichText.Block], for words: SafeText, width: Int = 20, theme: Theme = Theme()
  ) -> (lines: [String], search: TextSearch) {
    var question = Sample.questions[0]
    question.title = "Title"
    question.body = RichText(blocks: blocks)
    let document = ReadingDocument(
      ReadingDocument.Source(question: question, detail: nil, width: width, theme: theme))
    var search = TextSearch()
    search.find(FilterWords(words), in: document, from: document.start)
    let lines = document.layout.lines(from: document.start, .max).compactMap { place, line -> String? in
      let marked = search.marked(line, at: place, theme)
      let found = zip(line.cells, marked.cells).filter { $0 != $1 }.map { $0.0.glyph.string }.joined()
      return found.isEmpty ? nil : found
    }
    return (lines, search)
  }

  private static let start = ReadingDocument.Place(section: 0)
  /// Behind the last section.
  private static let behind = ReadingDocument.Place(section: 1_000)

  private static func paragraph(_ text: SafeText) -> RichText.Block { .paragraph([.init(text)]) }

  @Test func eachOccurrenceOfEachWordIsFoundWhateverItsCaseAndItsDiacritics() {
    let (lines, search) = Self.marked([Self.paragraph("Zürich and ZURICH, zuri; an and")], for: "zurich AND", width: 60)
    #expect(lines == ["ZürichandZURICHand"])
    #expect(search.note == "1 of 4")
  }

  @Test func wordsThatOverlapAreOneMatch() {
    let (lines, search) = Self.marked([Self.paragraph("banana")], for: "ban nan")
    #expect(lines == ["banan"])
    #expect(search.note == "1 of 1")
    #expect(Self.marked([Self.paragraph("aaaaa")], for: "aa").search.note == "1 of 2")
  }

  @Test func aWordIsNotFoundAcrossTwo() {
    #expect(Self.marked([Self.paragraph("one two"), Self.paragraph("three")], for: "onetwo").lines.isEmpty)
    #expect(Self.marked([Self.paragraph("one two"), Self.paragraph("three")], for: "twothree").lines.isEmpty)
    #expect(
      Self.marked([Self.paragraph("a line that is filled and wrapped")], for: "filledand", width: 20).lines.isEmpty)
  }

  @Test func codeBeyondTheEdgeIsFound() {
    let (lines, search) = Self.marked([.code(["let identifier = 1"])], for: "identifier", width: 14)
    #expect(lines == ["identifier"])
    #expect(search.note == "1 of 1")
    #expect(search.location?.cells == 6..<16)
  }

  @Test func ideographsAreFoundAcrossLines() {
    let (lines, search) = Self.marked([Self.paragraph("並行処理で画面が固まる")], for: "画面", width: 12)
    #expect(lines == ["画", "面"])
    #expect(search.note == "1 of 1")
  }

  @Test func stepsGoFromMatchToMatchAndRoundTheEnd() {
    var search = Self.marked([Self.paragraph("a b a b a")], for: "b", width: 60).search
    #expect(search.note == "1 of 2")
    search.step(1, from: Self.start, to: nil)
    #expect(search.note == "2 of 2")
    search.step(1, from: Self.start, to: nil)
    #expect(search.note == "1 of 2")
    search.step(-1, from: Self.start, to: nil)
    #expect(search.note == "2 of 2")
    // Where the match is out of sight, from what is in sight.
    search.step(1, from: Self.behind, to: nil)
    #expect(search.note == "1 of 2")
    search.step(-1, from: Self.behind, to: nil)
    #expect(search.note == "2 of 2")
  }

  @Test func whatIsNotThereIsSaid() {
    var search = Self.marked([Self.paragraph("a b")], for: "xyz").search
    #expect(search.note == "no match" && search.place == nil)
    search.step(1, from: Self.start, to: nil)
    #expect(search.note == "no match")
  }
}
