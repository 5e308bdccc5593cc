import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// No schedule of threads loses a terminal event.
@Suite(.timeLimit(.minutes(2))) struct RacingEndsTests {
  #if SANITIZED
    private static let rounds = 60
  #else
    private static let rounds = 400
  #endif

  // MARK: An end that comes between a decision and what is done about it

  @Test func anEndThatComesWhileDebounceSetsItsAlarmAgainGoesOut() {
    expectEndDuringAlarm { source, scheduler in source.debounce(1, on: scheduler) }
  }

  @Test func anEndThatComesWhileDelaySetsItsAlarmAgainGoesOut() {
    expectEndDuringAlarm { source, scheduler in source.delay(1, on: scheduler) }
  }

  /// Lets two values wait, and ends the source at the moment at which the alarm for the second is being set.
  private func expectEndDuringAlarm(
    location: SourceLocation = #_sourceLocation,
    _ apply: (Signal<Int, MarbleError>, DateScheduler) -> Signal<Int, MarbleError>
  ) {
    for ending: Signal<Int, MarbleError>.Event in [.completed, .failed(MarbleError()), .interrupted] {
      // The first look at the clock at 1 s is the alarm's own; the next one belongs to the new alarm.
      for look in 1...3 {
        let scheduler = WatchedScheduler()
        let (source, input) = Signal<Int, MarbleError>.pipe()
        let recorder = apply(source, scheduler).record()
        input.send(value: 1)
        scheduler.clock.advance(by: 0.5)
        input.send(value: 2)
        scheduler.clock.advance(by: 0.4)
        scheduler.onLook(look) { input.send(ending) }
        scheduler.clock.advance(by: 10)
        // Where the hook has not been reached, the end comes late, which must work as well.
        input.send(ending)
        scheduler.clock.advance(by: 10)
        #expect(recorder.ending != nil, "\(ending) at look \(look)", sourceLocation: location)
        #expect(recorder.isWellFormed, sourceLocation: location)
        #expect(scheduler.clock.scheduledCount == 0, sourceLocation: location)
      }
    }
  }

  @Test func anEndThatComesWhileAValueIsBeingScheduledGoesOut() {
    let scheduler = WatchedScheduler()
    let (source, input) = Signal<Int, Never>.pipe()
    let isHeldBack = MutableProperty(true)
    let recorder = source.throttle(while: isHeldBack, on: scheduler).record()
    input.send(value: 1)
    scheduler.onSchedule { input.sendCompleted() }
    isHeldBack.value = false
    scheduler.clock.advance()
    #expect(recorder.events == [.completed])
    #expect(scheduler.clock.scheduledCount == 0)
  }

  // MARK: Every operator of time, on a real queue

  @Test(arguments: TimeOperator.allCases)
  func anEndThatRacesWithValuesAndTimersGoesOut(through name: TimeOperator) async {
    let scheduler = QueueScheduler(name: "RacingEndsTests")
    for round in 0..<Self.rounds {
      let (source, input) = Signal<Int, MarbleError>.pipe()
      let condition = MutableProperty(false)
      let output = name.apply(source, scheduler, condition)
      let ending: Signal<Int, MarbleError>.Event =
        [.completed, .failed(MarbleError()), .interrupted][round % 3]
      await withCheckedContinuation { ended in
        output.observe { event in
          if event.isTerminating { ended.resume() }
        }
        DispatchQueue.global().async {
          for value in 0..<(round % 7) {
            input.send(value: value)
            condition.value.toggle()
            spin(round % 50)
          }
          condition.value = false
        }
        DispatchQueue.global().async {
          spin(round * 7 % 300)
          input.send(ending)
        }
      }
    }
  }
}

/// The operators whose events come from a scheduler.
enum TimeOperator: CaseIterable {
  case throttle, throttleKeeping, throttleWhile, debounce, debounceKeeping, delay, collectEvery, collectKeeping
  case collectSkippingEmpty, conflate, timeout, observeOn, lazyMap

  func apply(
    _ source: Signal<Int, MarbleError>, _ scheduler: QueueScheduler, _ condition: MutableProperty<Bool>
  ) -> Signal<Void, MarbleError> {
    // Short enough for several alarms to ring in each round.
    let interval = 20e-6
    let every = DispatchTimeInterval.microseconds(20)
    return switch self {
    case .throttle: source.throttle(interval, on: scheduler).map(value: ())
    case .throttleKeeping: source.throttle(interval, on: scheduler, discardWhenCompleted: false).map(value: ())
    case .throttleWhile: source.throttle(while: condition, on: scheduler).map(value: ())
    case .debounce: source.debounce(interval, on: scheduler).map(value: ())
    case .debounceKeeping: source.debounce(interval, on: scheduler, discardWhenCompleted: false).map(value: ())
    case .delay: source.delay(interval, on: scheduler).map(value: ())
    case .collectEvery: source.collect(every: every, on: scheduler).map(value: ())
    case .collectKeeping: source.collect(every: every, on: scheduler, discardWhenCompleted: false).map(value: ())
    case .collectSkippingEmpty:
      source.collect(every: every, on: scheduler, skipEmpty: true, discardWhenCompleted: false).map(value: ())
    case .conflate: source.conflate(every: interval, into: 0, on: scheduler) { $0 += $1 }.map(value: ())
    case .timeout: source.timeout(after: 100 * interval, raising: MarbleError(), on: scheduler).map(value: ())
    case .observeOn: source.observe(on: scheduler).map(value: ())
    case .lazyMap: source.lazyMap(on: scheduler) { _ in }
    }
  }
}

/// Keeps a thread busy for some microseconds.
private func spin(_ microseconds: Int) {
  let end = DispatchTime.now() + .microseconds(microseconds)
  while DispatchTime.now() < end {}
}

/// A virtual clock that calls an action when it is looked at, or given work.
private final class WatchedScheduler: DateScheduler {
  let clock = TestScheduler()
  private let hook = Locked<(looksLeft: Int, action: @Sendable () -> Void)?>(nil)
  private let scheduleHook = Locked<(@Sendable () -> Void)?>(nil)

  /// Calls `action` when the next work has been scheduled, before the operator hears of that.
  func onSchedule(_ action: @escaping @Sendable () -> Void) {
    scheduleHook.withLock { $0 = action }
  }

  /// Calls `action` at the given look at the clock from now on, counted from one.
  func onLook(_ number: Int, _ action: @escaping @Sendable () -> Void) {
    hook.withLock { $0 = (number, action) }
  }

  var currentDate: Date {
    let due: (@Sendable () -> Void)? = hook.withLock { hook in
      hook?.looksLeft -= 1
      guard let action = hook?.action, hook?.looksLeft == 0 else { return nil }
      hook = nil
      return action
    }
    due?()
    return clock.currentDate
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    defer {
      let hook = scheduleHook.withLock { hook in
        defer { hook = nil }
        return hook
      }
      hook?()
    }
    return clock.schedule(action)
  }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    clock.schedule(after: date, action: action)
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    clock.schedule(after: date, interval: interval, leeway: leeway, action: action)
  }
}
