/// The properties of a command that are known before any pane is created: its name, its standard keys, and its contexts.
///
/// Settings are checked against it before there is a screen. Tests compare it with the commands of the whole program.
struct KnownCommand: Sendable {
  /// The contexts of keys, as far as they determine which commands can be enabled at the same time.
  struct Places: OptionSet, Sendable {
    let rawValue: Int

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
    static let panes: Places = [
      .list, .text, .searchedText, .wikipedia, .rooms, .listField, .textField, .wikipediaField, .roomsField,
    ]
    static let everywhere: Places = [.panes, .edit, .editField, .overlay, .overlayField]
  }

  let name: String
  /// The names of its standard keys.
  let keys: [String]
  let places: Places
  /// See ``Command/servesField``.
  let servesField: Bool

  private init(_ name: String, _ keys: [String], _ places: Places, servesField: Bool = false) {
    self.name = name
    self.keys = keys
    self.places = places
    self.servesField = servesField
  }

  /// In the order of the help's chapters.
  static let all: [KnownCommand] =
    motions("list", [.list, .listField, .wikipedia, .wikipediaField], ends: [.list, .wikipedia])
    + motions("text", [.question, .textField, .edit, .editField], ends: [.question, .edit])
    + questions + tabs + editsOfWikipedia + fieldsOfPanes + charts + edits + everywhere
    + motions("overlay", [.overlay, .overlayField], ends: .overlay) + overlays

  private static func motions(_ name: String, _ places: Places, ends: Places) -> [KnownCommand] {
    [
      KnownCommand("\(name).up", ["Up", "k"], places), KnownCommand("\(name).down", ["Down", "j"], places),
      KnownCommand("\(name).page-up", ["PgUp"], places), KnownCommand("\(name).page-down", ["PgDn", "Space"], places),
      KnownCommand("\(name).half-page-up", ["Ctrl-U"], ends), KnownCommand("\(name).half-page-down", ["Ctrl-D"], ends),
      KnownCommand("\(name).start", ["g", "Home"], ends), KnownCommand("\(name).end", ["G", "End"], ends),
    ]
  }

  private static let questions = [
    KnownCommand("question.open", ["Enter"], .list),
    KnownCommand("question.close", ["Esc", "Backspace"], .text),
    KnownCommand("question.next-answer", ["n"], .text),
    KnownCommand("question.previous-answer", ["N"], .text),
    KnownCommand("question.next", ["J"], .question),
    KnownCommand("question.previous", ["K"], .question),
    KnownCommand("question.comments", ["c"], .question),
    KnownCommand("question.parts", ["L"], .question),
    KnownCommand("question.previous-tab", ["h"], .question),
    KnownCommand("question.next-tab", ["l"], .question),
    KnownCommand("question.unread", ["u"], [.list, .question]),
    KnownCommand("question.keep", ["*"], [.list, .question]),
    KnownCommand("code.left", ["Left"], .question),
    KnownCommand("code.right", ["Right"], .question),
  ]

  private static let tabs =
    [
      KnownCommand("tab.previous", ["Left", "h"], .list), KnownCommand("tab.next", ["Right", "l"], .list),
      KnownCommand("tab.sort", ["s"], .list), KnownCommand("tab.new", ["t"], .list),
      KnownCommand("tab.close", ["x"], .list), KnownCommand("tab.reopen", ["X"], .list),
      KnownCommand("tab.move-left", ["<"], .list), KnownCommand("tab.move-right", [">"], .list),
      KnownCommand("tab.search", ["S"], .list), KnownCommand("tab.kept", [], .list),
      KnownCommand("list.dense", ["d"], .list),
    ] + (1...9).map { KnownCommand("tab.show-\($0)", ["\($0)"], [.list, .question]) }

  private static let editsOfWikipedia = [
    KnownCommand("edit.open", ["Enter"], .wikipedia),
    KnownCommand("edit.newcomer", ["Enter"], .wikipedia),
    KnownCommand("edit.contributions", ["U"], [.wikipedia, .edit]),
    KnownCommand("edit.unread", ["u"], [.wikipedia, .edit]), KnownCommand("events.sort", ["s"], .wikipedia),
    KnownCommand("wikis.choose", ["w"], .wikipedia), KnownCommand("edits.choose", ["e"], .wikipedia),
    KnownCommand("pages.hot", ["H"], .wikipedia), KnownCommand("chart.apart", ["b"], .wikipedia),
    KnownCommand("edit.next", ["J"], .edit), KnownCommand("edit.previous", ["K"], .edit),
    KnownCommand("edit.refresh", ["r"], .edit), KnownCommand("edit.close", ["Esc", "q", "Backspace"], .edit),
  ]

  private static let fieldsOfPanes = [
    KnownCommand("filter.edit", ["/"], .list),
    KnownCommand("filter.clear", ["Esc", "Backspace"], .list),
    KnownCommand("filter.keep", ["Enter"], .fields, servesField: true),
    KnownCommand("filter.cancel", ["Esc"], .fields, servesField: true),
    KnownCommand("search.edit", ["/"], [.question, .edit]),
    KnownCommand("search.clear", ["Esc", "Backspace"], [.searchedText, .edit]),
    KnownCommand("search.next", ["n"], [.searchedText, .edit]),
    KnownCommand("search.previous", ["N"], [.searchedText, .edit]),
    KnownCommand("events.filter", ["/"], .wikipedia),
    KnownCommand("events.clear-filter", ["Esc", "Backspace"], .wikipedia),
    KnownCommand("room.filter", ["/"], .rooms),
    KnownCommand("room.clear-filter", ["Esc", "Backspace"], .rooms),
    KnownCommand("list.newest", ["Esc", "Backspace"], [.wikipedia, .wikipediaField]),
  ]

  private static let charts: [KnownCommand] = {
    let rooms: Places = [.rooms, .roomsField]
    let both: Places = [.wikipedia, .wikipediaField, .rooms, .roomsField]
    return [
      KnownCommand("room.previous", ["Up", "k"], rooms), KnownCommand("room.next", ["Down", "j"], rooms),
      KnownCommand("chart.earlier", ["Left", "h"], both), KnownCommand("chart.later", ["Right", "l"], both),
      KnownCommand("chart.cursor-left", ["Left", "h"], both), KnownCommand("chart.cursor-right", ["Right", "l"], both),
      KnownCommand("chart.cursor-left-far", ["Shift-Left", "H"], both),
      KnownCommand("chart.cursor-right-far", ["Shift-Right", "L"], both),
      KnownCommand("chart.cursor-start", ["Home", "g"], both), KnownCommand("chart.cursor-end", ["End", "G"], both),
      KnownCommand("chart.higher", ["Up", "k", "Shift-Up", "K"], rooms),
      KnownCommand("chart.lower", ["Down", "j", "Shift-Down", "J"], rooms),
      KnownCommand("room.hide", ["Space"], rooms), KnownCommand("room.alone", ["Enter"], rooms),
      KnownCommand("room.events", ["a"], rooms), KnownCommand("room.discover", [], rooms),
      KnownCommand("room.all", ["Esc", "Backspace"], rooms),
      KnownCommand("chart.zoom-in", ["+", "="], both), KnownCommand("chart.zoom-out", ["-"], both),
      KnownCommand("chart.fit", ["0"], both), KnownCommand("chart.follow", ["f"], both),
      KnownCommand("chart.pause", ["p"], both), KnownCommand("chart.resume", ["p"], both),
      KnownCommand("chart.cursor", ["m"], both), KnownCommand("chart.unmark", ["Esc", "Backspace"], both),
      KnownCommand("chart.span-shorter", ["["], both), KnownCommand("chart.span-longer", ["]"], both),
    ]
  }()

  private static let edits: [KnownCommand] = [
    ("left", ["Left", "Ctrl-B"]), ("right", ["Right", "Ctrl-F"]), ("word-left", ["Ctrl-Left", "Alt-b", "Alt-Left"]),
    ("word-right", ["Ctrl-Right", "Alt-f", "Alt-Right"]), ("start", ["Home", "Ctrl-A"]), ("end", ["End", "Ctrl-E"]),
    ("delete-backward", ["Backspace"]), ("delete-forward", ["Delete", "Ctrl-D"]),
    ("delete-word-backward", ["Alt-Backspace"]), ("delete-word-forward", ["Alt-d", "Alt-Delete"]),
    ("delete-to-start", ["Ctrl-U"]), ("delete-to-end", ["Ctrl-K"]), ("delete-to-space", ["Ctrl-W"]),
  ].map { KnownCommand("filter.\($0.0)", $0.1, [.fields, .overlayField], servesField: true) }

  private static let everywhere = [
    KnownCommand("pane.refresh", ["r"], .panes), KnownCommand("pane.refresh-all", ["R"], .panes),
    KnownCommand("pane.next", ["Tab"], .panes), KnownCommand("pane.previous", ["Shift-Tab"], .panes),
    KnownCommand("app.help", ["?"], .panes), KnownCommand("app.palette", [":"], .panes),
    KnownCommand("app.diagnostics", ["D"], .panes), KnownCommand("app.quit", ["q"], .panes),
    KnownCommand("app.quit-always", ["Ctrl-C"], .everywhere), KnownCommand("app.redraw", ["Ctrl-L"], .everywhere),
    KnownCommand("app.suspend", ["Ctrl-Z"], .everywhere),
    KnownCommand("link.open", ["o"], Places.panes.subtracting([.rooms, .roomsField]).union(.edit)),
    KnownCommand("link.copy", ["y"], Places.panes.subtracting([.rooms, .roomsField]).union(.edit)),
    KnownCommand("pane.zoom", ["z"], .panes), KnownCommand("pane.unzoom", ["z"], .panes),
    KnownCommand("layout.border-left", ["Ctrl-Left"], .panes),
    KnownCommand("layout.border-right", ["Ctrl-Right"], .panes),
    KnownCommand("app.release-mouse", ["M"], .panes),
  ]

  private static let overlays = [
    KnownCommand("overlay.choose", ["Enter"], [.overlay, .overlayField]),
    KnownCommand("overlay.complete", ["Tab"], .overlayField),
    KnownCommand("overlay.copy", ["y"], .overlay), KnownCommand("overlay.open", ["o"], .overlay),
    KnownCommand("overlay.close", ["Esc", "q", "Backspace"], [.overlay, .overlayField]),
  ]
}
