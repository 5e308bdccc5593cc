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

extension CommandSpec {
  /// The contexts of keys: what has them, and whether a field takes text there.
  public struct Contexts: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    static let list = Contexts(rawValue: 1 << 0)
    /// The list's filter takes text.
    static let listField = Contexts(rawValue: 1 << 1)
    /// An open question without a search.
    static let text = Contexts(rawValue: 1 << 2)
    /// An open question with a search.
    static let searchedText = Contexts(rawValue: 1 << 3)
    /// The search takes text.
    static let textField = Contexts(rawValue: 1 << 4)
    static let wikipedia = Contexts(rawValue: 1 << 5)
    /// The filter of Wikipedia's list takes text.
    static let wikipediaField = Contexts(rawValue: 1 << 6)
    static let rooms = Contexts(rawValue: 1 << 7)
    static let overlay = Contexts(rawValue: 1 << 8)
    /// A list to choose from with a field that takes text.
    static let overlayField = Contexts(rawValue: 1 << 9)
    /// The filter of the rooms takes text.
    static let roomsField = Contexts(rawValue: 1 << 10)

    /// An open edit, with or without a search.
    static let edit = Contexts(rawValue: 1 << 11)
    /// The search in an open edit takes text.
    static let editField = Contexts(rawValue: 1 << 12)

    static let question: Contexts = [.text, .searchedText]
    static let fields: Contexts = [.listField, .textField, .wikipediaField, .roomsField, .editField]
    static let charts: Contexts = [.wikipedia, .wikipediaField, .rooms, .roomsField]
    /// Every pane, whether or not a field of it takes text.
    public static let panes: Contexts = [
      .list, .text, .searchedText, .wikipedia, .rooms, .listField, .textField, .wikipediaField, .roomsField,
    ]
    /// The panes, and what they have open.
    static let content: Contexts = [.panes, .edit, .editField]
    static let everywhere: Contexts = [.content, .overlay, .overlayField]

    /// The part of the screen in which these contexts are, in words; `nil` for overlays.
    var location: SafeText? {
      if !isDisjoint(with: .list) {
        if isDisjoint(with: .question) { return "in the list of questions" }
        return isDisjoint(with: .wikipedia) ? "in Stack Overflow" : "in Stack Overflow and Wikipedia"
      }
      if !isDisjoint(with: .question) { return isDisjoint(with: .edit) ? "in an open question" : "in an open text" }
      if !isDisjoint(with: .wikipedia) { return isDisjoint(with: .rooms) ? "in Wikipedia" : "in a chart" }
      if !isDisjoint(with: .edit) { return "in an open edit" }
      return isDisjoint(with: .rooms) ? nil : "in ConAir"
    }
  }
}

extension CommandSpec {
  /// Creates the spec of an own command, whose key is in the settings' keys.
  convenience init(_ own: OwnCommand) {
    var contexts: Contexts = []
    for kind in own.kinds {
      switch kind {
      case .questions: contexts.formUnion([.list, .question])
      case .edits: contexts.formUnion([.wikipedia, .edit])
      case .rooms: contexts.formUnion(.rooms)
      }
    }
    self.init(Command.ID(own.id), own.name, in: .own, keys: [], at: contexts)
  }
}
