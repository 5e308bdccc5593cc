// What the specs of commands know of the panes, beside the list of these.

import Model
import Text

extension CommandSpec {
  /// The specs of all commands. This is the only list of their groups.
  static let all: [CommandSpec] = groups.flatMap(\.all)

  private static let groups: [any CommandSpecs] = [
    list, text, questions, tabs, wikipedia, edit, field, search, rooms, charts, everywhere, overlay,
  ]
}

extension KeyContext {
  /// All contexts. This is the only list of them.
  static let all: [KeyContext] = questionContexts + wikipediaContexts + roomContexts + [.overlay, .overlayField]
}

extension CommandSpec {
  /// Creates the spec of an own command, whose key is in the settings' keys.
  convenience init(_ own: OwnCommand) {
    self.init(Command.ID(own.id), own.name, in: .own, keys: [], at: .of(own.kinds))
  }
}
