import Foundation
import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// 15 May 2014, 14:46:00 UTC.
private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// What crosses over from the feed's thread to the interface's: counted before, in bounded batches, without loss.
@Suite struct WikipediaDoorTests {
  @Test func anEventIsCountedInTheWindowInWhichItCameHoweverLongTheInterfaceIsBusy() {
    let interface = BusyScheduler(startDate: start)
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: interface)
    viewModel.start()
    feed.connect()
    interface.isBusy = true
    // An event in the first window, two in the second and so on; the ticks are late as well.
    for window in 0..<6 {
      for _ in 0...window { feed.edit() }
      interface.clock.advance(by: .seconds(5))
    }
    feed.edit()
    #expect(viewModel.state.value.chart.series.isEmpty)
    #expect(interface.waitingCount == 2, "a tick and a batch, however many have come")
    interface.isBusy = false
    let points = viewModel.state.value.chart.series.points
    #expect(points.map(\.value) == [0.2, 0.4, 0.6, 0.8, 1, 1.2])
    #expect(points.map { $0.time - start.timeIntervalSince1970 } == [5, 10, 15, 20, 25, 30])
  }

  @Test func aBatchIsBoundedHoweverMuchComes() {
    var intake = WikipediaIntake()
    var batch = WikipediaBatch()
    for number in 0..<50_000 {
      let kind = number % 2 == 0 ? WikiEvent.Kind.newuser : .unspecified
      let event = WikiEvent(kind: kind, title: "Page \(number)", time: nil)
      batch.append(intake.reduce(.update(.event(event, isReplay: false), at: start)))
    }
    #expect(batch.events.count < 2 * WikipediaState.recentLimit)
    #expect(batch.signUps.count < 2 * WikipediaBatch.signUpLimit)
    var model = WikipediaModel(now: start)
    model.reduce(.batch(batch, at: start))
    #expect(model.state.recent.map(\.id) == (48_000..<50_000).reversed())
    #expect(model.state.chart.annotations.count == 10_000)
  }

  @Test func aThousandEventsASecondAreOneHopInAThirtiethOfASecond() {
    let interface = BusyScheduler(startDate: start)
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: interface)
    viewModel.start()
    feed.connect()
    interface.clock.advance(by: .milliseconds(500))
    let before = interface.hops
    for _ in 0..<1_000 {
      feed.edit()
      interface.clock.advance(by: .milliseconds(1))
    }
    // And one for the ticker.
    #expect(interface.hops - before <= 32)
    #expect(viewModel.state.value.recent.count > 900)
  }

  /// On real threads: two that send, and the interface's, on which somebody moves and types meanwhile.
  @Test(.timeLimit(.minutes(2))) func nothingIsLostBetweenTheThreads() async {
    let count = 20_000
    let feed = ScriptedFeed()
    let interface = QueueScheduler(name: "interface")
    let viewModel = WikipediaViewModel(feed: feed, scheduler: interface)
    let trespasses = Counter(viewModel.state.signal.filter { _ in !interface.isCurrent })
    viewModel.start()
    feed.connect()
    // No title is a row without a title: they are told apart by their kind.
    for sender in 0..<2 {
      DispatchQueue(label: "feed \(sender)").async {
        for number in 0..<count {
          feed.send(number % 10 == 0 ? .newuser : .unspecified, "Page")
          if number % 1_000 == 0 {
            interface.schedule {
              viewModel.send(.move(.lines(1)))
              viewModel.send(.filter(.begin))
              viewModel.send(.filter(.edit(.insert("x"))))
              viewModel.send(.filter(.clear))
            }
          }
        }
      }
    }
    await viewModel.state.producer.first { $0.recent.first?.id == 2 * count - 1 }.ended()
    interface.schedule { viewModel.send(.followNewest) }
    await viewModel.state.producer.first { $0.selection == nil }.ended()
    let state = viewModel.state.value
    // What was held stays until the next batch.
    let latest = state.recent.prefix(WikipediaState.recentLimit).map(\.id)
    #expect(latest == (2 * count - WikipediaState.recentLimit..<2 * count).reversed())
    #expect(state.chart.annotations.count == 2 * count / 10)
    #expect(trespasses.count == 0)
  }

  /// The clock stands still, so that all belong to one window, while two threads send and a third takes batches over.
  @Test(.timeLimit(.minutes(2))) func everyEventIsCountedOnceWhoeverSendsIt() async {
    let (senders, each) = (2, 20_000)
    let feed = ScriptedFeed()
    let clock = TestScheduler(startDate: start)
    let viewModel = WikipediaViewModel(feed: feed, scheduler: clock)
    viewModel.start()
    feed.connect()
    await withTaskGroup { group in
      for _ in 0..<senders { group.addTask { for _ in 0..<each { feed.edit() } } }
      group.addTask { for _ in 0..<1_000 { clock.advance() } }
    }
    clock.advance(by: .seconds(5))
    #expect(viewModel.state.value.rate == Double(senders * each) / EditRate.window)
    #expect(viewModel.state.value.recent.first?.id == senders * each - 1)
  }
}

extension SignalProducer where Error == Never {
  /// Waits for the end.
  fileprivate func ended() async {
    await withCheckedContinuation { done in startWithCompleted { done.resume() } }
  }
}

/// An interface that may be busy: what is due meanwhile waits until it is free again. Time goes on.
private final class BusyScheduler: DateScheduler {
  let clock: TestScheduler
  private let state = LockedState(State())

  private struct State: Sendable {
    var isBusy = false
    var waiting: [@Sendable () -> Void] = []
    var hops = 0
  }

  init(startDate: Date) { clock = TestScheduler(startDate: startDate) }

  var isBusy: Bool {
    get { state.withLock { $0.isBusy } }
    set {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.isBusy = newValue
        return state.waiting
      }
      for action in waiting { action() }
      clock.advance()
    }
  }

  /// Actions that wait for a busy interface.
  var waitingCount: Int { state.withLock { $0.waiting.count } }
  /// Actions that it was given.
  var hops: Int { state.withLock { $0.hops } }

  var currentDate: Date { clock.currentDate }
  var isCurrent: Bool { clock.isCurrent }

  private func whenFree(_ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    state.withLock { $0.hops += 1 }
    return { [self] in
      let mustWait = state.withLock { state in
        if state.isBusy { state.waiting.append(action) }
        return state.isBusy
      }
      if !mustWait { action() }
    }
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? { clock.schedule(whenFree(action)) }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    clock.schedule(after: date, action: whenFree(action))
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    clock.schedule(after: date, interval: interval, leeway: leeway, action: whenFree(action))
  }
}
