import Dispatch
import Observation

/// Reads values while Observation tracks what is read, and reads again after a change.
private final class Tracking<Value: Sendable>: Disposable {
  private let output: Signal<Value, Never>.Core
  private let scheduler: any Scheduler
  /// Reads in the isolation of what is read, and calls its argument before the next change, once.
  private let read: @Sendable (_ onChange: @escaping @Sendable () -> Void) -> Value
  private let alarm = Alarm()

  init(
    into output: Signal<Value, Never>.Core, on scheduler: any Scheduler,
    _ read: @escaping @Sendable (_ onChange: @escaping @Sendable () -> Void) -> Value
  ) {
    self.output = output
    self.scheduler = scheduler
    self.read = read
    output.setUpstream(self)
  }

  /// Reads and sends, on the scheduler.
  func run() {
    // What is observed keeps the closure until its next change, which may never come.
    let value = read { [weak self] in self?.readLater() }
    output.send(value)
  }

  /// The change is only about to be made, so it is read when the current work of the scheduler is over, together with
  /// what else that changes.
  func readLater() {
    alarm.set { scheduler.schedule { [weak self] in self?.run() } }
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
  }
}

extension SignalProducer where Error == Never {
  /// Follows what `read` reads of `@Observable` objects of the main actor.
  ///
  /// ```swift
  /// let titles = SignalProducer.observing { "\(model.title) (\(model.count))" }.skipRepeats()
  /// ```
  ///
  /// Sends what `read` returns at the start, immediately if that happens on the main queue, and again after each turn
  /// of the main queue that has changed any of it: one value for all changes of a turn. All is sent on the main queue.
  /// The stream does not end; each start keeps what `read` captures until it is disposed of.
  ///
  /// ```
  /// model.title:                 a--b-c--
  /// observing { model.title }:   a--b-c--
  /// ```
  public static func observing(_ read: @escaping @MainActor @Sendable () -> Value) -> SignalProducer {
    SignalProducer { core in
      let tracking = Tracking(into: core, on: QueueScheduler.main) { onChange in
        MainActor.assumeIsolated { withObservationTracking({ read() }, onChange: onChange) }
      }
      if UIScheduler().isCurrent { tracking.run() } else { tracking.readLater() }
    }
  }

  /// Follows what `read` reads of `@Observable` objects of an actor, or of the actor itself, on that actor. See
  /// ``observing(_:)``.
  ///
  /// Each start keeps the actor alive until it is disposed of.
  public static func observing<A: Actor>(
    isolatedTo actor: A, _ read: @escaping @Sendable (isolated A) -> Value
  ) -> SignalProducer {
    SignalProducer { core in
      Tracking(into: core, on: ActorScheduler(actor)) { onChange in
        actor.assumeIsolated { actor in withObservationTracking({ read(actor) }, onChange: onChange) }
      }.readLater()
    }
  }
}
