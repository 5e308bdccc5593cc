import Screen
import Text

/// What is constant about a command: its id, its words, its standard keys, and where it can be done.
///
/// Settings are checked against the specs before there is a screen, and each ``Command`` is made of one. A spec stands in the
/// folder of its command, in a group that ``all`` contains.
///
/// A class, because a command refers to its spec, and there may be several commands with the same one.
public final class CommandSpec: Sendable {
  /// Identifies the command in settings: `pane.refresh`, `list.down`.
  public let id: Command.ID
  /// The description. Consecutive commands with the same title share a line of the help.
  public let title: SafeText
  /// The description of this command alone if the title is shared: `zoom in` of `zoom in, out`.
  public let name: SafeText
  /// Other words by which the palette finds it.
  public let words: SafeText
  /// The chapter of the help.
  public let category: Command.Category
  /// The standard keys, which settings may replace. Labels show the first; the help lists all.
  public let keys: [KeyEvent]
  /// The contexts in which it may be enabled.
  public let contexts: Contexts
  /// Whether it edits a pane's text field or leaves it. While a field takes text, no other command gets the keys of these.
  public let servesField: Bool
  /// Whether it leads to a field or a list: what is typed after it is meant for that.
  public let opensField: Bool
  /// Whether it only moves a selection, a cursor or a view, for which keys are used and not names.
  public let isMotion: Bool
  /// Whether it is enabled wherever it exists. Settings may not give two of these the same key.
  public let isAlwaysEnabled: Bool

  /// Creates a spec; without a name, the command is named by its title.
  public init(
    _ id: Command.ID, _ title: SafeText, name: SafeText? = nil, words: SafeText = "", in category: Command.Category,
    keys: [KeyEvent],
    at contexts: Contexts = .panes, servesField: Bool = false, opensField: Bool = false, isMotion: Bool = false,
    isAlwaysEnabled: Bool = false
  ) {
    self.id = id
    self.title = title
    self.name = name ?? title
    self.words = words
    self.category = category
    self.keys = keys
    self.contexts = contexts
    self.servesField = servesField
    self.opensField = opensField
    self.isMotion = isMotion
    self.isAlwaysEnabled = isAlwaysEnabled
  }
}

/// A group of specs: each stored property is a spec, an array of specs, or another group.
package protocol CommandSpecs: Sendable {
  /// The specs in the order of their declaration. A test sees a spec that is missing; reading the properties with a `Mirror`
  /// would take a millisecond of each start.
  var all: [CommandSpec] { get }
}
