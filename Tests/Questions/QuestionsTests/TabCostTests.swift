import Foundation
import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Questions

/// What showing a tab costs does not grow with the tabs that were shown before, counted in what is started and emitted.
@Suite struct TabCostTests {
  private let scheduler = TestScheduler()
  private let service = ScriptedQuestionService()
  private let settings = CountedProperty<TimeInterval?>(300)
  private let clock: CountedClock

  init() { clock = CountedClock(scheduler) }

  /// A pane of which all tabs have been shown and loaded.
  private func pane(tabs count: Int) -> StackOverflowViewModel {
    let tabs = (0..<count).map { QuestionTab(name: "tab", feed: QuestionFeed(tags: ["tag-\($0)"])) }
    let viewModel = StackOverflowViewModel(
      tabs: Property(value: tabs), refreshPeriod: Property(capturing: settings), service: service, scheduler: clock)
    scheduler.perform { viewModel.start() }
    for index in tabs.indices {
      scheduler.perform { viewModel.send(.selectTab(index)) }
      service.pages.answer(index, .sample(1...30))
      scheduler.advance()
    }
    return viewModel
  }

  @Test(arguments: [10, 1_000]) func aTabThatWasShownIsShownAgainAtTheSameCost(count: Int) {
    let viewModel = pane(tabs: count)
    let states = Counter(viewModel.state.signal)
    let (starts, readings) = (settings.starts, clock.readings)
    for tab in 0..<10 { scheduler.perform { viewModel.send(.selectTab(tab)) } }
    #expect(states.count == 10, "a switch is one state")
    #expect(settings.starts == starts, "nothing of the settings is followed again")
    #expect(clock.readings - readings == 20, "two tabs look at the clock, no other")
  }

  @Test func aKeyStartsNothingAgainAndIsOneState() {
    let viewModel = pane(tabs: 2)
    let states = Counter(viewModel.state.signal)
    let (starts, readings) = (settings.starts, clock.readings)
    for _ in 0..<10 { scheduler.perform { viewModel.send(.inTab(.move(.lines(1)))) } }
    #expect(states.count == 10)
    #expect(settings.starts == starts && clock.readings == readings)
  }
}

/// A property that counts how often its producer is started.
private final class CountedProperty<Value: Sendable>: PropertyProtocol {
  private let property: MutableProperty<Value>
  private let count = LockedState(0)

  init(_ value: Value) { property = MutableProperty(value) }

  var starts: Int { count.withLock { $0 } }
  var value: Value { property.value }
  var signal: Signal<Value, Never> { property.signal }
  var producer: SignalProducer<Value, Never> {
    property.producer.on(starting: { [weak self] in self?.count.withLock { $0 += 1 } })
  }
}

/// A scheduler that counts how often its clock is read.
private final class CountedClock: DateScheduler {
  private let scheduler: TestScheduler
  private let count = LockedState(0)

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  var readings: Int { count.withLock { $0 } }
  var isCurrent: Bool { scheduler.isCurrent }
  var currentDate: Date {
    count.withLock { $0 += 1 }
    return scheduler.currentDate
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? { scheduler.schedule(action) }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? {
    scheduler.schedule(after: date, action: action)
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? {
    scheduler.schedule(after: date, interval: interval, leeway: leeway, action: action)
  }
}
