import Screen
import Text

/// An action of a person: with keys, and listed in the help.
///
/// Its ``CommandSpec`` says what is constant; a command adds what depends on the state, and what it does. The keymap, the
/// footer and the help are views of the same list.
///
/// ```swift
/// Command(
///   .tabs.close, hint: Hint("close", rank: 2), disabled: state.value.canClose ? nil : "The last tab stays open"
/// ) { viewModel.send(.closeTab) }
/// ```
///
/// Whether it can be done is asked when a key or a frame needs it, and never announced.
///
/// A class, because lists of commands are combined and searched with every key and every frame: copying a value would retain
/// a dozen references.
public final class Command: Sendable {
  /// A command's id, used in settings: `pane.refresh`, `list.down`.
  public struct ID: Sendable, Hashable, ExpressibleByStringLiteral {
    public let name: String

    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }
  }

  /// A chapter of the help.
  public struct Category: Sendable, Hashable {
    public var title: SafeText
    /// Chapters are ordered by this number.
    public var order: Int

    public init(_ title: SafeText, order: Int) {
      self.title = title
      self.order = order
    }

    public static let lists = Category("Lists and texts", order: 1)
    /// An open text, most often a question.
    package static let reading = Category("A question", order: 4)
    public static let charts = Category("Charts", order: 5)
    public static let everywhere = Category("Everywhere", order: 6)
  }

  /// The command's hint in the footer. A class for the same reason.
  public final class Hint: Sendable {
    public let label: SafeText
    /// Hints are in the order of their ranks. If not all fit, those with the highest rank are left out first.
    public let rank: Int
    /// When the hint should be shown, if that is less often than the command is enabled.
    public let isUseful: Condition?
    /// Whether the hint is at the footer's right end, the same for all panes.
    public let isAtEnd: Bool

    public init(_ label: SafeText, rank: Int, when isUseful: Condition? = nil, isAtEnd: Bool = false) {
      self.label = label
      self.rank = rank
      self.isUseful = isUseful
      self.isAtEnd = isAtEnd
    }
  }

  public let spec: CommandSpec
  private let contexts: CommandSpec.Contexts
  /// The standard keys, which settings may replace.
  public let keys: [KeyEvent]
  public let hint: Hint?
  /// Returns why the command cannot be done now in one of its contexts; `nil` if it can. Empty where it gives way to another
  /// command with the same key, which acts or says why not.
  public let disabled: @UI () -> SafeText?
  /// Whether it edits a text field or leaves it. While a field takes text, no other command gets the keys of these.
  public let servesField: Bool
  public let action: @UI () -> Void

  /// Creates the command of a spec.
  ///
  /// - Parameters:
  ///   - keys: The keys in place of the spec's, in an overlay that other keys close as well.
  ///   - disabled: Returns why it cannot be done now, in one of its contexts.
  ///   - servesField: In place of the spec's, in an overlay that may have a field.
  public init(
    _ spec: CommandSpec, keys: [KeyEvent]? = nil, hint: Hint? = nil,
    disabled: @autoclosure @escaping @UI () -> SafeText? = nil, servesField: Bool? = nil,
    action: @escaping @UI () -> Void
  ) {
    self.spec = spec
    contexts = spec.contexts
    self.keys = keys ?? spec.keys
    self.hint = hint
    self.disabled = disabled
    self.servesField = servesField ?? spec.servesField
    self.action = action
  }

  public var id: ID { spec.id }
  public var title: SafeText { spec.title }
  public var name: SafeText { spec.name }
  public var category: Category { spec.category }
  public var isMotion: Bool { spec.isMotion }

  /// Asks the state whether something holds.
  public typealias Condition = @UI @Sendable () -> Bool

  /// Returns whether it can be done now. Several commands may have the same key: the first enabled one gets it.
  @UI func isEnabled(in context: KeyContext) -> Bool { belongs(to: context) && disabled() == nil }

  func belongs(to context: KeyContext) -> Bool { contexts.contains(context) }
}

/// Commands in the order of their precedence, with the context in which they are asked.
struct CommandScope {
  var commands: [Command]
  var context: KeyContext

  func without(_ id: Command.ID) -> CommandScope {
    CommandScope(commands: commands.filter { $0.id != id }, context: context)
  }

  /// The enabled commands in order.
  @UI var enabled: [Command] {
    var enabled: [Command] = []
    // A loop, because each call of a closure would check its isolation.
    for command in commands where command.isEnabled(in: context) { enabled.append(command) }
    return enabled
  }
}
