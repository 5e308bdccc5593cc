import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  fileprivate static let field = Command.Category("While filtering, searching (letters are text)", order: 3)
}

/// The commands of a pane's field of text: a list's filter, or the search in an open text.
struct FieldCommands {
  let begin: @UI @Sendable () -> Void
  let edit: @UI @Sendable (TextEdit) -> Void
  let accept: @UI @Sendable () -> Void
  let clear: @UI @Sendable () -> Void
  /// The field takes text.
  let isEditing: Property<Bool>

  /// Begins to take text. It is enabled also where nothing is there to be filtered yet, so that what is typed next is never
  /// taken for commands.
  func begin(_ id: Command.ID, _ label: SafeText, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "filter or search, clear", name: label, in: .lists, keys: ["/"], hint: Command.Hint(label, rank: 3),
      isEnabled: isEnabled, action: begin)
  }

  /// Clears a field that was kept.
  func clear(_ id: Command.ID, _ label: SafeText, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "filter or search, clear", name: label, in: .lists, keys: [.escape, .backspace],
      hint: Command.Hint(label, rank: 3),
      isEnabled: isEnabled, action: clear)
  }

  /// For a field that takes text. They come before commands that have one of their keys without asking whether it does.
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

/// The commands that edit a field of text. They have the same names in every field, so that settings say their keys once.
struct TextEditCommands {
  /// The field takes text.
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
