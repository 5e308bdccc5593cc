import Screen
import Signals
import Text

/// Something that a person can have done: with a key, and found in the help.
///
/// A command stands once, with all that is told of it. The keymap, the footer and the help are views of the same list.
///
/// ```swift
/// Command(
///   "question.open", "open the question", in: .questions, keys: [.enter], hint: Hint("open", rank: 2),
///   isEnabled: state.map { $0.list.selection != nil }
/// ) { viewModel.open.send() }
/// ```
///
/// It is a class, since lists of commands are put together and gone through with every key and every frame: as values they
/// would take a dozen references each with them.
public final class Command: Sendable {
  /// A command's name, which settings know it by: `pane.refresh`, `list.down`.
  public struct ID: Sendable, Hashable, ExpressibleByStringLiteral {
    public let name: String

    public init(_ name: String) { self.name = name }
    public init(stringLiteral value: String) { name = value }
  }

  /// A chapter of the help.
  public struct Category: Sendable, Hashable {
    public var title: SafeText
    /// Chapters stand in the order of this number.
    public var order: Int

    public init(_ title: SafeText, order: Int) {
      self.title = title
      self.order = order
    }

    public static let lists = Category("Lists and texts", order: 1)
    public static let charts = Category("Charts", order: 5)
    public static let everywhere = Category("Everywhere", order: 6)
  }

  /// How the footer tells what a command does.
  public struct Hint: Sendable {
    public var label: SafeText
    /// Where not all hints fit, those with the highest rank go first.
    public var rank: Int
    /// When the hint is worth its place, where the command is enabled more often than that.
    public var isUseful: Property<Bool>?

    public init(_ label: SafeText, rank: Int, when isUseful: Property<Bool>? = nil) {
      self.label = label
      self.rank = rank
      self.isUseful = isUseful
    }
  }

  public let id: ID
  /// What it does. Commands that follow each other with the same title share a line of the help.
  public let title: SafeText
  /// What it does by itself, where the title is shared with others: `zoom in` of `zoom in, out`.
  public let name: SafeText
  public let category: Category
  /// The keys that it has unless settings say otherwise. Labels tell the first; the help lists the others behind it.
  public let keys: [KeyEvent]
  public let hint: Hint?
  /// Several commands may have the same key: it goes to the first that is enabled.
  public let isEnabled: Property<Bool>
  /// It edits a field of text or leaves it. While a field takes text, no other command gets the keys of these.
  public let servesField: Bool
  /// The notice that its key gives while the command is disabled.
  public let whenDisabled: SafeText?
  public let action: @UI () -> Void

  public init(
    _ id: ID, _ title: SafeText, name: SafeText? = nil, in category: Category, keys: [KeyEvent], hint: Hint? = nil,
    isEnabled: Property<Bool> = Command.always, whenDisabled: SafeText? = nil, servesField: Bool = false,
    action: @escaping @UI () -> Void
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
    self.action = action
  }

  /// For a command that is never disabled.
  public static let always = Property(value: true)
}
