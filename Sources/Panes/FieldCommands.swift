import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  fileprivate static let field = Command.Category("While filtering, searching (letters are text)", order: 3)
}

/// The commands of a pane's text field: a list's filter, or the search in an open text.
struct FieldCommands {
  let begin: @UI @Sendable () -> Void
  let edit: @UI @Sendable (TextEdit) -> Void
  let accept: @UI @Sendable () -> Void
  let clear: @UI @Sendable () -> Void
  /// Whether the field takes text.
  let isEditing: Property<Bool>

  /// Focuses the field. It is enabled even if there is nothing to filter yet, so that the next characters are never taken for
  /// commands.
  func begin(_ id: Command.ID, _ label: SafeText, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "filter or search, clear", name: label, in: .lists, keys: ["/"], hint: Command.Hint(label, rank: 3),
      isEnabled: isEnabled, action: begin)
  }

  /// Clears a field that keeps its text.
  func clear(_ id: Command.ID, _ label: SafeText, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "filter or search, clear", name: label, in: .lists, keys: [.escape, .backspace],
      hint: Command.Hint(label, rank: 4),
      isEnabled: isEnabled, action: clear)
  }

  /// Commands while the field takes text. They come before commands with the same keys that do not check this.
  var editing: [Command] {
    [
      Command(
        "filter.keep", "keep it, leave the field", in: .field, keys: [.enter], hint: Command.Hint("keep", rank: 2),
        isEnabled: isEditing, servesField: true, action: accept),
      Command(
        "filter.cancel", "clear it, leave the field", in: .field, keys: [.escape], hint: Command.Hint("clear", rank: 2),
        isEnabled: isEditing, servesField: true, action: clear),
    ] + TextEditCommands(isEnabled: isEditing, send: edit).commands
  }
}

extension FieldCommands {
  /// Creates the commands of a field whose view model takes ``FieldAction``s.
  init(isEditing: Property<Bool>, send: @escaping @UI @Sendable (FieldAction) -> Void) {
    self.isEditing = isEditing
    begin = { send(.begin) }
    edit = { send(.edit($0)) }
    accept = { send(.accept) }
    clear = { send(.clear) }
  }
}

/// The commands that edit a text field. They have the same names in every field, so that settings assign their keys once.
struct TextEditCommands {
  /// Whether the field takes text.
  let isEnabled: Property<Bool>
  let send: @UI @Sendable (TextEdit) -> Void

  var commands: [Command] {
    [
      edit("left", "a character", [.left, .control("b")], .moveLeft),
      edit("right", "a character", [.right, .control("f")], .moveRight),
      edit("word-left", "a word", [.controlLeft, .alt("b"), .alt(.left)], .moveWordLeft),
      edit("word-right", "a word", [.controlRight, .alt("f"), .alt(.right)], .moveWordRight),
      edit("start", "its start, its end", [.home, .control("a")], .moveToStart),
      edit("end", "its start, its end", [.end, .control("e")], .moveToEnd),
      edit("delete-backward", "delete before, after", [.backspace], .deleteBackward),
      edit("delete-forward", "delete before, after", [.delete, .control("d")], .deleteForward),
      edit("delete-to-space", "delete a word", [.control("w")], .deleteToSpace),
      edit("delete-word-forward", "delete a word", [.alt("d"), .alt(.delete)], .deleteWordForward),
      edit("delete-word-backward", "delete the letters before", [.alt(.backspace)], .deleteWordBackward),
      edit("delete-to-start", "delete to the start, to the end", [.control("u")], .deleteToStart),
      edit("delete-to-end", "delete to the start, to the end", [.control("k")], .deleteToEnd),
    ]
  }

  private func edit(_ name: String, _ title: SafeText, _ keys: [KeyEvent], _ edit: TextEdit) -> Command {
    Command(Command.ID("filter.\(name)"), title, in: .field, keys: keys, isEnabled: isEnabled, servesField: true) {
      send(edit)
    }
  }
}
