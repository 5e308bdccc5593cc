import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Conditions of the filter's field and of the settings.
@Suite struct WikipediaConditionTests {
  private let feed = ScriptedFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let settings = MutableProperty(WikipediaSettings())
  private let viewModel: WikipediaViewModel

  /// Three edits, the newest first: 3 of a bot, 2 minor, 1.
  init() {
    viewModel = WikipediaViewModel(feed: feed, settings: Property(capturing: settings), scheduler: scheduler)
    viewModel.start()
    scheduler.advance(by: .seconds(1))
    feed.connect()
    edit(1)
    edit(2, isMinor: true)
    edit(3, isBot: true)
    scheduler.advance(by: .seconds(1))
  }

  private func edit(_ revision: Int, _ title: SafeText = "Zürich", isMinor: Bool = false, isBot: Bool = false) {
    let edit = WikiEdit(
      revision: WikiRevision(wiki: "enwiki", old: nil, new: revision), user: "Maria", isMinor: isMinor, isBot: isBot)
    let event = WikiEvent(kind: .unspecified, title: title, time: nil, wiki: "enwiki", edit: edit)
    feed.input.send(value: .event(event, isReplay: false))
  }

  private func annotate(_ revision: Int, _ facts: EditFacts) {
    feed.input.send(value: .annotated(EditAnnotation(.init(wiki: "enwiki", revision: revision), facts)))
  }

  private func press(_ body: (WikipediaViewModel) -> Void) { scheduler.perform { body(viewModel) } }
  private func type(_ text: SafeText) {
    press { $0.send(.filter(.edit(.insert(text)))) }
    scheduler.advance(by: .milliseconds(100))
  }
  private var state: WikipediaState { viewModel.state.value }
  private var revisions: [Int] { state.recent.compactMap { $0.event.edit?.revision?.new } }

  @Test func whatFollowsAQuestionMarkIsACondition() {
    press { $0.send(.filter(.begin)) }
    type("?minor or bot")
    #expect(revisions == [3, 2] && state.total == 3 && state.filterMistake == nil)
    press { $0.send(.filter(.clear)) }
    #expect(revisions == [3, 2, 1])
  }

  @Test func wordsMayStandBeforeIt() {
    edit(4, "Bern", isMinor: true)
    press { $0.send(.filter(.begin)) }
    type("zur ?minor")
    #expect(revisions == [2] && state.filter.words == FilterWords("zur"))
    type("zz")
    #expect(revisions == [2])
  }

  /// A question mark inside a word, or with nothing behind it, is no condition.
  @Test func aQuestionMarkAloneLeavesOutNothing() {
    press { $0.send(.filter(.begin)) }
    type("zur ?")
    #expect(revisions == [3, 2, 1] && state.filterMistake == nil)
    press { $0.send(.filter(.edit(.deleteToStart))) }
    type("what?minor")
    #expect(revisions == [] && state.filterMistake == nil)
  }

  @Test func aMistakeIsToldAndTheLastRightConditionStays() {
    press { $0.send(.filter(.begin)) }
    type("zur ?bot")
    #expect(revisions == [3])
    type(" and mnor")
    #expect(state.filterMistake == "column 14: \"mnor\" is not known; did you mean minor?" && revisions == [3])
    type("x")
    edit(5, isBot: true)
    scheduler.advance(by: .seconds(1))
    #expect(revisions == [5, 3] && state.filterMistake != nil)
    press { $0.send(.filter(.edit(.deleteToStart))) }
    type("?minor")
    #expect(state.filterMistake == nil && revisions == [2])
  }

  @Test func aFactThatComesLaterBringsTheEditIntoTheList() {
    press { $0.send(.filter(.begin)) }
    type("?risk>0.9")
    #expect(revisions == [])
    annotate(2, EditFacts(risk: 0.95))
    scheduler.advance(by: .seconds(1))
    #expect(revisions == [2])
    annotate(2, EditFacts(risk: 0.1))
    scheduler.advance(by: .seconds(1))
    #expect(revisions == [])
  }

  /// Among many other edits there is time for its facts, and then it stays.
  @Test func whatHoldsStaysWhileOthersComeAndGo() {
    press { $0.send(.filter(.begin)) }
    type("?risk>0.9")
    edit(50)
    for part in 0..<5 {
      for revision in 0..<100 { edit(100 + part * 100 + revision) }
      scheduler.advance(by: .seconds(1))
    }
    annotate(50, EditFacts(risk: 0.95))
    scheduler.advance(by: .seconds(1))
    #expect(revisions == [50])
    for part in 0..<20 {
      for revision in 0..<150 { edit(1_000 + part * 150 + revision) }
      scheduler.advance(by: .seconds(1))
    }
    #expect(revisions == [50])
    #expect(state.total <= WikipediaState.totalLimit)
    press { $0.send(.filter(.clear)) }
    edit(9_999)
    scheduler.advance(by: .seconds(1))
    #expect(revisions.count == WikipediaState.recentLimit)
  }

  @Test func aSelectionReturnsWithItsRow() {
    press { $0.send(.move(.lines(3))) }
    #expect(state.selection != nil && revisions.last == 1)
    let selection = state.selection
    press { $0.send(.filter(.begin)) }
    type("?bot")
    #expect(state.selection == nil)
    press { $0.send(.filter(.clear)) }
    #expect(state.selection == selection)
  }

  @Test func theSettingsLeaveOutEditsAndAreFollowed() throws {
    settings.value.filter = try EditCondition("not bot")
    scheduler.advance()
    #expect(revisions == [2, 1] && state.total == 2 && state.condition != nil)
    press { $0.send(.filter(.begin)) }
    type("?minor or bot")
    #expect(revisions == [2])
    settings.value.filter = nil
    scheduler.advance()
    #expect(revisions == [3, 2] && state.condition == nil)
    // A person's condition outlives another origin.
    feed.input.send(value: .restarted(.live))
    feed.connect()
    for revision in 7...8 { edit(revision, isMinor: revision == 7) }
    scheduler.advance(by: .seconds(1))
    #expect(revisions == [7])
  }

  @Test func aConditionWithANameTakesThePlaceOfTheSettingsFilter() throws {
    settings.value.filter = try EditCondition("not bot")
    settings.value.conditions = [NamedCondition("bots", try EditCondition("bot"))]
    press { $0.send(.chooseCondition("bots")) }
    #expect(revisions == [3] && state.condition?.name == "bots")
    // What is typed applies besides.
    press { $0.send(.filter(.begin)) }
    type("?minor")
    #expect(revisions == [])
    press { $0.send(.filter(.clear)) }
    // The words that the name stands for are those of now.
    settings.value.conditions = [NamedCondition("bots", try EditCondition("bot or minor"))]
    scheduler.advance()
    #expect(revisions == [3, 2])
    settings.value.conditions = []
    scheduler.advance()
    #expect(revisions == [2, 1] && state.condition?.name == nil)
    settings.value.conditions = [NamedCondition("bots", try EditCondition("bot"))]
    scheduler.advance()
    #expect(revisions == [3], "the name is still chosen")
    press { $0.send(.chooseCondition(nil)) }
    #expect(revisions == [2, 1])
  }
}
