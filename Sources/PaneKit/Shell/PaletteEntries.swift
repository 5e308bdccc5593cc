import Screen
import Signals
import Text

/// What the palette finds besides commands.
extension Shell {
  var paletteEntries: [PaletteEntry] {
    let shown = panes.filter { dashboard.state.value.panes.contains($0.id) }
    return entries(of: shown) + stops + shown.flatMap(commands) + layouts(shown) + namedLayouts + themes
      + settings().map(entry)
  }

  /// A pane's commands that can be done now and that no key reaches, because another pane has the focus, or the pane's open
  /// content covers the rest of it. Each gives the pane the focus.
  private func commands(of pane: any Pane) -> [PaletteEntry] {
    let isFocused = pane.id == dashboard.state.value.focus
    let known = Set((isFocused ? scope.commands.map(\.id) : []) + pane.paletteEntries.compactMap(\.command))
    var names = Set(isFocused ? scope.enabled.map(\.name) : [])
    let ofPane = CommandScope(commands: own.commands(of: pane.id) + pane.commands, context: pane.ownContext)
    let commands = ofPane.enabled.filter { command in
      !command.isMotion && command.category != .everywhere && !known.contains(command.id)
        && names.insert(command.name).inserted
    }
    return commands.map { [dashboard, id = pane.id] command in
      let name = SafeText(oneLine: command.id.name)
      var entry = PaletteEntry("\(id.name):\(command.id.name)", command.name, kind: pane.title, words: name) {
        dashboard.send(.focus(id))
        if command.isEnabled(in: pane.ownContext) { command.action() }
      }
      entry.isCommand = true
      return entry
    }
  }

  /// The panes' own, each with the focus on its pane.
  private func entries(of panes: [any Pane]) -> [PaletteEntry] {
    panes.flatMap { pane in
      pane.paletteEntries.map { [dashboard, id = pane.id] entry in
        PaletteEntry(
          entry.id, entry.title, kind: entry.kind, words: entry.words, command: entry.command,
          keyCommand: entry.keyCommand
        ) {
          dashboard.send(.focus(id))
          entry.act()
        }
      }
    }
  }

  /// Ending each program that an own command has started.
  private var stops: [PaletteEntry] {
    (programs?.running.value ?? []).map { [programs] run in
      PaletteEntry("stop:\(run.id)", "stop \(run.label)", kind: "program", words: "end kill running") {
        programs?.send(.stop(run.id))
      }
    }
  }

  private func layouts(_ panes: [any Pane]) -> [PaletteEntry] {
    guard panes.count > 1 else { return [] }
    let all = PaletteEntry(
      "only:", "layout: all panes", kind: "layout", words: "tiled", keyCommand: CommandSpec.everywhere.unzoom.id
    ) { [dashboard] in dashboard.send(.zoom(false)) }
    return panes.flatMap { [dashboard] pane in
      let (id, title) = (pane.id, pane.title)
      return [
        PaletteEntry("pane:\(id.name)", title, kind: "pane", words: "go to") { dashboard.send(.focus(id)) },
        // The key enlarges the focused pane.
        PaletteEntry(
          "only:\(id.name)", "layout: only \(title)", kind: "layout", words: "alone",
          keyCommand: dashboard.state.value.focus == id ? CommandSpec.everywhere.zoom.id : nil
        ) {
          dashboard.send(.focus(id))
          dashboard.send(.zoom(true))
        },
      ]
    } + (dashboard.state.value.isZoomed ? [all] : [])
  }

  /// The settings' layouts by name, and how to keep the present one.
  private var namedLayouts: [PaletteEntry] {
    let state = dashboard.state.value
    var entries = state.layoutNames.filter { $0 != state.layoutName }.map { [dashboard] name in
      let spec = CommandSpec(layout: name)
      return PaletteEntry("layout:\(name)", spec.title, kind: "layout", words: "arrange the panes", command: spec.id) {
        dashboard.send(.showLayout(name))
      }
    }
    if state.layoutName != nil {
      entries.append(
        PaletteEntry("layout:", "layout: as the settings have it", kind: "layout", words: "own standard") {
          [dashboard] in
          dashboard.send(.showLayout(nil))
        })
    }
    let keep = PaletteEntry("keep-layout:", "keep this layout by name", kind: "layout", words: "save layouts settings")
    {
      [weak self] in self?.tellLayout()
    }
    return entries + [keep]
  }

  /// Shows the lines that keep the present layout in the settings, which the program never writes.
  private func tellLayout() {
    let layout = dashboard.state.value.layout
    let large = layout.large.flatMap { layout.panes.contains($0) ? $0 : nil } ?? layout.panes[0]
    let panes = layout.panes.map { SafeText(oneLine: $0.name) }.joined(separator: ", ")
    let share: SafeText = layout.share.map { ", share: \($0)" } ?? ""
    let line: SafeText = "  mine: { panes: [\(panes)], large: \(SafeText(oneLine: large.name))\(share) }"
    show(
      PaletteSetting(name: "layouts", line: "layouts:", meaning: "The palette shows it as layout: mine."), lines: [line]
    )
  }

  /// The themes, and the way back to that of the settings. Each is seen while it is selected.
  private var themes: [PaletteEntry] {
    let state = dashboard.state.value
    func entry(_ title: SafeText, words: SafeText, _ name: String?) -> PaletteEntry {
      var entry = PaletteEntry("theme:\(name ?? "")", title, kind: "theme", words: words) { [dashboard] in
        dashboard.send(.showTheme(name))
      }
      entry.theme = name ?? state.theme.name
      return entry
    }
    let named = state.theme.names.map { entry("theme \(SafeText(oneLine: $0))", words: "colours", $0) }
    guard state.themeName != nil else { return named }
    return named + [entry("theme: as the settings have it", words: "colours own standard", nil)]
  }

  /// Choosing a setting shows the line to write.
  private func entry(of setting: PaletteSetting) -> PaletteEntry {
    let title: SafeText = "setting \(setting.name)"
    return PaletteEntry("setting:\(setting.name)", title, kind: "setting", words: setting.meaning) { [weak self] in
      self?.show(setting)
    }
  }

  /// Shows what to write into the settings.
  ///
  /// - Parameter lines: The lines below the first one.
  private func show(_ setting: PaletteSetting, lines: [SafeText] = []) {
    open("Setting", by: .everywhere.palette) { _ in
      [
        OverlayText.Chapter(
          title: setting.name,
          lines: [OverlayText.Line(label: "write", text: setting.line)]
            + lines.map { OverlayText.Line(label: "", text: $0) } + [
              OverlayText.Line(label: "into", text: "config.yaml in $XDG_CONFIG_HOME/reactui (~/.config/reactui)"),
              OverlayText.Line(label: "means", text: setting.meaning),
            ])
      ]
    }
  }
}
