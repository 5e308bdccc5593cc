// Undo and redo: every document that ever was follows from the commands so far.

import Signals

enum Command {
  case type(String)
  case undo, redo
}

struct History {
  var past: [String] = []
  var present = ""
  var future: [String] = []

  mutating func take(_ command: Command) {
    switch command {
    case .type(let text):
      past.append(present)
      (present, future) = (present + text, [])
    case .undo:
      guard let previous = past.popLast() else { return }
      future.append(present)
      present = previous
    case .redo:
      guard let next = future.popLast() else { return }
      past.append(present)
      present = next
    }
  }
}

@main enum UndoAndRedo {
  static func main() {
    let (commands, input) = Signal<Command, Never>.pipe()
    let history = Property(initial: History(), then: commands.scan(into: History()) { $0.take($1) })
    let mayUndo = history.map { !$0.past.isEmpty }
    history.map(\.present).skipRepeats().signal.observeValues { print("\"\($0)\"") }
    mayUndo.skipRepeats().signal.observeValues { print($0 ? "undo is possible" : "nothing to undo") }

    for command in [Command.type("a"), .type("b"), .undo, .undo, .undo, .redo, .type("c"), .redo] {
      input.send(value: command)
    }
  }
}
