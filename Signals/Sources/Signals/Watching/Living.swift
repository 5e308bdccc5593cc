/// A stream that is alive: in a debug build, what ``living()`` returns.
public struct LivingStream: Sendable, Equatable, CustomStringConvertible {
  /// The type, such as `Signal<Int, Never>`.
  public let type: String
  /// Where it was made, such as `Panel.swift:12`; nil if that is not known.
  public let place: String?
  /// The streams whose events it gets, as the operator between them and the place where the source was made, such as
  /// `map of Signal<Int, Never> at Panel.swift:11`.
  public let observes: [String]
  /// Who observes it, with the place where that began.
  public let observers: [String]

  public var description: String {
    var text = Self.name(type, place)
    if !observes.isEmpty { text += ", " + observes.joined(separator: ", ") }
    if !observers.isEmpty { text += ", observed by " + observers.joined(separator: ", ") }
    return text
  }

  fileprivate static func name(_ what: String, _ place: String?) -> String {
    place.map { "\(what) at \($0)" } ?? what
  }
}

/// Returns the streams that are alive, in the order in which they were made: each signal and each start, with the place in
/// the source where it was made and whom it observes.
///
/// ```swift
/// for stream in Signals.living() { print(stream) }
/// // Signal<Int, Never> at Panel.swift:11, observed by map at Panel.swift:12
/// // Signal<String, Never> at Panel.swift:12, map of Signal<Int, Never> at Panel.swift:11, observed by closure at Panel.swift:20
/// ```
///
/// The places are noted only if the program was started with `SIGNALS_PLACES` in its environment, since that makes streams
/// slower to make. A release build notes nothing, and returns none.
public func living() -> [LivingStream] {
  #if DEBUG
    LivingCores.alone { LivingCores.described(LivingCores.all) }
  #else
    []
  #endif
}

/// Returns the streams that `body` has made on this thread and that are still alive after it has returned; in a release
/// build, none.
package func streamsLeft(by body: () throws -> Void) rethrows -> [LivingStream] {
  #if DEBUG
    LivingCores.described(try LivingCores.left(by: body))
  #else
    try body()
    return []
  #endif
}

/// Calls `body` while no other thread looks at living streams, which keeps them alive as long.
package func whileNobodyLooks<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
  #if DEBUG
    try LivingCores.alone(body)
  #else
    try body()
  #endif
}

#if DEBUG
  /// The cores that are alive.
  enum LivingCores {
    private static let registry = Locked(Registry())
    /// Held while all streams are looked at.
    private static let look = Locked(())
    /// What this thread's scope has made, if one has begun.
    private static let scope = ThreadLocal<Scope>(isOwner: false)

    private struct Registry {
      var entries: [ObjectIdentifier: Entry] = [:]
      var lastNumber = 0
    }

    // Unchecked: `core` is only read, and reading a weak reference is safe.
    private final class Entry: @unchecked Sendable {
      let number: Int
      private(set) weak var core: Audience?

      init(_ number: Int, _ core: Audience) {
        self.number = number
        self.core = core
      }
    }

    private final class Scope {
      var numbers: Set<Int> = []
    }

    /// Whether a test looks for what this thread leaves.
    static var isObserved: Bool { scope.current != nil }

    static func add(_ core: Audience) {
      let number = registry.withLock { registry in
        registry.lastNumber += 1
        registry.entries[ObjectIdentifier(core)] = Entry(registry.lastNumber, core)
        return registry.lastNumber
      }
      scope.current?.numbers.insert(number)
    }

    static func remove(_ core: Audience) {
      let id = ObjectIdentifier(core)
      let entry = registry.withLock { $0.entries.removeValue(forKey: id) }
      withExtendedLifetime(entry) {}
    }

    static func alone<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
      try look.withLock { _ in try body() }
    }

    static var all: [Audience] { living(where: { _ in true }) }

    static func left(by body: () throws -> Void) rethrows -> [Audience] {
      let (outer, inner) = (scope.current, Scope())
      scope.borrow(inner)
      defer { scope.borrow(outer) }
      try body()
      outer?.numbers.formUnion(inner.numbers)
      // Another thread that looks at all streams would keep these alive.
      return alone { living(where: { inner.numbers.contains($0.number) }) }
    }

    /// The living cores of some entries, in the order in which they were made. Those of others are not touched: that would keep
    /// them alive for a moment, in which another thread may look for what is left.
    private static func living(where isIncluded: (Entry) -> Bool) -> [Audience] {
      let entries = registry.withLock { Array($0.entries.values) }
      return entries.filter(isIncluded).sorted { $0.number < $1.number }.compactMap(\.core)
    }

    static func described(_ cores: [Audience]) -> [LivingStream] {
      let places = Places(cores.map(\.place) + cores.flatMap { $0.debugObservers.map(\.subscription.place) })
      var sources: [ObjectIdentifier: [String]] = [:]
      for core in cores {
        let source = LivingStream.name(core.typeName, places[core.place])
        for attachment in core.debugObservers {
          let operation = Sinks.name(of: attachment.sink)
          for output in Sinks.outputs(of: attachment.sink) {
            sources[ObjectIdentifier(output), default: []].append("\(operation) of \(source)")
          }
        }
      }
      return cores.map { core in
        LivingStream(
          type: core.typeName, place: places[core.place], observes: sources[ObjectIdentifier(core)] ?? [],
          observers: core.debugObservers.map { attachment in
            LivingStream.name(Sinks.name(of: attachment.sink), places[attachment.subscription.place])
          })
      }
    }
  }

  /// What a sink is called, and which cores it sends to, as its stored properties tell.
  private enum Sinks {
    static func name(of sink: AnySink) -> String {
      let mirror = Mirror(reflecting: sink)
      // A stage says what it does, its sink does not.
      if let stage = mirror.children.first(where: { $0.label == "stage" })?.value {
        return word(String(describing: type(of: stage)), without: "Stage")
      }
      let name = word(String(describing: type(of: sink)), without: "Sink")
      switch name {
      case "closure", "termination", "observer": return "closure"
      case "relay", "send", "join": return "start"
      default: return name
      }
    }

    /// The first word of a type's name, without what all of its kind end with.
    private static func word(_ type: String, without ending: String) -> String {
      let name = type.prefix { $0 != "<" }
      let short = name.hasSuffix(ending) ? name.dropLast(ending.count) : name
      return short.prefix(1).lowercased() + short.dropFirst()
    }

    static func outputs(of sink: AnySink) -> [Audience] {
      outputs(of: sink, depth: 2)
    }

    private static func outputs(of object: Any, depth: Int) -> [Audience] {
      var found: [Audience] = []
      var mirror = Mirror(reflecting: object) as Mirror?
      while let current = mirror {
        for child in current.children {
          if let core = child.value as? Audience {
            found.append(core)
          } else if depth > 1, child.label == "stage" || child.label == "junction" || child.label == "state" {
            found += outputs(of: child.value, depth: depth - 1)
          }
        }
        mirror = current.superclassMirror
      }
      return found
    }
  }
#endif
