import Model
import Synchronization
import Text

/// Where keys go: what has them, and whether a field takes text there. A pane has a context of its own for each such place.
public struct KeyContext: Sendable, Hashable {
  /// What several contexts have in common. Commands that are not one pane's own are for a kind of context.
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A pane's own, whether or not a field of it takes text.
    public static let pane = Kinds(rawValue: 1 << 0)
    /// What a pane has opened.
    public static let content = Kinds(rawValue: 1 << 1)
    public static let overlay = Kinds(rawValue: 1 << 2)
    /// A field takes text, so that letters are no commands.
    public static let field = Kinds(rawValue: 1 << 3)
    public static let chart = Kinds(rawValue: 1 << 4)
    /// A chart beside which nothing else moves up and down.
    public static let loneChart = Kinds(rawValue: 1 << 5)
    /// A list with a selected row.
    public static let rows = Kinds(rawValue: 1 << 6)
    /// An open text.
    public static let text = Kinds(rawValue: 1 << 7)
    /// An open text in which something may be searched for.
    public static let searched = Kinds(rawValue: 1 << 8)
    /// Something is selected or open that has a page in the web.
    public static let linked = Kinds(rawValue: 1 << 9)
  }

  /// A bit of its own, which tells it apart from all others.
  fileprivate let bit: UInt64
  public let kinds: Kinds

  private static let count = Atomic<UInt64>(0)

  /// Creates a context that differs from all others, given what it has in common with some.
  public init(_ kinds: Kinds) {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
    precondition(number < 64, "more than 64 contexts of keys")
    bit = 1 << number
    self.kinds = kinds
  }

  /// Of a pane that has no other.
  public static let pane = KeyContext([.pane, .linked])
  /// Of a dashboard without a pane.
  static let nothing = KeyContext(.content)
  package static let overlay = KeyContext(.overlay)
  /// A list to choose from with a field that takes text.
  static let overlayField = KeyContext([.overlay, .field])

  public static func == (one: KeyContext, other: KeyContext) -> Bool { one.bit == other.bit }
  public func hash(into hasher: inout Hasher) { hasher.combine(bit) }
}

/// What settings and sentences know of a context.
public struct ContextDescription: Sendable {
  let context: KeyContext
  /// The part of the screen in words, `in an open question`.
  let place: SafeText?
  /// What is selected or open, for own commands.
  let subject: SubjectKind?
  /// The name of the pane.
  var pane: SafeText?

  public init(_ context: KeyContext, _ place: SafeText? = nil, subject: SubjectKind? = nil) {
    (self.context, self.place, self.subject) = (context, place, subject)
  }
}

extension CommandSpec {
  /// The contexts in which a command can be done: some, and all of certain kinds.
  public struct Contexts: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt64 = 0
    private var kinds: KeyContext.Kinds = []
    /// Those kinds only where no field takes text.
    private var leavesOutFields = false

    public init(arrayLiteral contexts: KeyContext...) { self.init(contexts) }

    public init(_ contexts: some Sequence<KeyContext>) { for context in contexts { bits |= context.bit } }

    /// - Parameter leavesOutFields: Whether those are left out in which a field takes text.
    public static func all(_ kinds: KeyContext.Kinds, leavingOutFields leavesOutFields: Bool = false) -> Contexts {
      var contexts = Contexts([])
      (contexts.kinds, contexts.leavesOutFields) = (kinds, leavesOutFields)
      return contexts
    }

    /// Where subjects of these kinds are. A kind of which no context tells is in the panes.
    static func of(_ kinds: [SubjectKind], among contexts: [ContextDescription]) -> Contexts {
      let own = contexts.filter { $0.subject.map(kinds.contains) ?? false }
      var contexts = Contexts(own.map(\.context))
      if kinds.contains(where: { kind in !own.contains { $0.subject == kind } }) { contexts.kinds = .pane }
      return contexts
    }

    public func contains(_ context: KeyContext) -> Bool {
      bits & context.bit != 0
        || !kinds.isDisjoint(with: context.kinds) && !(leavesOutFields && context.kinds.contains(.field))
    }

    public func union(_ contexts: KeyContext...) -> Contexts {
      var all = self
      for context in contexts { all.bits |= context.bit }
      return all
    }

    /// Every pane, whether or not a field of it takes text.
    public static let panes = all(.pane)
    /// The panes, and what they have open.
    static let content = all([.pane, .content])
    static let everywhere = all([.pane, .content, .overlay])
    static let fields = all(.field)
    static let charts = all(.chart)
    static let overlays: Contexts = [.overlay, .overlayField]

    /// Returns the part of the screen in which these contexts are, in words; `nil` for what all overlays have.
    func location(among contexts: [ContextDescription]) -> SafeText? {
      if kinds.contains(.pane) { return "in the panes" }
      if kinds == .field { return "in a field" }
      if kinds == .chart { return "in a chart" }
      if !kinds.isDisjoint(with: [.text, .searched]) { return "in an open text" }
      let places = contexts.filter { contains($0.context) && $0.place != nil }
      if let place = places.first?.place, places.allSatisfy({ $0.place == place }) { return place }
      let panes = places.compactMap(\.pane).uniqued { $0 }
      return panes.isEmpty ? nil : "in \(panes.joined(separator: " and "))"
    }
  }
}
