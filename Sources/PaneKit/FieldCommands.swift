import Screen
import Text

/// The commands of a pane's text field: a list's filter, or the search in an open text.
package struct FieldCommands {
  let begin: @UI @Sendable () -> Void
  let edit: @UI @Sendable (TextEdit) -> Void
  let accept: @UI @Sendable () -> Void
  let clear: @UI @Sendable () -> Void

  package init(
    begin: @escaping @UI @Sendable () -> Void, edit: @escaping @UI @Sendable (TextEdit) -> Void,
    accept: @escaping @UI @Sendable () -> Void, clear: @escaping @UI @Sendable () -> Void
  ) {
    (self.begin, self.edit, self.accept, self.clear) = (begin, edit, accept, clear)
  }

  /// Focuses the field. It is enabled even if there is nothing to filter yet, so that the next characters are never taken for
  /// commands.
  package func begin(_ spec: CommandSpec, disabled: @autoclosure @escaping @UI () -> SafeText? = nil) -> Command {
    Command(spec, hint: Command.Hint(spec.name, rank: 3), disabled: disabled(), action: begin)
  }

  /// Clears a field that keeps its text.
  package func clear(_ spec: CommandSpec, when isFilled: @escaping Command.Condition) -> Command {
    Command(
      spec, hint: Command.Hint(spec.name, rank: 4), disabled: isFilled() ? nil : "There is nothing to clear here",
      action: clear)
  }

  /// Commands while the field takes text. They come before commands with the same keys.
  package var editing: [Command] {
    [
      Command(.field.keep, hint: Command.Hint("keep", rank: 2), action: accept),
      Command(.field.cancel, hint: Command.Hint("clear", rank: 2), action: clear),
    ] + TextEditCommands(send: edit).commands
  }
}

extension FieldCommands {
  /// Creates the commands of a field whose view model takes ``FieldAction``s.
  package init(send: @escaping @UI @Sendable (FieldAction) -> Void) {
    begin = { send(.begin) }
    edit = { send(.edit($0)) }
    accept = { send(.accept) }
    clear = { send(.clear) }
  }
}

/// The commands that edit a text field.
struct TextEditCommands {
  let send: @UI @Sendable (TextEdit) -> Void

  var commands: [Command] {
    [
      edit(.field.left, .moveLeft), edit(.field.right, .moveRight),
      edit(.field.wordLeft, .moveWordLeft), edit(.field.wordRight, .moveWordRight),
      edit(.field.start, .moveToStart), edit(.field.end, .moveToEnd),
      edit(.field.deleteBackward, .deleteBackward), edit(.field.deleteForward, .deleteForward),
      edit(.field.deleteToSpace, .deleteToSpace),
      edit(.field.deleteWordForward, .deleteWordForward), edit(.field.deleteWordBackward, .deleteWordBackward),
      edit(.field.deleteToStart, .deleteToStart), edit(.field.deleteToEnd, .deleteToEnd),
    ]
  }

  private func edit(_ spec: CommandSpec, _ edit: TextEdit) -> Command {
    Command(spec) { send(edit) }
  }
}
