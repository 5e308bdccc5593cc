import Screen
import Text
import ViewModels

/// The table itself. A line says: which chapter of the help, where the keys hold, how they are written, what they do, how
/// the footer tells it (if it does), and the command of each key.
extension Keymap {
  /// In the order of the help, where lines that read the same are one; within a context the footer keeps it too.
  static let bindings: [KeyBinding] = lists + questions + filter + charting + everywhere

  private static let lists: [KeyBinding] = [
    line(
      .lists, [.questionList, .filter, .wikipedia], upDown, moving, .init("move", rank: 1, if: .canMove), byLine),
    line(.lists, [.question, .help], upDown, moving, .init("scroll", rank: 1, if: .canMove), byLine),
    line(
      .lists, [.questionList, .filter, .question, .wikipedia, .help], "PgUp PgDn", "a page up, down; also Space", nil,
      byPage),
    line(
      .lists, [.questionList, .question, .wikipedia, .help], "g G", "to the start, to the end; also Home End", nil,
      toEnds),
  ]

  private static let questions: [KeyBinding] = [
    line(
      .questions, [.questionList], enter, "open the question", .init("open", rank: 2, if: .hasSelection),
      [(.enter, .open)]),
    line(
      .questions, stackOverflow, Label("1…9", ascii: "1-9"), "show that tab", nil,
      (1...9).map { (.character(Character("\($0)")), .selectTab($0 - 1)) }),
    line(
      .questions, stackOverflow, leftRight, "previous, next tab; also h l", .init("tab", rank: 8),
      leftOrRight(.previousTab, .nextTab)),
    line(
      .questions, [.questionList], "/", "filter by title, tags and asker", .init("filter", rank: 3),
      [(.character("/"), .editFilter)]),
    line(
      .questions, [.questionList], "Esc", "clear the filter", .init("clear filter", rank: 3, if: .isFiltered),
      [(.escape, .back), (.backspace, .back)]),
    line(
      .questions, [.question], "n", "next answer", .init("next answer", rank: 2, if: .hasNextAnswer),
      [(.character("n"), .nextAnswer)]),
    line(
      .questions, [.question], "Esc", "back to the list; also Backspace", .init("back", rank: 2),
      [(.escape, .back), (.backspace, .back)]),
  ]

  private static let filter: [KeyBinding] = [
    line(
      .filter, [.filter], enter, "keep the filter, go to the list", .init("keep", rank: 2), [(.enter, .acceptFilter)]),
    line(.filter, [.filter], "Esc", "clear the filter", .init("clear", rank: 2), [(.escape, .clearFilter)]),
    line(
      .filter, [.filter], leftRight, "a character; also Ctrl-B Ctrl-F", nil,
      [
        (.left, .edit(.moveLeft)), (.right, .edit(.moveRight)), (.control("b"), .edit(.moveLeft)),
        (.control("f"), .edit(.moveRight)),
      ]),
    line(
      .filter, [.filter], Label("Ctrl-← →", ascii: "Ctrl-Left Right"), "a word; also Alt-B Alt-F", nil,
      [
        (.controlLeft, .edit(.moveWordLeft)), (.controlRight, .edit(.moveWordRight)),
        (.alt(.left), .edit(.moveWordLeft)), (.alt(.right), .edit(.moveWordRight)),
        (.alt(.character("b")), .edit(.moveWordLeft)), (.alt(.character("f")), .edit(.moveWordRight)),
      ]),
    line(
      .filter, [.filter], "Home End", "to its start, its end; also Ctrl-A E", nil,
      [
        (.home, .edit(.moveToStart)), (.end, .edit(.moveToEnd)), (.control("a"), .edit(.moveToStart)),
        (.control("e"), .edit(.moveToEnd)),
      ]),
    line(
      .filter, [.filter], "Backspace Del", "delete before, after; also Ctrl-D", nil,
      [
        (.backspace, .edit(.deleteBackward)), (.delete, .edit(.deleteForward)),
        (.control("d"), .edit(.deleteForward)),
      ]),
    line(
      .filter, [.filter], "Ctrl-W Alt-D", "delete a word; also Alt-Backspace", nil,
      [
        (.control("w"), .edit(.deleteToSpace)), (.alt(.backspace), .edit(.deleteWordBackward)),
        (.alt(.delete), .edit(.deleteWordForward)), (.alt(.character("d")), .edit(.deleteWordForward)),
      ]),
    line(
      .filter, [.filter], "Ctrl-U Ctrl-K", "delete to the start, to the end", nil,
      [(.control("u"), .edit(.deleteToStart)), (.control("k"), .edit(.deleteToEnd))]),
  ]

  private static let charting: [KeyBinding] = [
    line(
      .charts, charts, leftRight, "earlier, later; also h l", .init("pan", rank: 2, if: .hasChart),
      leftOrRight(.panTime(-panStep), .panTime(panStep))),
    line(
      .charts, [.conAir], upDown, "ConAir: higher, lower; also k j", .init("pan values", rank: 5, if: .hasChart),
      upOrDown(.panValue(panStep), .panValue(-panStep))),
    line(
      .charts, charts, "+ -", "zoom in, out", .init("zoom", rank: 3, if: .hasChart),
      [(.character("+"), .zoomIn), (.character("="), .zoomIn), (.character("-"), .zoomOut)]),
    line(
      .charts, charts, "0", "fit both axes to the data", .init("fit", rank: 4, if: .hasChart),
      [(.character("0"), .fit)]),
    line(
      .charts, charts, "f", "follow the present", .init("follow", rank: 2, if: .isNotFollowing),
      [(.character("f"), .followLive)]),
    line(
      .charts, charts, "p", "pause, go on", .init("pause", rank: 4, if: .hasChart), [(.character("p"), .togglePause)]),
    line(
      .charts, [.wikipedia], "Esc", "Wikipedia: to the newest event", .init("newest", rank: 3, if: .hasSelection),
      [(.escape, .back), (.backspace, .back)]),
    line(
      .charts, [.conAir], "Esc", "ConAir: take the cursor away", .init("no cursor", rank: 3, if: .hasMark),
      [(.escape, .markTime(nil)), (.backspace, .markTime(nil))]),
  ]

  private static let everywhere: [KeyBinding] = [
    line(
      .everywhere, panes, "r", "refresh this pane", .init("refresh", rank: 4),
      [(.character("r"), .refresh)]),
    line(.everywhere, panes, "R", "refresh all panes", nil, [(.character("R"), .refreshAll)]),
    line(
      .everywhere, linked, "o", "open in the browser", .init("browser", rank: 5, if: .hasLink),
      [(.character("o"), .openInBrowser)]),
    line(
      .everywhere, linked, "y", "copy the link", .init("copy link", rank: 6, if: .hasLink),
      [(.character("y"), .copyLink)]),
    line(
      .everywhere, panes.union([.filter]), Label("⇥", ascii: "Tab"), "next pane", .init("next pane", rank: 5),
      [(.tab, .nextPane)]),
    line(.everywhere, panes.union([.filter]), "Shift-Tab", "previous pane", nil, [(.backTab, .previousPane)]),
    line(
      .everywhere, panes, "z", "this pane alone, and back", .init("full screen", rank: 7, if: .canTile),
      [(.character("z"), .toggleZoom)]),
    line(.everywhere, panes, "?", "this help", .init("help", rank: 2), [(.character("?"), .toggleHelp)]),
    line(.everywhere, panes, "q", "quit", .init("quit", rank: 6), [(.character("q"), .quit)]),
    line(.everywhere, anywhere, "Ctrl-C", "quit, also while filtering", nil, [(.control("c"), .quit)]),
    line(.everywhere, anywhere, "Ctrl-L", "draw the screen anew", nil, [(.control("l"), .redraw)]),
    line(.everywhere, anywhere, "Ctrl-Z", "suspend; fg comes back", nil, [(.control("z"), .suspend)]),
    line(
      .everywhere, [.help], "Esc", "close this help; also ? q Enter", .init("close", rank: 1),
      [
        (.escape, .toggleHelp), (.character("?"), .toggleHelp), (.character("q"), .toggleHelp), (.enter, .toggleHelp),
        (.backspace, .toggleHelp),
      ]),
  ]

  // MARK: What several lines share

  private typealias Label = KeyBinding.Label
  private typealias Strokes = [(KeyEvent, Command)]

  private static let anywhere = Set(InputContext.allCases)
  private static let panes: Set<InputContext> = [.questionList, .question, .wikipedia, .conAir]
  private static let stackOverflow: Set<InputContext> = [.questionList, .question]
  private static let charts: Set<InputContext> = [.wikipedia, .conAir]
  /// Where something with a page on the web can be chosen.
  private static let linked: Set<InputContext> = [.questionList, .question, .wikipedia]

  private static let enter = Label("⏎", ascii: "Enter")
  private static let upDown = Label("↑↓", ascii: "Up Down")
  private static let leftRight = Label("←→", ascii: "Left Right")

  private static let moving: SafeText = "move, scroll; also k j"
  private static let byLine = upOrDown(.move(.lines(-1)), .move(.lines(1)))
  private static let byPage: Strokes = [
    (.pageUp, .move(.pages(-1))), (.pageDown, .move(.pages(1))), (.character(" "), .move(.pages(1))),
  ]
  private static let toEnds: Strokes = [
    (.character("g"), .move(.start)), (.character("G"), .move(.end)), (.home, .move(.start)), (.end, .move(.end)),
  ]

  /// A pan's part of what the axis shows.
  private static let panStep = 0.1

  private static func upOrDown(_ up: Command, _ down: Command) -> Strokes {
    [(.up, up), (.down, down), (.character("k"), up), (.character("j"), down)]
  }

  private static func leftOrRight(_ left: Command, _ right: Command) -> Strokes {
    [(.left, left), (.right, right), (.character("h"), left), (.character("l"), right)]
  }

  private static func line(
    _ group: KeyBinding.Group, _ contexts: Set<InputContext>, _ keys: KeyBinding.Label, _ help: SafeText,
    _ hint: KeyBinding.Hint?, _ strokes: [(KeyEvent, Command)]
  ) -> KeyBinding {
    KeyBinding(
      group: group, contexts: contexts, strokes: strokes.map { KeyBinding.Stroke(key: $0.0, command: $0.1) },
      keys: keys, help: help, hint: hint)
  }
}

extension KeyBinding.Hint {
  fileprivate init(_ label: SafeText, rank: Int, if condition: KeyBinding.Condition = .always) {
    self.init(label: label, rank: rank, condition: condition)
  }
}
