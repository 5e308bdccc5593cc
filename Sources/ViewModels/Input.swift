import Signals

/// A way into a view model: what commands, fields and clicks send into its graph.
///
/// View models live on one scheduler, the interface's, and the compiler cannot check that; so sending from anywhere else
/// stops the program.
public struct Input<Value: Sendable>: Sendable {
  /// What was sent, on the interface's scheduler.
  public let signal: Signal<Value, Never>
  /// Sends from any thread, for the commands that still come from one; use ``send(_:)``.
  private let observer: Signal<Value, Never>.Observer
  private let scheduler: any Scheduler

  init(on scheduler: any Scheduler) {
    (signal, observer) = Signal<Value, Never>.pipe()
    self.scheduler = scheduler
  }

  /// Sends a value into the graph, which takes it in before this returns.
  ///
  /// The caller must be on the view model's scheduler.
  public func send(_ value: Value) {
    precondition(scheduler.isCurrent, "a view model was called outside of its scheduler")
    observer.send(value: value)
  }
}

extension Input where Value == Void {
  /// Sends the fact that it happened.
  public func send() { send(()) }
}
