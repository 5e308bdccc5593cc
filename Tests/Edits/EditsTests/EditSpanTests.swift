import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import Edits
@testable import PaneKit

private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// The span of the chart of edits, which a person chooses.
@Suite struct EditSpanTests {
  private let scheduler = TestScheduler(startDate: start)
  private let feed = ScriptedFeed()
  private let settings = MutableProperty(WikipediaSettings())
  private let store = MemoryStateStore()

  private func started() -> WikipediaViewModel {
    let viewModel = WikipediaViewModel(
      feed: feed, settings: Property(capturing: settings), memory: Memory(in: store, on: scheduler),
      scheduler: scheduler)
    viewModel.start()
    return viewModel
  }

  private func hours(_ viewModel: WikipediaViewModel) -> Double {
    (viewModel.state.value.chart.viewport.time.span / 36).rounded() / 100
  }

  private func steps(_ viewModel: WikipediaViewModel, _ action: WikipediaViewModel.Action) -> [Double] {
    (0..<8).map { _ in
      scheduler.perform { viewModel.send(action) }
      return hours(viewModel)
    }
  }

  @Test(
    arguments: [
      (24.0, [0.03, 0.07, 0.13, 0.17, 1, 6, 24, 24]), (1, [0.03, 0.07, 0.13, 0.17, 1, 1, 1, 1]),
      (72, [0.03, 0.07, 0.13, 0.17, 1, 6, 24, 72]), (720, [0.03, 0.07, 0.13, 0.17, 1, 6, 24, 168]),
    ] as [(Double, [Double])])
  func itGrowsToWhatIsKept(history: Double, expected: [Double]) {
    settings.value.history = history * 3_600
    let viewModel = started()
    scheduler.advance(by: .seconds(1))
    #expect(steps(viewModel, .lengthenSpan) == expected)
    #expect(steps(viewModel, .shortenSpan).last == 0.02, "and back to what was shown at first")
  }

  @Test func itIsThereAgainAndStaysWithOtherWikis() {
    let viewModel = started()
    store.arrive(RememberedState(wikipedia: WikipediaChoices(span: 21_600)))
    scheduler.advance(by: .seconds(1))
    #expect(hours(viewModel) == 6 && store.isUntouched)
    scheduler.perform { viewModel.send(.lengthenSpan) }
    #expect(store.changes(of: EditChange.self) == [.choice(.span(86_400))])
    feed.connect()
    feed.input.send(value: .selected(source: WikiSelection(["dewiki"])))
    scheduler.advance(by: .seconds(1))
    #expect(hours(viewModel) == 24)
    settings.value.history = 7_200
    #expect(hours(viewModel) == 2, "no longer than rates are kept")
  }

  @Test func oneChosenBeforeTheStateIsReadStays() {
    let viewModel = started()
    scheduler.perform { viewModel.send(.lengthenSpan) }
    store.arrive(RememberedState(wikipedia: WikipediaChoices(span: 21_600)))
    scheduler.advance(by: .seconds(1))
    #expect(hours(viewModel) == 0.03)
  }

  /// A new chart grows as its data come; each span on the way can be chosen again.
  @Test func eachSpanThatWasShownIsFoundAgain() {
    let viewModel = started()
    scheduler.advance(by: .seconds(1))
    feed.connect()
    var shown: [Double] = [hours(viewModel)]
    for _ in 0..<700 {
      scheduler.advance(by: .seconds(1))
      if shown.last != hours(viewModel) { shown.append(hours(viewModel)) }
    }
    #expect(shown == [0.02, 0.03, 0.07, 0.13, 0.17])
    let back = steps(viewModel, .shortenSpan)
    #expect(back.prefix(4) == [0.13, 0.07, 0.03, 0.02])
    #expect(steps(viewModel, .lengthenSpan).prefix(4) == [0.03, 0.07, 0.13, 0.17])
  }

  /// The chart begins with the ten minutes that the wiki's list tells.
  @Test func theHistoryThatCameIsShownWhole() {
    let viewModel = started()
    scheduler.advance(by: .seconds(1))
    feed.connect()
    let history = WikiHistory(
      events: [WikiEvent(kind: .unspecified, title: "Page", time: start - 500)], start: start - 600, serverTime: start)
    feed.input.send(value: .history(history))
    feed.edit("Now", at: start)
    scheduler.advance(by: .seconds(10))
    #expect(hours(viewModel) == 0.17)
  }
}
