import Screen
import Signals
import Text

/// A row of a list to choose from.
public struct Choice: Sendable, Hashable, Identifiable {
  /// The identity of the row, which stays selected while others come and go.
  public var id: String
  public var title: SafeText
  /// A detail shown beside the title if there is room.
  public var detail: SafeText
  /// Short facts before the title, each in a column of its own, at whose right end it stands. A list with facts is a table,
  /// whose details begin in one column, too.
  public var facts: [SafeText] = []
  /// Another name by which it is found.
  public var alias: SafeText
  /// A choice with a smaller number comes before others that match the field's letters as well as it does.
  public var precedence = 0
  /// The key of the same command.
  public var key: SafeText
  /// The text that Tab enters into the field; `nil` if there is none.
  public var completion: SafeText?
  /// Whether this is the current value. It has a mark, and is selected first.
  public var isCurrent: Bool
  /// The theme that the screen has while this is selected; `nil` for its own.
  public var theme: String?
  /// The second line of a row in a list whose rows have two.
  public var line: SafeText = ""
  /// The words that are marked in title and line, in a list that follows the text itself.
  public var words = FilterWords("")

  public init(
    id: String, title: SafeText, detail: SafeText = "", alias: SafeText = "", key: SafeText = "",
    completion: SafeText? = nil, isCurrent: Bool = false
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.alias = alias
    self.key = key
    self.completion = completion
    self.isCurrent = isCurrent
  }
}

extension Choice: Searchable {
  public var searchedTexts: [SafeText] { [title, alias] }
}

/// A list to choose from, over the panes.
///
/// A pane sends one to show it (``Pane/layers``):
///
/// ```swift
/// layerInput.send(value: LayerRequest(ChoiceList("Sort", sorts, openedBy: .tabs.sort) { viewModel.send(.sort($0.id)) }))
/// ```
public struct ChoiceList: Sendable {
  public var title: SafeText
  /// The name of the field above the list; `nil` for a list without a field, in which letters are keys.
  public var field: SafeText?
  /// Returns the choices, given the text in the field. They may change.
  public var choices: @UI @Sendable (Property<SafeText>) -> Property<[Choice]>
  /// Whether the field filters the choices, the best match first. Not for a list that follows the text itself.
  public var isFiltered: Bool
  /// The footer's label for Enter.
  public var verb: SafeText
  /// Returns the text shown if there are no choices, given the text in the field.
  public var whenEmpty: @Sendable (SafeText) -> SafeText
  /// The lines of a row, one or two.
  public var rowHeight = 1
  /// Returns the note at the right of the field, given its text: that something is being loaded, or a mistake.
  public var note: @UI @Sendable (Property<SafeText>) -> Property<SafeText?> = { $0.map { _ in nil } }
  /// Returns whether the choices for the text in the field are still to come. What a person does meanwhile is done when they
  /// are there. It must change after the choices.
  public var isAwaited: @UI @Sendable (Property<SafeText>) -> Property<Bool> = { _ in Property(value: false) }
  /// The command that opened the list, whose keys close it, too.
  public var openedBy: CommandSpec?
  /// The text in the field at first.
  public var text: SafeText = ""
  /// The row to which a person comes back, which is selected first.
  public var selected: Choice.ID?
  /// Copies a choice to the clipboard without closing the list; `nil` if nothing can be copied. Not for a list with a field,
  /// in which `y` is text.
  public var copy: (@UI @Sendable (Choice) -> Void)?
  /// Opens a choice in the browser without closing the list; `nil` if there is nothing to open. Not for a list with a field.
  public var open: (@UI @Sendable (Choice) -> Void)?
  /// What else can be done with a choice without closing the list. Not for a list with a field.
  public var others: [Other] = []
  /// Called with the choice after the list has closed.
  public var choose: @UI @Sendable (Choice) -> Void

  /// A command on the selected choice.
  public struct Other: Sendable {
    public var spec: CommandSpec
    public var action: @UI @Sendable (Choice) -> Void

    package init(spec: CommandSpec, action: @escaping @UI @Sendable (Choice) -> Void) {
      self.spec = spec
      self.action = action
    }
  }

  public init(
    _ title: SafeText, _ choices: Property<[Choice]>, field: SafeText? = nil, verb: SafeText = "choose",
    whenEmpty: SafeText = "Nothing matches", openedBy: CommandSpec? = nil,
    choose: @escaping @UI @Sendable (Choice) -> Void
  ) {
    self.init(
      title, field: field, isFiltered: true, verb: verb, whenEmpty: { _ in whenEmpty }, openedBy: openedBy,
      following: { _ in choices }, choose: choose)
  }

  public init(
    _ title: SafeText, _ choices: [Choice], field: SafeText? = nil, verb: SafeText = "choose",
    whenEmpty: SafeText = "Nothing matches", openedBy: CommandSpec? = nil,
    choose: @escaping @UI @Sendable (Choice) -> Void
  ) {
    self.init(
      title, Property(value: choices), field: field, verb: verb, whenEmpty: whenEmpty, openedBy: openedBy,
      choose: choose)
  }

  /// Creates a list whose choices depend on the text, such as a service's completions.
  public init(
    _ title: SafeText, field: SafeText?, isFiltered: Bool = false, verb: SafeText = "choose",
    whenEmpty: @escaping @Sendable (SafeText) -> SafeText, openedBy: CommandSpec? = nil,
    following choices: @escaping @UI @Sendable (Property<SafeText>) -> Property<[Choice]>,
    choose: @escaping @UI @Sendable (Choice) -> Void
  ) {
    self.title = title
    self.field = field
    self.choices = choices
    self.isFiltered = isFiltered
    self.verb = verb
    self.whenEmpty = whenEmpty
    self.openedBy = openedBy
    self.choose = choose
  }
}
