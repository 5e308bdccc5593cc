import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import Edits
@testable import PaneKit

/// The network was away, the demonstration stepped in, and the live feed is back: nothing of the one may be taken for the
/// other's.
@Suite struct WikipediaOriginTests {
  private let scheduler = TestScheduler()

  @Test func aFeedOfTheDemonstrationSaysSoInTheFirstFrame() {
    let viewModel = WikipediaViewModel(feed: ScriptedFeed(origin: .demo), scheduler: scheduler)
    #expect(viewModel.state.value.origin == .demo)
    viewModel.start()
    #expect(viewModel.state.value.origin == .demo)
  }

  @Test func theLiveFeedStartsAfresh() {
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.input.send(value: .connecting(.demo))
    feed.connect()
    feed.edit("Demonstration")
    feed.send(.newuser)
    scheduler.advance(by: 6.0)
    scheduler.perform {
      viewModel.send(.move(.lines(1)))
      viewModel.send(.filter(.begin))
      viewModel.send(.filter(.edit(.insert("demo"))))
      viewModel.send(.filter(.accept))
    }
    #expect(viewModel.state.value.origin == .demo)
    #expect(viewModel.state.value.total == 2)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Demonstration"])
    let mixed = Counter(
      viewModel.state.signal.filter { state in
        (state.recent.contains { $0.event.title == "Demonstration" } || state.latestEdit == "Demonstration"
          || !state.chart.series.isEmpty || !state.chart.annotations.isEmpty || state.rate != nil
          || state.selection != nil)
          && state.origin == .live
      })

    // Edits that were not taken over yet are the demonstration's too.
    feed.edit("Demonstration")
    feed.input.send(value: .connecting(.live))
    feed.connect()
    feed.edit("Live")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.origin == .live)
    #expect(viewModel.state.value.connection == .connected(source: .english))
    #expect(viewModel.state.value.recent.isEmpty, "what somebody typed stays")
    scheduler.perform { viewModel.send(.filter(.clear)) }
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Live"])
    #expect(viewModel.state.value.recent.first?.id == 3, "an id is never given twice")
    #expect(viewModel.state.value.latestEdit == "Live")
    #expect(mixed.count == 0)
    feed.edit("Live")
    scheduler.advance(by: 4.0)
    #expect(viewModel.state.value.chart.series.isEmpty, "the connection began inside of a window")
    feed.edit("Live")
    scheduler.advance(by: 4.0)
    #expect(viewModel.state.value.chart.series.points.map(\.value) == [0.2])
  }

  /// A server in the place of another, both live.
  @Test func whatCameBeforeAnotherServerIsVoid() {
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.edit("Before")
    scheduler.advance(by: 6.0)
    #expect(!viewModel.state.value.chart.series.isEmpty)
    scheduler.perform { viewModel.send(.sort(.size)) }
    feed.input.send(value: .restarted(.live))
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.recent.isEmpty && viewModel.state.value.chart.series.isEmpty)
    #expect(viewModel.state.value.connection == .connecting && viewModel.state.value.origin == .live)
    #expect(viewModel.state.value.order == .size, "what a person chose stays")
    feed.connect()
    feed.edit("After")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["After"])
  }

  /// Between two batches, away and back: the line must not lead from the one to the other.
  @Test func whatCameBeforeAnotherOriginIsVoidAlsoWhereThatWentAgain() {
    let feed = ScriptedFeed(origin: .demo)
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.edit("Before")
    scheduler.advance(by: 6.0)
    feed.input.send(value: .connecting(.live))
    feed.input.send(value: .connecting(.demo))
    feed.connect()
    feed.edit("After")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.origin == .demo)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["After"])
    #expect(viewModel.state.value.chart.series.isEmpty)
  }
}
