import Signals

/// What the interface can wait for.
extension UI {
  /// Calls `handler` whenever a descriptor is ready for one of `events`, or broken, until the watch is disposed of.
  ///
  /// A broken descriptor stays ready, so its handler must end the watch.
  @UI public static func watch(
    _ descriptor: CInt, for events: PollEvents, _ handler: @escaping @UI @Sendable (PollEvents) -> Void
  ) -> any Disposable {
    loop.watch(descriptor, for: events) { events in UI.assumeIsolated { handler(events) } }
  }

  /// Calls `action` once, on the interface's thread, when `delay` has passed.
  @discardableResult
  public static func after(_ delay: Duration, _ action: @escaping @UI @Sendable () -> Void) -> any Disposable {
    loop.perform(at: .now + delay) { UI.assumeIsolated(action) }
  }
}
