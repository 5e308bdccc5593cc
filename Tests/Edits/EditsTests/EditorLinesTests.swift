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

private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// The rate by who makes edits: in one line or in several, and only of those whose edits are shown.
@Suite struct EditorLinesTests {
  private let scheduler = TestScheduler(startDate: start)
  private let feed = ScriptedFeed()

  private func started() -> WikipediaViewModel {
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    return viewModel
  }

  /// So many edits by each kind of editor, and what of nobody is told, in the next window.
  private func window(_ people: Int, _ anonymous: Int, _ bots: Int, untold: Int = 0, isMinor: Bool = false) {
    func send(_ count: Int, _ edit: WikiEdit?) {
      for _ in 0..<count {
        feed.input.send(
          value: .event(
            WikiEvent(kind: .unspecified, title: "Page", time: scheduler.currentDate, edit: edit), isReplay: false))
      }
    }
    send(people, WikiEdit(user: "Maria", isMinor: isMinor))
    send(anonymous, WikiEdit(user: "192.0.2.1"))
    send(bots, WikiEdit(user: "SweepBot", isBot: true))
    send(untold, nil)
    scheduler.advance(by: .seconds(5))
  }

  private func values(_ line: ChartLine) -> [Double?] { line.series.points.map(\.value) }

  @Test func eachKindOfEditorHasALineOrAllHaveOne() {
    let viewModel = started()
    window(1, 2, 3, untold: 4)
    #expect(viewModel.state.value.chart.lines.map(values) == [[2]])
    scheduler.perform { viewModel.send(.toggleLines) }
    let state = viewModel.state.value
    #expect(state.hasLinesApart && state.chart.lines.map(\.id) == ["people", "anonymous", "bots"])
    #expect(state.chart.lines.map(values) == [[0.2], [0.4], [0.6]])
    #expect(state.rate == 2)
    window(2, 0, 0)
    #expect(viewModel.state.value.chart.lines.map(values) == [[0.2, 0.4], [0.4, 0], [0.6, 0]])
    scheduler.perform { viewModel.send(.toggleLines) }
    #expect(viewModel.state.value.chart.lines.map(values) == [[2, 0.4]])
  }

  @Test func theSumIsOfThoseWhoseEditsAreShownFromTheBeginningOn() {
    let viewModel = started()
    window(1, 2, 3, untold: 4)
    scheduler.perform { viewModel.send(.chooseEdits(ShownEdits([.editor(.people), .editor(.anonymous)]))) }
    #expect(viewModel.state.value.chart.lines.map(values) == [[1.4]])
    #expect(viewModel.state.value.rate == 1.4)
    window(1, 1, 1)
    #expect(viewModel.state.value.chart.lines.map(values) == [[1.4, 0.4]])
    scheduler.perform { viewModel.send(.toggleLines) }
    #expect(viewModel.state.value.chart.lines.map(\.id) == ["people", "anonymous"])
    scheduler.perform { viewModel.send(.chooseEdits(.all)) }
    #expect(viewModel.state.value.chart.lines.map(values) == [[0.2, 0.2], [0.4, 0.2], [0.6, 0.2]])
  }

  @Test func aGapIsAGapOfAllLines() {
    let viewModel = started()
    window(1, 1, 1)
    feed.input.send(value: .disconnected(unreachable, retry: nil))
    scheduler.advance(by: .seconds(1))
    for shown in [ShownEdits([.editor(.bots)]), .all] {
      scheduler.perform {
        viewModel.send(.chooseEdits(shown))
        viewModel.send(.toggleLines)
      }
      #expect(viewModel.state.value.chart.lines.allSatisfy { values($0).last == .some(nil) })
    }
  }

  @Test func thePausedChartShowsTheSameMomentInOtherLines() {
    let viewModel = started()
    window(1, 0, 2)
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    window(5, 5, 5)
    scheduler.perform { viewModel.send(.toggleLines) }
    #expect(viewModel.state.value.isPaused)
    #expect(viewModel.state.value.chart.lines.map(values) == [[0.2], [0], [0.4]])
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    #expect(viewModel.state.value.chart.lines.map(values) == [[0.2, 1], [0, 1], [0.4, 1]])
  }

  @Test func theListLeavesOutWhatIsNotShownAndHasItAgainAfterwards() {
    let viewModel = started()
    window(2, 1, 1, isMinor: true)
    scheduler.perform { viewModel.send(.chooseEdits(ShownEdits([.major]))) }
    #expect(viewModel.state.value.recent.map(\.event.edit?.user) == ["SweepBot", "192.0.2.1"])
    scheduler.perform { viewModel.send(.chooseEdits(.all)) }
    #expect(viewModel.state.value.recent.count == 4)
  }

  @Test func whatWasChosenIsFoundAgain() {
    let store = MemoryStateStore()
    let viewModel = WikipediaViewModel(feed: feed, memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    viewModel.start()
    let shown = ShownEdits([.pages(.articles)])
    store.arrive(RememberedState(wikipedia: WikipediaChoices(shown: Override(shown, of: .all), hasLinesApart: true)))
    scheduler.advance()
    #expect(viewModel.state.value.edits == shown && viewModel.state.value.hasLinesApart)
    scheduler.perform {
      viewModel.send(.toggleLines)
      viewModel.send(.chooseEdits(.all))
    }
    #expect(store.changes(of: EditChange.self) == [.choice(.hasLinesApart(false)), .choice(.shown(nil))])
  }

  @Test func linesChosenBeforeTheStateIsReadStay() {
    let store = MemoryStateStore()
    let viewModel = WikipediaViewModel(feed: feed, memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    viewModel.start()
    scheduler.perform { viewModel.send(.toggleLines) }
    store.arrive(RememberedState(wikipedia: WikipediaChoices(hasLinesApart: true)))
    scheduler.advance()
    #expect(viewModel.state.value.hasLinesApart)
    scheduler.perform { viewModel.send(.toggleLines) }
    #expect(!viewModel.state.value.hasLinesApart)
    #expect(store.changes(of: EditChange.self) == [.choice(.hasLinesApart(true)), .choice(.hasLinesApart(false))])
  }
}
