import Screen
import Signals
import Text
import ViewModels

/// A row of a list that a person chooses from.
public struct Choice: Sendable, Hashable, Identifiable {
  /// What the row stands for; it stays selected while others come and go.
  public var id: String
  public var title: SafeText
  /// What is told beside the title where there is room.
  public var detail: SafeText
  /// Another name that it is found by.
  public var alias: SafeText
  /// The key that does the same.
  public var key: SafeText
  /// What Tab makes of the text in the field; `nil` where the choice completes nothing.
  public var completion: SafeText?
  /// This is what holds now. It has a mark, and is selected first.
  public var isCurrent: Bool

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

/// A list that a person chooses from, over the panes.
///
/// A pane sends one to show it (``Pane/layers``):
///
/// ```swift
/// layerInput.send(value: LayerRequest(ChoiceList("Sort", sorts, openedBy: "tab.sort") { viewModel.sort.send($0.id) }))
/// ```
public struct ChoiceList: Sendable {
  public var title: SafeText
  /// The name of the field above the list; `nil` for a list without a field, in which letters are keys.
  public var field: SafeText?
  /// The choices, given the text in the field. They may come later, and change.
  public var choices: @UI @Sendable (Property<SafeText>) -> Property<[Choice]>
  /// Whether the field leaves those choices that match it, the best first. Not for a list that follows the text by itself.
  public var isFiltered: Bool
  /// How the footer tells what Enter does.
  public var verb: SafeText
  /// What stands in place of the list where there is nothing to choose, given the text in the field.
  public var whenEmpty: @Sendable (SafeText) -> SafeText
  /// What is told at the right of the field, given its text: that something is on its way, or wrong with it.
  public var note: @UI @Sendable (Property<SafeText>) -> Property<SafeText?> = { $0.map { _ in nil } }
  /// The command that opened it, whose keys close it too.
  public var openedBy: Command.ID?
  /// Copies a choice to the clipboard, while the list stays; `nil` where there is nothing to copy. Not for a list with a
  /// field, in which `y` is text.
  public var copy: (@UI @Sendable (Choice) -> Void)?
  /// Is told the choice when the list is gone.
  public var choose: @UI @Sendable (Choice) -> Void

  public init(
    _ title: SafeText, _ choices: Property<[Choice]>, field: SafeText? = nil, verb: SafeText = "choose",
    whenEmpty: SafeText = "Nothing matches", openedBy: Command.ID? = nil,
    choose: @escaping @UI @Sendable (Choice) -> Void
  ) {
    self.init(
      title, field: field, isFiltered: true, verb: verb, whenEmpty: { _ in whenEmpty }, openedBy: openedBy,
      following: { _ in choices }, choose: choose)
  }

  public init(
    _ title: SafeText, _ choices: [Choice], field: SafeText? = nil, verb: SafeText = "choose",
    whenEmpty: SafeText = "Nothing matches", openedBy: Command.ID? = nil,
    choose: @escaping @UI @Sendable (Choice) -> Void
  ) {
    self.init(
      title, Property(value: choices), field: field, verb: verb, whenEmpty: whenEmpty, openedBy: openedBy,
      choose: choose)
  }

  /// A list whose choices depend on what is typed, such as what a service completes it to.
  public init(
    _ title: SafeText, field: SafeText?, isFiltered: Bool = false, verb: SafeText = "choose",
    whenEmpty: @escaping @Sendable (SafeText) -> SafeText, openedBy: Command.ID? = nil,
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
