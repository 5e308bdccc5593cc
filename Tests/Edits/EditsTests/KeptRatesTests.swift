import Charting
import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// A multiple of five seconds.
private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// The rates of former runs, on the chart before anything is counted, with gaps where nothing was.
@Suite struct KeptRatesTests {
  private let scheduler = TestScheduler(startDate: start)
  private let feed = ScriptedFeed()
  private let store = MemoryStateStore(RememberedState())

  private static func kept(_ seconds: Int, _ people: Int = 1, windows: Int = 1) -> KeptRate {
    KeptRate(end: Int(start.timeIntervalSince1970) + seconds, people: people, windows: windows)
  }

  private func started(_ settings: WikipediaSettings = WikipediaSettings()) -> WikipediaViewModel {
    let viewModel = WikipediaViewModel(
      feed: feed, settings: Property(value: settings), server: Property(value: "https://a/"),
      memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
    return viewModel
  }

  /// Seconds since the beginning, to the second, and values.
  private func points(_ viewModel: WikipediaViewModel) -> [String] {
    viewModel.state.value.chart.series.points.map { point in
      "\(Int((point.time - start.timeIntervalSince1970).rounded())): \(point.value.map { "\($0)" } ?? "-")"
    }
  }

  @Test func theChartBeginsWithWhatWasKeptAndItsGaps() {
    store.rates.value = [
      Self.kept(-7_200, 2, windows: 12), Self.kept(-7_140, 24, windows: 12), Self.kept(-30), Self.kept(-25, 5),
    ]
    let viewModel = started()
    #expect(
      points(viewModel) == [
        "-7200: 0.03333333333333333", "-7140: 0.4", "-7140: -", "-30: 0.2", "-25: 1.0", "-25: -",
      ])
    #expect(store.readRates.value.map(\.source) == ["https://a/ enwiki"])
  }

  @Test func whatIsCountedOrToldOfAfterwardsCountsForMoreAndClosesGaps() {
    store.rates.value = [Self.kept(-20, 1), Self.kept(-15, 1), Self.kept(-10, 1)]
    let viewModel = started()
    feed.connect()
    let edits = [-12.0, -11, -6, -3, -2].map {
      WikiEvent(kind: .unspecified, title: "Page", time: start + $0, edit: WikiEdit(user: "Maria"))
    }
    feed.input.send(value: .history(WikiHistory(events: edits, start: start - 15, serverTime: start)))
    scheduler.advance(by: .seconds(5.1))
    #expect(
      points(viewModel) == ["-20: 0.2", "-15: 0.2", "-10: 0.4", "-10: 0.4", "-5: 0.2", "0: 0.4", "5: 0.0"])
  }

  @Test func eachFullWindowIsKeptWithThoseWhoMadeIt() {
    let viewModel = started()
    feed.connect()
    feed.input.send(
      value: .event(
        WikiEvent(kind: .unspecified, title: "Page", time: start, edit: WikiEdit(isBot: true)), isReplay: false))
    feed.edit("Other", at: start)
    scheduler.advance(by: .seconds(5.1))
    var bot = Self.kept(5, 0)
    (bot.bots, bot.untold) = (1, 1)
    #expect(store.keptRates == [bot])
    scheduler.perform { viewModel.send(.move(.lines(1))) }
    #expect(store.keptRates.count == 1, "once")
    feed.input.send(value: .connecting(.demo))
    feed.input.send(value: .connected(source: .english))
    scheduler.advance(by: .seconds(20))
    #expect(store.keptRates.count == 1, "nothing that is invented is kept")
  }

  @Test func otherWikisHaveRatesOfTheirOwn() {
    store.rates.value = [Self.kept(-5)]
    let viewModel = started()
    feed.connect()
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki"]))) }
    store.rates.value = [Self.kept(-10, 3)]
    feed.input.send(value: .selected(source: WikiSelection(["dewiki"])))
    scheduler.advance(by: .milliseconds(50))
    #expect(store.readRates.value.last?.source == "https://a/ dewiki")
    #expect(points(viewModel) == ["-10: 0.6", "-10: -"])
  }

  @Test func theHistoryIsAsLongAsItIsSet() {
    var settings = WikipediaSettings()
    settings.history = 3_600
    store.rates.value = [Self.kept(-3_700), Self.kept(-3_000)]
    let viewModel = started(settings)
    #expect(points(viewModel) == ["-3000: 0.2", "-3000: -"])
    #expect(store.readRates.value.last?.start == start - 3_600)
  }
}
