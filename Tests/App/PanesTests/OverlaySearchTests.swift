import Screen
import Testing
import Text

@testable import Edits
@testable import PaneKit

@Suite struct OverlaySearchTests {
  private static func typed(_ text: SafeText) -> OverlaySearch {
    var search = OverlaySearch()
    search.reduce(.field(.begin))
    search.reduce(.field(.edit(.insert(text))))
    return search
  }

  @Test func theFirstMatchFollowsTheLast() {
    var search = Self.typed("a")
    #expect(search.current(of: 3) == 0 && search.note(3) == "1 of 3")
    search.reduce(.match(-1))
    #expect(search.current(of: 3) == 2)
    search.reduce(.match(1))
    search.reduce(.match(1))
    #expect(search.current(of: 3) == 1 && search.note(3) == "2 of 3")
    // Other words begin again; with fewer matches in another layout there is a current one all the same.
    #expect(search.current(of: 1) == 0)
    search.reduce(.field(.edit(.insert("b"))))
    #expect(search.current(of: 3) == 0)
    #expect(search.current(of: 0) == nil && search.note(0) == "no match")
  }

  @Test func aFieldThatIsClosedTakesNoText() {
    var search = Self.typed("a")
    search.reduce(.field(.accept))
    search.reduce(.field(.edit(.insert("b"))))
    #expect(search.field.field.text == "a" && search.field.isShown && !search.field.isEditing)
    search.reduce(.field(.clear))
    #expect(search == OverlaySearch() && search.note(0) == nil)
  }

  @Test func labelsTitlesAndTextsAreSearched() {
    let chapters = [
      OverlayText.Chapter(title: "Älpha", lines: [OverlayText.Line(label: "alpha", text: "an ALPHA and alphas")])
    ]
    let text = OverlayText(chapters, fitting: 80, height: 20, theme: Theme())
    let matches = text.matches(of: FilterWords("alpha"))
    #expect(matches.map(\.row) == [0, 1, 1, 1])
    var canvas = Canvas(size: Size(width: 40, height: 2))
    text.draw(from: 0, marking: matches, current: 3, into: &canvas)
    let marked = canvas.cells.filter { $0.style.attributes.contains(.underline) }
    #expect(marked.map(\.glyph.string).joined() == "ÄlphaalphaALPHAalpha")
    #expect(canvas.cells.count { $0.style.attributes.contains(.reverse) } == 5)
    // A match that is scrolled away is not drawn.
    var rest = Canvas(size: Size(width: 40, height: 2))
    text.draw(from: 1, marking: matches, current: nil, into: &rest)
    #expect(rest.cells.count { $0.style.attributes.contains(.underline) } == 15)
  }
}
