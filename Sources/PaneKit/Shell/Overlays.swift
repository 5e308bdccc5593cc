import Model
import Screen
import Signals
import Text

/// The overlays, each with the command that opens it. This is the only list of them.
extension Shell {
  func overlayCommands() -> [Command] {
    [
      Command(.everywhere.palette, hint: Command.Hint("commands", rank: 4, isAtEnd: true)) { [weak self] in
        self?.openPalette()
      },
      Command(.everywhere.help, hint: Command.Hint("help", rank: 1, isAtEnd: true)) { [weak self] in
        guard let self else { return }
        // Once it is open, its own commands are what holds.
        let here = topLayer.map { CommandScope(commands: $0.commands, context: $0.keyContext).enabled } ?? []
        open("Keys", by: .everywhere.help) { [weak self] _ in self?.helpChapters(here: here) ?? [] }
      },
      Command(.everywhere.releaseMouse) { [weak self] in
        self?.display.releaseMouse()
        self?.dashboard.send(.notice("The mouse selects text; any key gives it back to reactui"))
      },
      Command(.everywhere.diagnostics, hint: Command.Hint("sources", rank: 14)) { [weak self] in
        self?.open("Diagnostics", by: .everywhere.diagnostics) { [weak self] in self?.diagnosticChapters($0) ?? [] }
      },
    ]
  }

  /// Puts an overlay over everything else.
  func open(_ request: LayerRequest) {
    let keys = request.openedBy.flatMap { spec in allCommands.first { $0.id == spec.id } }.map(keymap.keys) ?? []
    push(
      request.make(LayerSurroundings(context: context(), openingKeys: keys, close: { [weak self] in self?.pop() })))
  }

  /// Puts a list to choose from over the panes.
  func open(_ list: ChoiceList) { open(LayerRequest(list)) }

  /// Asks whether a file that is there is to be replaced.
  func offerToReplace(_ file: TextFile) {
    open(WriteField.replacing(file) { [ask] in ask.send(value: $0) })
  }

  /// Opens the list of the enabled commands and of all else that has a name.
  private func openPalette() {
    let own = CommandSpec.everywhere.palette.id
    let palette = Palette(
      scope.without(own), entries: paletteEntries, recent: dashboard.palette.value.ids, keymap, theme)
    open(
      ChoiceList(
        "Commands", palette.choices, field: ":", verb: "do it",
        whenEmpty: "No matching command"
      ) { [weak self] choice in
        guard let self, let act = palette.act(of: choice) else { return }
        dashboard.send(.choose(choice.id))
        switch act {
        case .entry(let entry): entry.act()
        // The state may have changed while the list was open.
        case .command(let command) where command.isEnabled(in: scope.context): command.action()
        case .command(let command):
          let reason = command.belongs(to: scope.context) ? command.disabled() ?? "" : ""
          dashboard.send(.notice(reason.isEmpty ? "“\(command.name)” is no longer available here" : reason))
        }
      })
  }

  /// Puts a text over the panes.
  ///
  /// - Parameter command: The command that opens it, whose keys close it, too.
  func open(
    _ title: SafeText, by command: CommandSpec,
    chapters: @escaping @UI @Sendable (PaneContext) -> [OverlayText.Chapter]
  ) {
    open(
      LayerRequest(openedBy: command) {
        Overlay(title, $0.context, openingKeys: $0.openingKeys, chapters: chapters, close: $0.close)
      })
  }

  /// Returns all commands of the program by chapter, those of some commands first.
  private func helpChapters(here: [Command]) -> [OverlayText.Chapter] {
    HelpText.chapters(allCommands, here: here, keymap, theme)
  }

  /// The sequence for notifications that the settings name.
  var notificationWay: NotificationWay? { notify.value.way.flatMap { NotificationWay(rawValue: $0) } }

  /// The diagnostics of each pane, and information on the terminal.
  private func diagnosticChapters(_ context: PaneContext) -> [OverlayText.Chapter] {
    var terminal = [
      DiagnosticLine("size", "\(display.size.width) columns, \(display.size.height) rows"),
      DiagnosticLine("colours", theme.hasTrueColour ? "any" : theme.colours.text),
      DiagnosticLine("characters", theme.isASCII ? "ASCII" : "Unicode"),
    ]
    if notify.value.kinds != nil {
      let isKnown = display.notifies(by: notificationWay)
      terminal.append(DiagnosticLine("notifications", isKnown ? "by the terminal" : "not known to work here"))
    }
    func chapter(_ title: SafeText, _ lines: [DiagnosticLine]) -> OverlayText.Chapter {
      OverlayText.Chapter(title: title, lines: lines.map { OverlayText.Line(label: $0.label, text: $0.value) })
    }
    let mistakes = dashboard.state.value.mistakes.map { DiagnosticLine("mistake", $0) }
    let chapters =
      [chapter("Settings", mistakes)] + panes.map { chapter($0.title, $0.diagnostics(context)) } + [
        chapter("Terminal", terminal)
      ]
    return chapters.filter { !$0.lines.isEmpty }
  }
}

extension Theme.Colours {
  fileprivate var text: SafeText { self == .none ? "none" : "\(rawValue)" }
}
