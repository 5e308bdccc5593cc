import Screen
import Signals
import Text

/// An action of a person: with keys, and listed in the help.
///
/// A command is declared once, with all its descriptions. The keymap, the footer and the help are views of the same list.
///
/// ```swift
/// Command(
///   "question.open", "open the question", in: .questions, keys: [.enter], hint: Hint("open", rank: 2),
///   isEnabled: state.map { $0.list.selection != nil }
/// ) { viewModel.open.send() }
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

  public let id: ID
  /// The description. Consecutive commands with the same title share a line of the help.
  public let title: SafeText
  /// The description of this command alone if the title is shared: `zoom in` of `zoom in, out`.
  public let name: SafeText
  public let category: Category
  /// The standard keys, which settings may replace. Labels show the first; the help lists all.
  public let keys: [KeyEvent]
  public let hint: Hint?
  /// Several commands may have the same key: the first enabled one gets it.
  public let isEnabled: Property<Bool>
  /// Whether it edits a text field or leaves it. While a field takes text, no other command gets the keys of these.
  public let servesField: Bool
  /// Whether it only moves a selection, a cursor or a view, for which keys are used and not names.
  public let isMotion: Bool
  /// The notice shown for its key while the command is disabled.
  public let whenDisabled: SafeText?
  public let action: @UI () -> Void

  public init(
    _ id: ID, _ title: SafeText, name: SafeText? = nil, in category: Category, keys: [KeyEvent], hint: Hint? = nil,
    isEnabled: Property<Bool> = Command.always, whenDisabled: SafeText? = nil, servesField: Bool = false,
    isMotion: Bool = false, action: @escaping @UI () -> Void
  ) {
    self.id = id
    self.title = title
    self.name = name ?? title
    self.category = category
    self.keys = keys
    self.hint = hint
    self.isEnabled = isEnabled
    self.whenDisabled = whenDisabled
    self.servesField = servesField
    self.isMotion = isMotion
    self.action = action
  }

  /// For commands that are always enabled.
  public static let always = Property(value: true)
}
