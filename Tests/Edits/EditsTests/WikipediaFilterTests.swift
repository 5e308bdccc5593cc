import Foundation
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

@Suite struct WikipediaFilterTests {
  private let feed = ScriptedFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_400_165_160))
  private let viewModel: WikipediaViewModel

  /// Four titles, the newest first: 3 to 0.
  init() {
    viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    for title in ["Łódź Fabryczna", "River Thames", "Thames Barrier", "Fabrication"] as [SafeText] { feed.edit(title) }
    scheduler.advance(by: .seconds(1))
  }

  private var state: WikipediaState { viewModel.state.value }
  private var rows: [Int] { state.recent.map(\.id) }

  private func press(_ body: (WikipediaViewModel) -> Void) { scheduler.perform { body(viewModel) } }

  private func type(_ text: SafeText) {
    for letter in text.string { press { $0.send(.filter(.edit(.insert(SafeText(oneLine: String(letter)))))) } }
  }

  @Test func everyWordMustOccurInTheTitleWhateverCaseAndDiacritics() {
    press { $0.send(.filter(.begin)) }
    type("fabr")
    scheduler.advance(by: .milliseconds(100))
    #expect(rows == [3, 0])
    #expect(state.total == 4)
    #expect(state.filter.field.text == "fabr")
    type(" LODZ")
    scheduler.advance(by: .milliseconds(100))
    #expect(rows == [0])
    press { $0.send(.filter(.accept)) }
    #expect(!state.filter.isEditing)
    #expect(rows == [0])
    press { $0.send(.filter(.clear)) }
    #expect(rows == [3, 2, 1, 0])
    #expect(!state.filter.isShown)
  }

  @Test func theFilterRunsAtMostOnceInATenthOfASecond() {
    press { $0.send(.filter(.begin)) }
    type("t")
    scheduler.advance()
    #expect(rows == [3, 2, 1], "the first letter at once")
    type("ham")
    scheduler.advance(by: .milliseconds(90))
    #expect(rows == [3, 2, 1])
    scheduler.advance(by: .milliseconds(20))
    #expect(rows == [2, 1])
  }

  @Test func whoAcceptsMovesOrClicksGoesByWhatTheyTyped() {
    press { $0.send(.filter(.begin)) }
    type("thames")
    press { $0.send(.move(.lines(1))) }
    #expect(state.selection == 2)
    #expect(rows == [2, 1])
    #expect(state.filter.isEditing, "arrows move while typing")
    type(" river")
    press { $0.send(.select(2)) }
    #expect(rows == [1])
    #expect(state.selection == nil, "what was clicked is not there any more, and what was selected is hidden")
    press { $0.send(.filter(.edit(.deleteToStart))) }
    type("barrier")
    press { $0.send(.filter(.accept)) }
    #expect(rows == [2])
    #expect(state.selection == 2, "an event that the filter lets through again is still selected")
  }

  @Test func aTextClearedWithinTheThrottleDoesNotComeBack() {
    press { $0.send(.filter(.begin)) }
    type("ri")
    scheduler.advance(by: .milliseconds(10))
    type("ver")
    press { $0.send(.filter(.clear)) }
    scheduler.advance(by: .seconds(2))
    #expect(rows == [3, 2, 1, 0])
    #expect(state.filter == FilterState())
  }

  @Test func whatComesIsFilteredAndTheTickerAndTheChartAreNot() {
    press { $0.send(.filter(.begin)) }
    type("thames")
    press { $0.send(.filter(.accept)) }
    feed.edit("Thames Path")
    feed.edit("Somewhere else")
    scheduler.advance(by: .seconds(4))
    #expect(state.recent.map(\.event.title) == ["Thames Path", "Thames Barrier", "River Thames"])
    #expect(state.total == 6)
    #expect(state.latestEdit == "Somewhere else")
    #expect(state.rate == 1.2)
    for number in 0..<2_500 { feed.edit("Page \(number)") }
    scheduler.advance(by: .seconds(1))
    #expect(state.recent.map(\.event.title) == ["Thames Path", "Thames Barrier", "River Thames"], "however many come")
    #expect(state.total == WikipediaState.recentLimit + 3)
  }

  @Test func theSelectionMovesAmongTheRowsThatAreShown() {
    press { $0.send(.filter(.begin)) }
    type("thames")
    press {
      $0.send(.filter(.accept))
      $0.send(.move(.end))
    }
    #expect(state.selection == 1)
    press { $0.send(.move(.lines(-1))) }
    #expect(state.selection == 2)
    press { $0.send(.move(.lines(-1))) }
    #expect(state.selection == nil)
    press { $0.send(.select(0)) }
    #expect(state.selection == nil, "nobody can click what is not shown")
  }

  @Test func aListThatStandsStillIsFilteredToo() {
    press {
      $0.send(.gesture(.togglePause))
      $0.send(.filter(.begin))
    }
    type("thames")
    press { $0.send(.filter(.accept)) }
    feed.edit("Thames Path")
    scheduler.advance(by: .seconds(1))
    #expect(rows == [2, 1])
    press { $0.send(.gesture(.togglePause)) }
    #expect(rows == [4, 2, 1])
  }

  @Test func theLinkIsThatOfARowThatIsShown() {
    #expect(viewModel.link.value == nil)
    for title in ["Thames", "Seine"] as [SafeText] {
      feed.input.send(
        value: .event(
          .init(kind: .unspecified, title: title, time: nil, address: "https://example.org/\(title)"), isReplay: false))
    }
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.link.value == URL(string: "https://example.org/Seine"))
    press { $0.send(.filter(.begin)) }
    type("thames")
    press { $0.send(.filter(.accept)) }
    #expect(viewModel.link.value == URL(string: "https://example.org/Thames"))
    press { $0.send(.select(2)) }
    #expect(viewModel.link.value == nil, "the selected event has no page")
  }
}
