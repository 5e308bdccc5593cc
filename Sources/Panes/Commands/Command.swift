import Screen
import Signals
import Text

/// An action of a person: with keys, and listed in the help.
///
/// Its ``CommandSpec`` says what is constant; a command adds what depends on the state, and what it does. The keymap, the
/// footer and the help are views of the same list.
///
/// ```swift
/// Command(
///   .questions.open, hint: Hint("open", rank: 2), isEnabled: state.map { $0.list.selection != nil }
/// ) { viewModel.send(.inTab(.open)) }
/// ```
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
    public static let charts = Category("Charts", order: 5)
    public static let everywhere = Category("Everywhere", order: 6)
  }

  /// The command's hint in the footer.
  public struct Hint: Sendable {
    public var label: SafeText
    /// Hints are in the order of their ranks. If not all fit, those with the highest rank are left out first.
    public var rank: Int
    /// When the hint should be shown, if that is less often than the command is enabled.
    public var isUseful: Property<Bool>?
    /// When the hint keeps its place while it is not shown: as long as data may change that, so that the footer does not
    /// jump.
    public var keepsPlace: Property<Bool>?
    /// Whether the hint is at the footer's right end, the same for all panes.
    public var isAtEnd: Bool

    public init(
      _ label: SafeText, rank: Int, when isUseful: Property<Bool>? = nil,
      keepingPlace keepsPlace: Property<Bool>? = nil,
      isAtEnd: Bool = false
    ) {
      self.label = label
      self.rank = rank
      self.isUseful = isUseful
      self.keepsPlace = keepsPlace
      self.isAtEnd = isAtEnd
    }
  }

  public let spec: CommandSpec
  /// The standard keys, which settings may replace.
  public let keys: [KeyEvent]
  public let hint: Hint?
  /// Several commands may have the same key: the first enabled one gets it.
  public let isEnabled: Property<Bool>
  /// Whether it edits a text field or leaves it. While a field takes text, no other command gets the keys of these.
  public let servesField: Bool
  /// The notice shown for its key while the command is disabled.
  public let whenDisabled: SafeText?
  public let action: @UI () -> Void

  /// Creates the command of a spec.
  ///
  /// - Parameters:
  ///   - keys: The keys in place of the spec's, in an overlay that other keys close as well.
  ///   - servesField: In place of the spec's, in an overlay that may have a field.
  public init(
    _ spec: CommandSpec, keys: [KeyEvent]? = nil, hint: Hint? = nil, isEnabled: Property<Bool> = Command.always,
    whenDisabled: SafeText? = nil, servesField: Bool? = nil, action: @escaping @UI () -> Void
  ) {
    self.spec = spec
    self.keys = keys ?? spec.keys
    self.hint = hint
    self.isEnabled = isEnabled
    self.whenDisabled = whenDisabled
    self.servesField = servesField ?? spec.servesField
    self.action = action
  }

  public var id: ID { spec.id }
  public var title: SafeText { spec.title }
  public var name: SafeText { spec.name }
  public var category: Category { spec.category }
  public var isMotion: Bool { spec.isMotion }

  /// For commands that are always enabled.
  public static let always = Property(value: true)
  /// For commands that are not there in a context.
  static let never = Property(value: false)
}
