import Foundation
import Model
import Signals
import Testing
import Text

@testable import ViewModels

/// What a tab's list makes of each step, in effects.
@Suite struct QuestionListTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private var list = QuestionList(QuestionFeed())
  private var load = QuestionLoad.State(.afterFailure(of: .first, .exponential(initial: 60, maximum: 900)))

  private mutating func answer(_ page: QuestionPage) {
    let query = QuestionQuery(list.feed)
    receive(.value(QuestionRows().joined(with: page, of: query)))
  }

  private mutating func receive(_ event: QuestionLoad.Event) {
    load.take(.event(event, of: .init(ask: .first, isAutomatic: false), at: now))
    _ = list.take(.load(load))
  }

  @Test mutating func aTabThatIsShownInAnotherOrderMakesOneRequest() {
    let votes = QuestionFeed().ordered(by: .votes)
    #expect(list.take(.select(order: .votes, isOnScreen: true)) == [.follow(votes), .activate(true)])
    #expect(list.feed == votes)
    #expect(list.take(.select(order: .votes, isOnScreen: true)) == [])
    #expect(list.take(.select(order: nil, isOnScreen: true)) == [.follow(QuestionFeed())], "the settings' order")
  }

  @Test mutating func aTabThatIsLeftStopsAndKeepsItsOrder() {
    _ = list.take(.select(order: .votes, isOnScreen: true))
    #expect(list.take(.leave) == [.activate(false)])
    #expect(list.take(.leave) == [])
    #expect(list.take(.select(order: .votes, isOnScreen: true)) == [.activate(true)])
  }

  @Test mutating func aTabBeforeTheFirstRequestTakesItsOrder() {
    #expect(list.take(.select(order: .votes, isOnScreen: false)) == [.follow(QuestionFeed().ordered(by: .votes))])
  }

  @Test mutating func aListIsRefreshedWithTheQuestionBesideIt() {
    #expect(list.take(.refresh) == [.ask(.first), .inQuestion(.refresh)])
  }

  @Test mutating func anOpenQuestionIsRefreshedByItself() {
    answer(.sample([1]))
    _ = list.take(.action(.open))
    #expect(list.take(.refresh) == [.inQuestion(.refresh)])
    receive(.failed(.httpStatus(401, host: "example.org")))
    #expect(list.take(.refresh) == [.ask(.first), .inQuestion(.refresh)], "the list waits for a person")
  }

  @Test mutating func aQuestionOfTheDemonstrationWaitsForItsListBeforeThatIsAsked() {
    answer(.sample([1], origin: .demo))
    _ = list.take(.action(.open))
    #expect(list.take(.refresh) == [.inQuestion(.refreshAfterList), .ask(.first)])
  }

  @Test mutating func pastTheLastRowMoreIsAskedFor() {
    answer(.sample([1, 2], hasMore: true))
    #expect(list.take(.action(.move(.lines(1)))) == [])
    #expect(list.take(.action(.move(.lines(1)))) == [.askForMore])
    _ = list.take(.action(.open))
    #expect(list.take(.action(.move(.lines(1)))) == [], "the list's commands mean nothing to an open question")
    #expect(list.take(.action(.stepQuestion(1))) == [.askForMore])
  }

  @Test mutating func onlyAnOpenQuestionTogglesItsComments() {
    answer(.sample([1]))
    #expect(list.take(.action(.toggleComments)) == [])
    _ = list.take(.action(.open))
    #expect(list.take(.action(.toggleComments)) == [.inQuestion(.toggleComments)])
  }

  @Test mutating func wordsFollowTheFieldWhenTheyAreDue() {
    answer(.sample(1...12))
    _ = list.take(.action(.editFilter))
    #expect(list.take(.action(.edit(.insert("12")))) == [.settleSoon])
    #expect(list.state.questions.count == 12)
    #expect(list.take(.settle) == [])
    #expect(list.state.questions.map(\.id) == [12])
  }
}

extension QuestionLoad {
  typealias Event = Signal<QuestionRows, ServiceError>.Event
}
