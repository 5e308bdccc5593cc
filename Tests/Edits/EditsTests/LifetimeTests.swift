import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import Edits
@testable import PaneKit

/// A view model that is let go of takes its timers and requests with it, and one that has nothing to do schedules nothing.
@Suite struct LifetimeTests {
  private let scheduler = TestScheduler()

  @Test func aWikipediaPaneLeavesNothingBehind() {
    let feed = ScriptedFeed()
    weak var released: WikipediaViewModel?
    do {
      let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
      released = viewModel
      viewModel.start()
      feed.connect()
      scheduler.advance(by: .seconds(1))
      feed.edit()
      feed.edit()
      scheduler.perform {
        viewModel.send(.filter(.begin))
        viewModel.send(.filter(.edit(.insert("a"))))
        viewModel.send(.filter(.edit(.insert("b"))))
      }
      #expect(scheduler.scheduledCount == 3, "the end of the window, a batch, and the filter's throttle")
    }
    #expect(released == nil)
    // The interruption of a batch that waits goes the way of batches.
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
    feed.edit()
    #expect(scheduler.scheduledCount == 0)
  }

  /// Neither somebody who follows what it shows, as the log does, nor commands that send into it keep it going.
  @Test func aWikipediaPaneThatIsObservedAndHasCommandsLeavesNothingBehindEither() {
    let feed = ScriptedFeed()
    let ended = LockedState(false)
    let actions: Input<WikipediaViewModel.Action>
    do {
      let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
      actions = viewModel.actions
      viewModel.state.producer.startWithCompleted { ended.withLock { $0 = true } }
      viewModel.link.producer.startWithValues { _ in }
      viewModel.start()
      feed.connect()
      scheduler.advance(by: .seconds(1))
      feed.edit()
    }
    scheduler.advance()
    #expect(ended.withLock { $0 })
    #expect(scheduler.scheduledCount == 0)
    withExtendedLifetime(actions) {}
  }

  @Test func aWikipediaPaneThatWasNotStartedSchedulesNothing() {
    let viewModel = WikipediaViewModel(feed: ScriptedFeed(), scheduler: scheduler)
    #expect(scheduler.scheduledCount == 0)
    withExtendedLifetime(viewModel) {}
  }

  @Test func aWikipediaPaneWaitsForTheEndOfTheWindowAndNothingElse() {
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    for _ in 0..<100 { feed.edit() }
    scheduler.advance(by: .seconds(1))
    #expect(scheduler.scheduledCount == 1)
    withExtendedLifetime(viewModel) {}
  }
}
