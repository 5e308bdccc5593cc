import Foundation
import Model
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What a tab's list makes of each step, in effects.
@Suite struct QuestionListTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private var list = QuestionList(QuestionFeed())
  private var load = QuestionLoad.State(.afterFailure(of: .first, .exponential(initial: 60, maximum: 900)))

  private mutating func answer(_ page: QuestionPage, to ask: QuestionAsk = .first, isAutomatic: Bool = false) {
    let rows = load.value ?? QuestionRows()
    receive(.value(rows.joined(with: page, of: rows.query(ask, of: list.feed))), ask, isAutomatic: isAutomatic)
  }

  private mutating func receive(
    _ event: QuestionLoad.Event, _ ask: QuestionAsk = .first, isAutomatic: Bool = false
  ) {
    load.reduce(.event(event, of: .init(ask: ask, isAutomatic: isAutomatic), at: (load.loadedAt ?? now) + 1))
    _ = list.reduce(.load(load))
  }

  /// Has the load report what an earlier run stored.
  private mutating func restore(_ ids: [Int]) {
    let stored = CachedQuestions(page: .sample(ids), fetched: now)
    load.reduce(.stored(.init(value: QuestionRows(stored, of: list.feed), at: now)))
    _ = list.reduce(.load(load))
  }

  @Test mutating func aTabThatIsShownInAnotherOrderMakesOneRequest() {
    let votes = QuestionFeed().ordered(by: .votes)
    #expect(list.reduce(.select(order: .votes, isOnScreen: true)) == [.follow(votes), .activate(true)])
    #expect(list.feed == votes)
    #expect(list.reduce(.select(order: .votes, isOnScreen: true)) == [])
    #expect(list.reduce(.select(order: nil, isOnScreen: true)) == [.follow(QuestionFeed())], "the settings' order")
  }

  @Test mutating func aTabThatIsLeftStopsAndKeepsItsOrder() {
    _ = list.reduce(.select(order: .votes, isOnScreen: true))
    #expect(list.reduce(.leave) == [.activate(false)])
    #expect(list.reduce(.leave) == [])
    #expect(list.reduce(.select(order: .votes, isOnScreen: true)) == [.activate(true)])
  }

  @Test mutating func aTabBeforeTheFirstRequestTakesItsOrder() {
    #expect(list.reduce(.select(order: .votes, isOnScreen: false)) == [.follow(QuestionFeed().ordered(by: .votes))])
  }

  @Test mutating func aListIsRefreshedWithTheQuestionBesideIt() {
    #expect(list.reduce(.refresh) == [.ask(.first), .inQuestion(.refresh)])
  }

  @Test mutating func anOpenQuestionIsRefreshedByItself() {
    answer(.sample([1]))
    _ = list.reduce(.action(.open))
    #expect(list.reduce(.refresh) == [.inQuestion(.refresh)])
    receive(.failed(.httpStatus(401, host: "example.org")))
    #expect(list.reduce(.refresh) == [.ask(.first), .inQuestion(.refresh)], "the list waits for a person")
  }

  @Test mutating func aQuestionOfTheDemonstrationWaitsForItsListBeforeThatIsAsked() {
    answer(.sample([1], origin: .demo))
    _ = list.reduce(.action(.open))
    #expect(list.reduce(.refresh) == [.inQuestion(.refreshAfterList), .ask(.first)])
  }

  @Test mutating func pastTheLastRowMoreIsAskedFor() {
    answer(.sample([1, 2], hasMore: true))
    #expect(list.reduce(.action(.move(.lines(1)))) == [])
    #expect(list.reduce(.action(.move(.lines(1)))) == [.askForMore])
    _ = list.reduce(.action(.open))
    #expect(list.reduce(.action(.move(.lines(1)))) == [], "the list's commands mean nothing to an open question")
    #expect(list.reduce(.action(.stepQuestion(1))) == [.askForMore])
  }

  /// The selected question after a person went past the end, perhaps did something else, and the next page came.
  @Test(
    arguments: [(nil, 4), (.field(.begin), 2), (.select(1), 1)]
      as [(StackOverflowViewModel.TabAction?, QuestionIdentity)])
  func theEndOfTheNextPageIsGoneToUnlessAPersonTurnsToSomethingElse(
    next: StackOverflowViewModel.TabAction?, selection: QuestionIdentity
  ) {
    var test = self
    test.answer(.sample([1, 2], hasMore: true))
    _ = test.list.reduce(.action(.move(.end)))
    #expect(test.list.reduce(.action(.move(.end))) == [.askForMore])
    test.load.reduce(.began(.init(ask: .next, isAutomatic: false)))
    _ = test.list.reduce(.load(test.load))
    if let next { _ = test.list.reduce(.action(next)) }
    // Words that were typed in another tab a moment ago.
    _ = test.list.reduce(.applyText)
    test.answer(.sample([3, 4]), to: .next)
    #expect(test.list.state.questions.map(\.id) == [1, 2, 3, 4] && test.list.state.selection == selection)
  }

  @Test mutating func onlyAStepPresentsAQuestionInPassing() {
    answer(.sample([1, 2]))
    _ = list.reduce(.action(.open))
    #expect(list.presented?.presentation == .opened)
    _ = list.reduce(.action(.stepQuestion(1)))
    #expect(list.presented?.presentation == .passing)
    _ = list.reduce(.action(.close))
    _ = list.reduce(.action(.open))
    #expect(list.presented?.presentation == .opened)
  }

  @Test mutating func newQuestionsThatWaitHaveNotBeenSeenByLeaving() {
    answer(.sample([1, 2]))
    _ = list.reduce(.action(.move(.lines(1))))
    answer(.sample([3, 1, 2]), isAutomatic: true)
    _ = list.reduce(.leave)
    #expect(list.state.questions.map(\.id) == [1, 2] && list.news == 1)
    _ = list.reduce(.action(.move(.start)))
    _ = list.reduce(.leave)
    #expect(list.state.questions.map(\.id) == [3, 1, 2] && list.news == 0)
  }

  @Test mutating func keptQuestionsAreNeverNew() {
    list = QuestionList(.kept())
    answer(.sample([1]))
    answer(.sample([2, 1]))
    #expect(list.state.questions.count == 2 && list.news == 0)
  }

  @Test mutating func aChoiceAmongStoredRowsDoesNotHoldTheSelectionInAnotherOrder() {
    restore([1, 2])
    _ = list.reduce(.action(.move(.lines(1))))
    _ = list.reduce(.select(order: .votes, isOnScreen: true))
    load.reduce(.forgotten)
    _ = list.reduce(.load(load))
    restore([1, 2])
    #expect(list.state.selection == 1)
    answer(.sample([2, 1]))
    #expect(list.state.selection == 2, "the first answer starts at its beginning")
  }

  @Test mutating func onlyAnOpenQuestionTogglesItsComments() {
    answer(.sample([1]))
    #expect(list.reduce(.action(.toggleComments)) == [])
    _ = list.reduce(.action(.open))
    #expect(list.reduce(.action(.toggleComments)) == [.inQuestion(.toggleComments)])
  }

  @Test mutating func wordsFollowTheFieldWhenTheyAreDue() {
    answer(.sample(1...12))
    _ = list.reduce(.action(.field(.begin)))
    _ = list.reduce(.action(.field(.edit(.insert("12")))))
    #expect(list.state.questions.count == 12)
    #expect(list.reduce(.applyText) == [])
    #expect(list.state.questions.map(\.id) == [12])
  }
}

extension QuestionLoad {
  typealias Event = Signal<QuestionRows, ServiceError>.Event
}
