import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs work on an actor, in the order in which it was scheduled.
///
/// It brings the events of a stream to an actor that has no executor of its own:
///
/// ```swift
/// actor Total {
///   private var sum = 0
///
///   func follow(_ amounts: Signal<Int, Never>) {
///     amounts.observe(on: self).observeValues(isolatedTo: self) { total, amount in total.sum += amount }
///   }
/// }
/// ```
///
/// It does not keep the actor alive; work that is scheduled when the actor is gone never runs.
public final class ActorScheduler: DateScheduler {
  private let queue = Locked(Queue())
  private let run: @Sendable (@escaping @Sendable () -> Bool) -> Bool
  private let clock: any DateScheduler

  /// The number of actions that run before other work of the actor gets its turn.
  private static var turn: Int { 1024 }

  private struct Queue: Sendable {
    let waiting = ValueQueue<ScheduledWork>()
    /// Whether a task has been started that will take the waiting work.
    var isServed = false
  }

  /// A scheduler of `actor`.
  ///
  /// - Parameters:
  ///   - actor: The actor that the work runs on.
  ///   - clock: Tells the date, and when work that is scheduled for later is due.
  public init<A: Actor>(_ actor: A, clock: any DateScheduler = QueueScheduler(name: "Signals.ActorScheduler")) {
    self.clock = clock
    run = { [weak actor] next in
      guard let actor else { return false }
      Task { await Self.work(on: actor, while: next) }
      return true
    }
  }

  public var currentDate: Date { clock.currentDate }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    let work = ScheduledWork(action)
    let mustServe = queue.withLock { queue in
      queue.waiting.append(work)
      defer { queue.isServed = true }
      return !queue.isServed
    }
    if mustServe, !run({ self.runNext() }) { dropAll() }
    return work
  }

  @discardableResult
  public func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    let scheduled = SerialDisposable()
    let timer = clock.schedule(after: date) { [self] in scheduled.inner = schedule(action) }
    return CompositeDisposable([timer, scheduled])
  }

  @discardableResult
  public func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    let scheduled = SerialDisposable()
    let timer = clock.schedule(after: date, interval: interval, leeway: leeway) { [self] in
      scheduled.inner = schedule(action)
    }
    return CompositeDisposable([timer, scheduled])
  }

  private static func work<A: Actor>(on actor: isolated A, while next: @Sendable () -> Bool) async {
    var count = 0
    while next() {
      count += 1
      if count % turn == 0 { await Task.yield() }
    }
  }

  /// Runs the next action; returns false, after which a new task is needed, if there is none.
  private func runNext() -> Bool {
    let work: ScheduledWork? = queue.withLock { queue in
      queue.isServed = !queue.waiting.isEmpty
      return queue.isServed ? queue.waiting.takeFirst() : nil
    }
    work?.run()
    return work != nil
  }

  private func dropAll() {
    let dropped = queue.withLock { queue in
      defer { queue = Queue() }
      return queue.waiting
    }
    withExtendedLifetime(dropped) {}
  }
}

extension Signal {
  /// Sends all events on `actor`, in order. See ``ActorScheduler``.
  ///
  /// ```
  /// source:             -1--2--3|
  /// observe(on: actor): -1--2--3|
  /// ```
  public func observe<A: Actor>(on actor: A) -> Signal<Value, Error> {
    observe(on: ActorScheduler(actor))
  }
}

extension SignalProducer {
  /// Sends all events on `actor`, in order. See ``ActorScheduler``.
  public func observe<A: Actor>(on actor: A) -> SignalProducer<Value, Error> {
    // Each start has a scheduler of its own, so that the starts do not wait for one another.
    lift { $0.observe(on: actor) }
  }
}
