/// What the operators have in common that hold something back until their alarm rings: the newest value, the values of an
/// interval, a batch.
///
/// A subclass is a ``Stage``. It receives values, which set the alarm unless that is set, and sends when the alarm rings.
/// A failure or an interruption drops what is held, as does a completion unless it follows later, and goes out on the
/// scheduler immediately.
// Unchecked because it has subclasses. The lock of `state` guards `held` and the subclasses' further state.
class Holding<Held: Sendable, Output: Sendable, Error: Swift.Error>: Disposable, @unchecked Sendable {
  final let output = Signal<Output, Error>.Core()
  final let alarm = Alarm()
  final let state = Locked(HoldingState())
  final let held = Place<Held>()
  private let scheduler: Scheduler
  private let discardsWhenCompleted: Bool

  init(on scheduler: Scheduler, discardsWhenCompleted: Bool = true) {
    self.scheduler = scheduler
    self.discardsWhenCompleted = discardsWhenCompleted
  }

  func terminate(_ termination: Termination<Error>) {
    if case .completed = termination, !discardsWhenCompleted, completesLater() { return }
    drop()
    alarm.setLast { scheduler.schedule { [output] in output.end(termination) } }
  }

  /// Notes that the completion follows what is held; returns false if it need not wait.
  func completesLater() -> Bool {
    state.withLock { state in
      state.isCompleting = state.isAlarmSet
      return state.isCompleting
    }
  }

  /// Drops what is held, which is released outside of the lock.
  func drop() {
    let dropped = state.withLock { _ in held.take() }
    withExtendedLifetime(dropped) {}
  }

  final var isDisposed: Bool { alarm.isDisposed }

  final func dispose() {
    alarm.dispose()
    drop()
  }
}

/// Declared outside of the stage, where it would depend on the types of the values.
struct HoldingState: Sendable {
  var isAlarmSet = false
  /// Whether completion follows what is held.
  var isCompleting = false

  /// Returns whether the alarm must be set, and marks it as set.
  mutating func needsAlarm() -> Bool {
    defer { isAlarmSet = true }
    return !isAlarmSet
  }
}
