import Signals

/// Finds objects that are still alive when they should not be.
///
/// ```swift
/// let survivors = LeakCheck.survivors { check in
///   let (signal, observer) = Signal<Int, Never>.pipe()
///   let mapped = check.watch(signal.map { $0 + 1 }, "mapped")
///   let probe = check.probe("observer")
///   mapped.observeValues { _ in _ = probe }
///   observer.sendCompleted()
/// }
/// #expect(survivors == [])
/// ```
public final class LeakCheck {
  private var witnesses: [Witness] = []

  private struct Witness {
    let name: String
    weak var object: AnyObject?
  }

  /// An object for closures to capture, which must be released with them.
  public final class Probe: Sendable {
    fileprivate init() {}
  }

  /// A check without watched objects.
  public init() {}

  /// Returns the names of the objects that `body` watched and that are still alive after it has returned.
  public static func survivors(_ body: (LeakCheck) throws -> Void) rethrows -> [String] {
    let check = LeakCheck()
    try body(check)
    return check.survivors
  }

  /// Returns the streams that `body` has made on this thread and that are still alive after it has returned, with the places
  /// where they were made and whom they observe. A release build notes none.
  ///
  /// ```swift
  /// #expect(LeakCheck.streamsLeft { _ = Panel() } == [])
  /// ```
  public static func streamsLeft(by body: () throws -> Void) rethrows -> [LivingStream] {
    try Signals.streamsLeft(by: body)
  }

  /// The names of the watched objects that are still alive.
  public var survivors: [String] {
    whileNobodyLooks { witnesses.filter { $0.object != nil }.map(\.name) }
  }

  /// Returns a watched probe.
  public func probe(_ name: String) -> Probe {
    let probe = Probe()
    witnesses.append(Witness(name: name, object: probe))
    return probe
  }

  /// Watches an object.
  @discardableResult
  public func watch<Object: AnyObject>(_ object: Object, _ name: String) -> Object {
    witnesses.append(Witness(name: name, object: object))
    return object
  }

  /// Watches the core of a signal, which may outlive the signal that a program holds.
  @discardableResult
  public func watch<Value, Error>(_ signal: Signal<Value, Error>, _ name: String) -> Signal<Value, Error> {
    witnesses.append(Witness(name: name, object: signal.leakWitness))
    return signal
  }
}
