import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// What is wrong with a text is told whole.
@Suite(.serialized) struct WholeSentenceTests {
  // MARK: - In a pane

  private static let conditions = [
    "?risk>>", "?risk", "?risk>2", "?everything", "?\(String(repeating: "y", count: 80))", "film ?mnor", "?title:",
    "?title:\"a", "?bot and and minor", "?bot minor", "?(bot minor", "?(bot", "?bot)", "?ns:x", "?wiki:quark",
    "?wiki:\(String(repeating: "w", count: 80))", "?bytes>1.5", "?minor:yes", "?\(String(repeating: "(", count: 40))",
  ]

  /// The pane of a screen of 80 × 24, and the one beside the questions on 120 × 36.
  @Test(arguments: conditions, [(80, 22), (52, 18)])
  func aMistakeInTheFilterOfEditsIsToldWhole(text: String, size: (Int, Int)) throws {
    let field = SafeText(oneLine: text)
    let mistake = try #require(EventFilter(field, after: EventFilter()).mistake)
    let state = Sample.wikipedia {
      $0.filter = FilterState(field: TextFieldState(field), isEditing: true)
      $0.filterMistake = mistake
      $0.total = 6
    }
    let canvas = draw(state, size.0, size.1)
    let words = canvas.text.split(whereSeparator: { $0.isWhitespace || "│┃".contains($0) }).joined(separator: " ")
    #expect(words.contains(mistake.string), "\(canvas.text)")
    // The field has its text or the end of it.
    #expect(canvas.cursor != nil && words.contains("Filter"))
  }

  @Test func theRowsBelowAMistakeAreReached() throws {
    let mistake: SafeText = "column 2: risk needs <, <=, =, >= or > and a number, such as risk>0.9"
    var state = Sample.wikipedia {
      $0.filter = FilterState(field: TextFieldState("?risk"))
      $0.total = 6
    }
    func row(_ state: WikipediaState, atLine line: Int) -> WikipediaView.Target? {
      let click = MouseEvent(.click, at: Point(x: 5, y: line))
      return WikipediaView(state: state, scroll: ListScroll()).target(of: click, size: Size(width: 52, height: 18))
    }
    let whole = state
    let line = try #require((0..<18).first { row(whole, atLine: $0) == .event(9) })
    state.filterMistake = mistake
    #expect(row(state, atLine: line) == nil)
    #expect(row(state, atLine: line + 2) == .event(9))
  }

  // MARK: - In a list over the panes

  @Test(arguments: [(80, 24), (120, 36), (60, 20), (45, 24)])
  func aMistakeInAListIsToldWhole(size: (Int, Int)) async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1)
      story.connectFeed()
      story.turn(seconds: 60)
      @UI func told(in title: String) throws -> String {
        story.turn()
        let frame = try #require(story.frame(of: title))
        return story.words(inside: frame)
      }
      let search = "[a tag, and another one] and some more words"
      let noTag = try #require(QuestionSearch(search).mistakes.first)
      story.type("S")
      story.type(search)
      let inSearch = try told(in: "Search Stack Overflow")
      #expect(inSearch.contains(noTag.string), "\(inSearch)")
      story.type(.escape, "t")
      let tags = SafeText(oneLine: (0...QuestionFeed.maximumTags).map { "tag\($0)" }.joined(separator: " "))
      story.type(tags.string)
      let tooMany = try #require(FeedWords(tags).mistake)
      let inTags = try told(in: "Open a tab")
      #expect(inTags.contains(tooMany.string), "\(inTags)")
      story.type(.escape, .tab, "w")
      story.type("quark, de")
      let inWikis = try told(in: "Wikis")
      #expect(inWikis.contains("no wiki is called quark"), "\(inWikis)")
      story.type(.escape, .tab, "T")
      story.type("25:99")
      let inTime = try told(in: "Go to a time")
      #expect(
        inTime.contains("“25:99” is no time: 07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00"), "\(inTime)")
    }
  }
}
