import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs work on a serial dispatch queue.
public final class QueueScheduler: DateScheduler {
  /// The scheduler of the main queue.
  public static let main = QueueScheduler(internalQueue: .main)

  /// The queue that the work runs on.
  public let queue: DispatchQueue

  /// A key of its own, so that `isCurrent` is also true on queues that target this one.
  private let key = DispatchSpecificKey<Void>()

  /// Whether the queue holds the key, which is set when `isCurrent` is first read. To release a key's value,
  /// libdispatch takes a thread of another queue, and then wakes once a second until that thread has ended.
  private let isMarked = Locked(false)

  init(internalQueue: DispatchQueue) {
    queue = internalQueue
  }

  deinit {
    // The queue may outlive the scheduler, and a later key may get the same address.
    if isMarked.withLock({ $0 }) { queue.setSpecific(key: key, value: nil) }
  }

  /// A scheduler with a queue of its own.
  ///
  /// - Parameters:
  ///   - qos: The quality of service of its work.
  ///   - name: The queue's name in a debugger.
  ///   - targetQueue: The queue that it targets.
  public convenience init(
    qos: DispatchQoS = .default, name: String = "Signals.QueueScheduler", targeting targetQueue: DispatchQueue? = nil
  ) {
    self.init(internalQueue: DispatchQueue(label: name, qos: qos, target: targetQueue))
  }

  public var currentDate: Date { Date() }

  /// Whether the caller is on the queue, or on one that targets it.
  public var isCurrent: Bool {
    isMarked.withLock { isMarked in
      if !isMarked { queue.setSpecific(key: key, value: ()) }
      isMarked = true
    }
    return DispatchQueue.getSpecific(key: key) != nil
  }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    let work = ScheduledWork(action)
    queue.async { work.run() }
    return work
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    let timer = QueueTimer(action, repeats: false)
    timer.start(on: queue, at: .now() + delay(until: date), interval: .never, leeway: .nanoseconds(0))
    return timer
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    precondition(interval.timeInterval > 0, "The interval of repeated work must be longer than nothing.")
    let timer = QueueTimer(action, repeats: true)
    timer.start(on: queue, at: .now() + delay(until: date), interval: interval, leeway: leeway)
    return timer
  }

  private func delay(until date: Date) -> DispatchTimeInterval {
    DispatchTimeInterval(seconds: max(0, date.timeIntervalSinceNow))
  }
}

/// A timer of a dispatch queue, and the action that it runs.
private final class QueueTimer: Disposable {
  private let state: Locked<State>
  private let repeats: Bool

  // Unchecked: a dispatch source may be used from any thread, but does not say so to the compiler.
  private struct State: @unchecked Sendable {
    var action: (@Sendable () -> Void)?
    var source: DispatchSourceTimer?
  }

  init(_ action: @escaping @Sendable () -> Void, repeats: Bool) {
    state = Locked(State(action: action))
    self.repeats = repeats
  }

  var isDisposed: Bool { state.withLock { $0.action == nil } }

  func start(
    on queue: DispatchQueue, at deadline: DispatchTime, interval: DispatchTimeInterval, leeway: DispatchTimeInterval
  ) {
    let source = DispatchSource.makeTimerSource(queue: queue)
    // The source and the timer keep each other alive until the timer has run or is disposed of.
    source.setEventHandler { self.run() }
    source.schedule(deadline: deadline, repeating: interval, leeway: leeway)
    state.withLock { $0.source = source }
    source.activate()
  }

  private func run() {
    let action = repeats ? state.withLock { $0.action } : take()
    action?()
  }

  func dispose() {
    _ = take()
  }

  private func take() -> (@Sendable () -> Void)? {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    taken.source?.cancel()
    return taken.action
  }
}
