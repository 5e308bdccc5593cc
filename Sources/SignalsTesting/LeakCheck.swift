import Signals

/// Finds what is still alive when it should not be.
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

  /// Something to be captured by closures that are to be let go of.
  public final class Probe: Sendable {
    fileprivate init() {}
  }

  /// A check that watches nothing yet.
  public init() {}

  /// The names of what `body` asked to be watched and what is still alive when it has returned.
  public static func survivors(_ body: (LeakCheck) throws -> Void) rethrows -> [String] {
    let check = LeakCheck()
    try body(check)
    return check.survivors
  }

  /// The names of what is still alive.
  public var survivors: [String] {
    witnesses.filter { $0.object != nil }.map(\.name)
  }

  /// A probe that should not stay alive.
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

  /// Watches what a signal's events go through, which may outlive the signal that a program holds.
  @discardableResult
  public func watch<Value, Error>(_ signal: Signal<Value, Error>, _ name: String) -> Signal<Value, Error> {
    witnesses.append(Witness(name: name, object: signal.leakWitness))
    return signal
  }
}
