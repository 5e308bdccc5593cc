import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Two questions with the same number on two sites are two rows on the screen.
@Suite struct SameNumberTests {
  private static let questions = [
    Question(id: 7, title: "Here", score: 1), Question(id: 7, site: "unix", title: "There", score: 2),
  ]
  private static let size = Size(width: 80, height: 24)

  private static func state(selected: Int) -> StackOverflowState {
    Sample.stackOverflow(
      QuestionListState(
        load: .loaded(at: Sample.now), loadedAt: Sample.now, questions: questions, total: 2,
        selection: questions[selected].identity))
  }

  @Test func eachIsDrawnAndAClickMeansTheOneThatIsThere() throws {
    let view = StackOverflowView(state: Self.state(selected: 0), scroll: ListScroll())
    var canvas = Canvas(size: Self.size)
    // Twice, so that the second picture comes from the kept rows.
    for _ in 0..<2 { view.draw(context(), into: &canvas) }
    let lines = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
    let (here, there) = (lines.firstIndex { $0.contains("Here") }, lines.firstIndex { $0.contains("There") })
    let target = { (line: Int?) in
      view.target(of: MouseEvent(.click, at: Screen.Point(x: 20, y: line ?? 0)), size: Self.size)
    }
    #expect(target(here) == .selectedQuestion && target(there) == .question(Self.questions[1].identity))
  }

  /// The sites are said at any size, in rows of one line too.
  @Test(arguments: [(30, 20), (46, 20), (60, 8), (80, 24), (120, 36), (160, 45)], [false, true])
  func eachRowSaysItsSite(size: (width: Int, height: Int), isDense: Bool) {
    var state = Self.state(selected: 0)
    state.list.feed = QuestionFeed(otherSites: ["unix"])
    state.isDense = isDense
    var canvas = Canvas(size: Size(width: size.width, height: size.height))
    StackOverflowView(state: state, scroll: ListScroll()).draw(context(), into: &canvas)
    #expect(canvas.text.contains("unix") && canvas.text.contains("stackov"), "\(canvas.text)")
    #expect(canvas.text.contains("Here") && canvas.text.contains("There"))
  }

  @Test func whatFailedIsToldByItsSite() {
    var trouble = ServiceFailure(.timedOut(host: "a.example", seconds: 30), since: Sample.now)
    trouble.sites = ["unix"]
    for (width, expected) in [(120, "; the others are shown"), (40, "unix: "), (24, "unix: ")] {
      var canvas = Canvas(size: Size(width: width, height: 1))
      TroubleLine(trouble: trouble).draw(context(), x: 0, y: 0, width: width, into: &canvas)
      #expect(canvas.text.hasPrefix("unix: ") && canvas.text.contains(expected), "\(canvas.text)")
    }
  }

  @Test func aListFollowsItsSelectedRowAndNotTheOtherOne() {
    var scroll = ListScroll()
    scroll.adapt(selection: (.init(7, of: "unix"), 9), count: 100, visible: 10)
    scroll.adapt(selection: (.init(7, of: "unix"), 12), count: 100, visible: 10)
    #expect(scroll.offset == 3, "three rows came above it")
    scroll.adapt(selection: (.init(7, of: "stackoverflow"), 9), count: 100, visible: 10)
    #expect(scroll.offset == 3, "another row is selected: nothing moves")
  }

  @Test func anotherTextBeginsAtItsStart() {
    let state = { (site: String) in
      var state = Sample.stackOverflow(reading: Sample.reading { $0.question.site = site })
      state.tabIDs = QuestionTab.standard.map(\.id)
      return state
    }
    var text = QuestionScroll(state("unix"), window: TextWindow(size: Size(width: 62, height: 12), theme: Theme()))
    text.reduce(.scroll(.move(.lines(3))))
    #expect(text.place != text.document?.start)
    text.reduce(.state(state("stackoverflow")))
    #expect(text.place == text.document?.start)
  }
}
