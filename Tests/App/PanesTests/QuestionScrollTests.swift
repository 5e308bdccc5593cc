import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The place in an open question's text, which the pane keeps.
@Suite struct QuestionScrollTests {
  private static func state(
    question id: Question.ID? = 1, tab: Int = 0, hasDetail: Bool = true, trouble: ServiceFailure? = nil
  ) -> StackOverflowState {
    let reading = id.map { id in
      Sample.reading { reading in
        reading.question.id = id
        reading.trouble = trouble
        if !hasDetail { reading.detail = nil }
      }
    }
    var state = Sample.stackOverflow(reading: reading, selectedTab: tab)
    state.tabIDs = QuestionTab.standard.map(\.id)
    return state
  }

  private static func window(_ width: Int = 62, _ height: Int = 12) -> TextWindow {
    TextWindow(size: Size(width: width, height: height), theme: Theme())
  }

  private var text = QuestionScroll(state(), window: window())

  @Test mutating func itMovesByLinesAndPagesBetweenItsEnds() throws {
    let count = try #require(text.document?.layout.count)
    #expect(text.line == 0 && text.visibleLines == 10)
    text.reduce(.scroll(.move(.lines(-1))))
    #expect(text.line == 0)
    text.reduce(.scroll(.move(.lines(2))))
    text.reduce(.scroll(.move(.lines(text.page))))
    #expect(text.line == 11)
    text.reduce(.scroll(.move(.end)))
    #expect(text.line == count - 10)
    text.reduce(.scroll(.move(.lines(text.page))))
    #expect(text.line == count - 10)
    text.reduce(.scroll(.move(.start)))
    #expect(text.line == 0)
  }

  @Test mutating func itGoesFromAnswerToAnswer() throws {
    let answers = try #require(text.document?.answerNumbers)
    #expect(answers.count == 2)
    text.reduce(.answer(1))
    #expect(text.line == answers[0] && text.hasNextAnswer)
    text.reduce(.answer(1))
    #expect(text.line == answers[1] && !text.hasNextAnswer)
    text.reduce(.answer(1))
    #expect(text.line == answers[1])
  }

  @Test mutating func atTheEndThereIsNoNextAnswer() throws {
    // The last answer is short, so that its first line cannot be the first on the screen.
    text.reduce(.window(Self.window(62, 30)))
    let answers = try #require(text.document?.answerNumbers)
    text.reduce(.scroll(.move(.end)))
    #expect(text.line < answers[1] && !text.hasNextAnswer && text.hasPreviousAnswer == (text.line > answers[0]))
  }

  @Test func theBorderSaysWhichAnswerIsRead() throws {
    let state = Self.state()
    let answers = try #require(QuestionScroll(state, window: Self.window()).document?.answerNumbers)
    func border(_ line: Int, _ width: Int = 62) -> String {
      String(draw(state, width, 12, line: line).text.prefix { $0 != "\n" })
    }
    #expect(!border(answers[0] - 1).contains("answer"))
    #expect(border(answers[0]).contains("answer 1 of 2 · "))
    #expect(border(answers[1] - 1).contains("answer 1 of 2 · "))
    #expect(border(answers[1]).contains("answer 2 of 2 · "))
    #expect(border(.max / 2).contains("answer 2 of 2 · "))
    #expect(border(answers[0], 40).contains(" of "), "the place in the text stays where there is no room for both")
    #expect(!border(answers[0], 40).contains("answer"))
  }

  @Test mutating func codeIsScrolledToItsEndAndNoFurther() throws {
    text.reduce(.window(Self.window(30, 12)))
    let overhang = try #require(text.document?.overhang)
    #expect(overhang > 0 && text.hasWideCode && text.column == 0)
    text.reduce(.scroll(.sideways(-8)))
    #expect(text.column == 0)
    text.reduce(.scroll(.sideways(8)))
    #expect(text.column == min(8, overhang))
    text.reduce(.scroll(.sideways(1_000)))
    #expect(text.column == overhang)
    text.reduce(.window(Self.window(90, 12)))
    #expect(text.column == 0 && !text.hasWideCode)
  }

  @Test mutating func aMatchBeyondTheEdgeIsBroughtIntoSight() {
    var state = Self.state()
    text.reduce(.window(Self.window(30, 12)))
    state.reading?.search = FilterState(field: TextFieldState("main"), words: FilterWords("main"))
    text.reduce(.state(state))
    text.reduce(.scroll(.match(-1)))
    var seen: [Int] = []
    for _ in 0..<4 {
      text.reduce(.scroll(.match(1)))
      seen.append(text.column)
    }
    #expect(seen.contains { $0 > 0 }, "the comment at the end of a line of code")
    let canvas = { (text: QuestionScroll) in
      var canvas = Canvas(size: Size(width: 30, height: 12))
      StackOverflowView(
        state: state, scroll: ListScroll(), document: text.document, place: text.place, column: text.column,
        search: text.search
      ).draw(context(), into: &canvas)
      return canvas.text
    }
    #expect(canvas(text).contains("main"))
  }

  // MARK: Comments

  private static func state(comments: CommentsState) -> StackOverflowState {
    var state = state()
    state.reading?.comments = comments
    return state
  }

  /// What the first visible line says.
  private var top: String {
    text.document?.layout.lines(from: text.place, 1).first?.line.cells.map(\.glyph.string).joined() ?? ""
  }

  @Test mutating func theLineThatIsReadStaysWhenCommentsComeAboveItAndGo() throws {
    text.reduce(.window(Self.window(62, 8)))
    text.reduce(.answer(1))
    text.reduce(.scroll(.move(.lines(2))))
    let (line, top) = (text.line, top)
    #expect(top.hasPrefix("Only if the closure"))
    text.reduce(.state(Self.state(comments: CommentsState(isShown: true, isLoading: true))))
    #expect(self.top == top && text.line == line + 2, "a blank line and one that says that they are loaded")
    text.reduce(.state(Self.state(comments: CommentsState(isShown: true, content: Sample.commentsContent))))
    #expect(self.top == top && text.line > line + 3)
    text.reduce(.state(Self.state(comments: CommentsState(content: Sample.commentsContent))))
    #expect(self.top == top && text.line == line)
  }

  @Test mutating func commentsThatAreHiddenLeaveAPersonAtTheirPost() throws {
    let shown = Self.state(comments: CommentsState(isShown: true, content: Sample.commentsContent))
    text.reduce(.window(Self.window(62, 8)))
    text.reduce(.state(shown))
    while !top.contains("Which version"), text.line < 100 { text.reduce(.scroll(.move(.lines(1)))) }
    text.reduce(.state(Self.state(comments: CommentsState(content: Sample.commentsContent))))
    #expect(top.hasPrefix("The documentation"), "the last line of what they were on")
    text.reduce(.state(shown))
    #expect(top.contains("Which version"), "and back")
  }

  @Test mutating func aSearchFindsCommentsOnlyWhileTheyAreShown() {
    var state = Self.state(comments: CommentsState(isShown: true, content: Sample.commentsContent))
    state.reading?.search = FilterState(field: TextFieldState("release"), words: FilterWords("release"))
    text.reduce(.state(state))
    #expect(text.search.matches.count == 3, "two comments and where a link of one leads")
    state.reading?.comments.isShown = false
    text.reduce(.state(state))
    #expect(text.search.matches.count == 0)
  }

  @Test mutating func eachTabKeepsItsPlace() {
    text.reduce(.scroll(.move(.lines(3))))
    text.reduce(.state(Self.state(question: nil, tab: 1)))
    #expect(text.document == nil && text.line == 0)
    text.reduce(.state(Self.state(question: 1, tab: 2)))
    #expect(text.line == 0)
    text.reduce(.state(Self.state()))
    #expect(text.line == 3)
  }

  @Test mutating func aTabKeepsItsPlaceWhereverItIsMovedTo() {
    text.reduce(.scroll(.move(.lines(3))))
    // Another tab, in which the same question is open, moves to the left of it.
    var state = Self.state(question: 1, tab: 1)
    text.reduce(.state(state))
    text.reduce(.scroll(.move(.lines(5))))
    state.tabIDs.swapAt(0, 1)
    state.selectedTab = 0
    text.reduce(.state(state))
    #expect(text.line == 5)
    state.selectedTab = 1
    text.reduce(.state(state))
    #expect(text.line == 3)
  }

  @Test func aTabThatIsMovedAfterReadingIsReadOnWhereItWas() async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: 80, height: 16)
      story.type(.enter)
      story.turn()
      story.type("j", "j", "j")
      @UI func place() throws -> Substring {
        story.look()
        return try #require(story.screen.firstMatch(of: /\d+–\d+ of \d+/)?.output)
      }
      let read = try place()
      #expect(read.hasPrefix("4–"))
      story.type("2")
      story.turn()
      story.type("<", "2")
      #expect(try place() == read)
    }
  }

  @Test mutating func aQuestionThatIsOpenedBeginsAtItsStart() {
    text.reduce(.scroll(.move(.lines(3))))
    text.reduce(.state(Self.state(question: nil)))
    text.reduce(.state(Self.state()))
    #expect(text.line == 0)
    text.reduce(.scroll(.move(.lines(3))))
    text.reduce(.state(Self.state(question: 2)))
    #expect(text.line == 0)
  }

  @Test mutating func theEndStaysAtTheFootWhenTheScreenOrTheTextChanges() throws {
    text.reduce(.scroll(.move(.end)))
    text.reduce(.window(Self.window(62, 22)))
    #expect(text.line == (try #require(text.document?.layout.count)) - 20)
    text.reduce(.window(Self.window(30, 22)))
    text.reduce(.scroll(.move(.end)))
    #expect(text.line == (try #require(text.document?.layout.count)) - 20)
    // An error takes a line.
    text.reduce(.state(Self.state(trouble: ServiceFailure(.notFound("Question 1"), since: Sample.now))))
    #expect(text.visibleLines == 19)
    text.reduce(.state(Self.state(hasDetail: false)))
    #expect(text.line == 0)
  }

  @Test func keysBeforeAFrameActInTurn() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 24)
      story.type(.enter, "G", .pageUp, "g", "n", "j")
      let pane = story.panes.compactMap { $0 as? StackOverflowPane }.first
      let answer = pane?.text.value.document?.answerNumbers.first ?? -1
      #expect(pane?.text.value.line == answer + 1)
    }
  }
}

extension QuestionScroll {
  /// The first visible line, counted from 0.
  fileprivate var line: Int { document?.layout.number(of: place) ?? 0 }
}

extension ReadingDocument {
  /// The lines at which the answers start, counted from 0.
  fileprivate var answerNumbers: [Int] {
    answers.indices.compactMap { place(ofAnswer: $0).flatMap(layout.number) }
  }
}
