import Signals

/// Descriptors and timers that the interface waits for.
extension UI {
  /// Calls `handler` whenever a descriptor is ready for one of `events`, or broken, until the watch is disposed.
  ///
  /// A broken descriptor stays ready, so its handler must end the watch.
  @UI public static func watch(
    _ descriptor: CInt, for events: PollEvents, _ handler: @escaping @UI @Sendable (PollEvents) -> Void
  ) -> any Disposable {
    loop.watch(descriptor, for: events) { events in UI.assumeIsolated { handler(events) } }
  }

  /// Calls `action` once, on the interface's thread, after `delay`.
  @discardableResult
  public static func after(_ delay: Duration, _ action: @escaping @UI @Sendable () -> Void) -> any Disposable {
    loop.perform(at: .now + delay) { UI.assumeIsolated(action) }
  }
}
