// What the specs of commands know of the panes, beside the list of these.

import Model

extension CommandSpec {
  /// The specs of all commands. This is the only list of their groups.
  static let all: [CommandSpec] = groups.flatMap(\.all)

  private static let groups: [any CommandSpecs] = [
    list, text, questions, tabs, wikipedia, edit, field, search, rooms, charts, everywhere, overlay,
  ]
}

extension CommandSpec {
  /// The contexts of keys, as far as they determine which commands can be enabled at the same time.
  public struct Places: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    static let list = Places(rawValue: 1 << 0)
    /// The list's filter takes text.
    static let listField = Places(rawValue: 1 << 1)
    /// An open question without a search.
    static let text = Places(rawValue: 1 << 2)
    /// An open question with a search.
    static let searchedText = Places(rawValue: 1 << 3)
    /// The search takes text.
    static let textField = Places(rawValue: 1 << 4)
    static let wikipedia = Places(rawValue: 1 << 5)
    /// The filter of Wikipedia's list takes text.
    static let wikipediaField = Places(rawValue: 1 << 6)
    static let rooms = Places(rawValue: 1 << 7)
    static let overlay = Places(rawValue: 1 << 8)
    /// A list to choose from with a field that takes text.
    static let overlayField = Places(rawValue: 1 << 9)
    /// The filter of the rooms takes text.
    static let roomsField = Places(rawValue: 1 << 10)

    /// An open edit, with or without a search.
    static let edit = Places(rawValue: 1 << 11)
    /// The search in an open edit takes text.
    static let editField = Places(rawValue: 1 << 12)

    static let question: Places = [.text, .searchedText]
    static let fields: Places = [.listField, .textField, .wikipediaField, .roomsField, .editField]
    static let charts: Places = [.wikipedia, .wikipediaField, .rooms, .roomsField]
    /// Every pane, whether or not a field of it takes text.
    public static let panes: Places = [
      .list, .text, .searchedText, .wikipedia, .rooms, .listField, .textField, .wikipediaField, .roomsField,
    ]
    /// The panes, and what they have open.
    static let content: Places = [.panes, .edit, .editField]
    static let everywhere: Places = [.content, .overlay, .overlayField]
  }
}

extension CommandSpec {
  /// Creates the spec of an own command, whose key is in the settings' keys.
  convenience init(_ own: OwnCommand) {
    var places: Places = []
    for kind in own.kinds {
      switch kind {
      case .questions: places.formUnion([.list, .question])
      case .edits: places.formUnion([.wikipedia, .edit])
      case .rooms: places.formUnion(.rooms)
      }
    }
    self.init(Command.ID(own.id), own.name, in: .own, keys: [], at: places)
  }
}
