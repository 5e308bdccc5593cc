import Signals

/// An input of a view model, to which commands, fields and clicks send.
///
/// View models are confined to one scheduler, the interface's, which the compiler cannot check; sending on another one stops
/// the program.
public struct Input<Value: Sendable>: Sendable {
  /// The values sent, on the interface's scheduler.
  public let signal: Signal<Value, Never>
  /// Sends on any thread; use ``send(_:)``.
  private let observer: Signal<Value, Never>.Observer
  private let scheduler: any Scheduler

  package init(on scheduler: any Scheduler) {
    (signal, observer) = Signal<Value, Never>.pipe()
    self.scheduler = scheduler
  }

  /// Sends a value, which the graph has processed when this returns.
  ///
  /// The caller must be on the view model's scheduler.
  public func send(_ value: Value) {
    precondition(scheduler.isCurrent, "a view model was called outside of its scheduler")
    observer.send(value: value)
  }
}

extension Input where Value == Void {
  /// Sends the event.
  public func send() { send(()) }
}
