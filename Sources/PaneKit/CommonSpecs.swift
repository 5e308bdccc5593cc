import Screen
import Text

// The specs of commands that several panes have.

extension MotionSpecs {
  /// Those that move in a pane's list.
  package static var list: MotionSpecs { CommandSpec.list }
}

extension CommandSpec {
  /// The commands that move in a pane's list.
  package static let list = MotionSpecs(
    "list", at: .all(.rows), ends: .all(.rows, leavingOutFields: true))
  /// The commands that scroll an open text.
  package static let text = MotionSpecs("text", at: .all(.text), ends: .all(.text, leavingOutFields: true))
  /// The commands of every field that takes text.
  static let field = FieldSpecs()
  /// The commands that search an open text.
  package static let search = SearchSpecs()
}

/// The specs of commands that move in a list or scroll a text.
package struct MotionSpecs: CommandSpecs {
  let up: CommandSpec
  let down: CommandSpec
  let pageUp: CommandSpec
  let pageDown: CommandSpec
  let halfPageUp: CommandSpec
  let halfPageDown: CommandSpec
  let start: CommandSpec
  let end: CommandSpec

  /// - Parameters:
  ///   - prefix: The prefix of the ids: `list`.
  ///   - ends: Where half pages and the ends can be reached, because no field takes text.
  init(_ prefix: String, at contexts: CommandSpec.Contexts, ends: CommandSpec.Contexts) {
    func spec(
      _ id: String, _ title: SafeText, _ name: SafeText, _ keys: [KeyEvent], at contexts: CommandSpec.Contexts
    ) -> CommandSpec {
      CommandSpec(
        Command.ID("\(prefix).\(id)"), title, name: name, in: .lists, keys: keys, at: contexts, isMotion: true)
    }
    up = spec("up", "move, scroll", "move up", [.up, "k"], at: contexts)
    down = spec("down", "move, scroll", "move down", [.down, "j"], at: contexts)
    pageUp = spec("page-up", "a page up, down", "page up", [.pageUp], at: contexts)
    pageDown = spec("page-down", "a page up, down", "page down", [.pageDown, " "], at: contexts)
    halfPageUp = spec("half-page-up", "half a page up, down", "half a page up", [.control("u")], at: ends)
    halfPageDown = spec("half-page-down", "half a page up, down", "half a page down", [.control("d")], at: ends)
    start = spec("start", "to the start, to the end", "to the start", ["g", .home], at: ends)
    end = spec("end", "to the start, to the end", "to the end", ["G", .end], at: ends)
  }

  package var all: [CommandSpec] { [up, down, pageUp, pageDown, halfPageUp, halfPageDown, start, end] }
}

extension CommandSpec {
  /// The spec of a command that focuses a filter or a search.
  package static func beginning(_ id: Command.ID, _ name: SafeText, at contexts: Contexts) -> CommandSpec {
    CommandSpec(id, "filter or search, clear", name: name, in: .lists, keys: ["/"], at: contexts, opensField: true)
  }

  /// The spec of a command that clears a filter or a search whose field is closed.
  package static func clearing(_ id: Command.ID, _ name: SafeText, at contexts: Contexts) -> CommandSpec {
    CommandSpec(id, "filter or search, clear", name: name, in: .lists, keys: [.escape, .backspace], at: contexts)
  }
}

package struct SearchSpecs: CommandSpecs {
  package let edit = CommandSpec.beginning(
    "search.edit", "search", at: .all(.text, leavingOutFields: true).union(.overlay))
  package let clear = CommandSpec.clearing("search.clear", "clear search", at: .all(.searched).union(.overlay))
  package let next = CommandSpec(
    "search.next", "next, previous answer or match", name: "next match", in: .reading, keys: ["n"],
    at: .all(.searched).union(.overlay))
  package let previous = CommandSpec(
    "search.previous", "next, previous answer or match", name: "previous match", in: .reading, keys: ["N"],
    at: .all(.searched).union(.overlay))

  package var all: [CommandSpec] {
    [edit, clear, next, previous]
  }
}

extension Command.Category {
  fileprivate static let field = Command.Category("While filtering, searching (letters are text)", order: 3)
}

/// The specs of commands that edit a field or leave it. They are the same in every field, so that settings assign their keys
/// once.
struct FieldSpecs: CommandSpecs {
  let keep = CommandSpec(
    "filter.keep", "keep it, leave the field", name: "keep the text", in: .field, keys: [.enter], at: .fields,
    servesField: true)
  let cancel = CommandSpec(
    "filter.cancel", "clear it, leave the field", name: "clear the text", in: .field, keys: [.escape], at: .fields,
    servesField: true)

  let left = edit("left", "a character", "a character to the left", [.left, .control("b")])
  let right = edit("right", "a character", "a character to the right", [.right, .control("f")])
  let wordLeft = edit("word-left", "a word", "a word to the left", [.controlLeft, .alt("b"), .alt(.left)])
  let wordRight = edit("word-right", "a word", "a word to the right", [.controlRight, .alt("f"), .alt(.right)])
  let start = edit("start", "its start, its end", "to the start of the text", [.home, .control("a")])
  let end = edit("end", "its start, its end", "to the end of the text", [.end, .control("e")])
  let deleteBackward = edit("delete-backward", "delete before, after", "delete the character before", [.backspace])
  let deleteForward = edit(
    "delete-forward", "delete before, after", "delete the character after", [.delete, .control("d")])
  let deleteToSpace = edit("delete-to-space", "delete a word", "delete the word before", [.control("w")])
  let deleteWordForward = edit(
    "delete-word-forward", "delete a word", "delete the word after", [.alt("d"), .alt(.delete)])
  let deleteWordBackward = edit("delete-word-backward", "delete the letters before", nil, [.alt(.backspace)])
  let deleteToStart = edit(
    "delete-to-start", "delete to the start, to the end", "delete to the start", [.control("u")])
  let deleteToEnd = edit("delete-to-end", "delete to the start, to the end", "delete to the end", [.control("k")])

  private static func edit(_ id: String, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent]) -> CommandSpec {
    CommandSpec(
      Command.ID("filter.\(id)"), title, name: name, in: .field, keys: keys, at: .fields, servesField: true)
  }

  var all: [CommandSpec] {
    [
      keep, cancel, left, right, wordLeft, wordRight, start, end, deleteBackward, deleteForward, deleteToSpace,
      deleteWordForward, deleteWordBackward, deleteToStart, deleteToEnd,
    ]
  }
}
