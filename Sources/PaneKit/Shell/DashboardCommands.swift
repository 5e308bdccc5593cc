import Foundation
import Screen
import Signals
import Text

/// The commands that are independent of the focused pane.
@UI
package enum DashboardCommands {
  /// Why a link can be neither opened nor copied.
  package nonisolated static let noLink: SafeText = "There is no link here"

  /// Refreshes every pane with its own command.
  static func refreshAll(_ dashboard: Dashboard, _ panes: [any Pane]) -> Command {
    Command(.everywhere.refreshAll) {
      let shown = dashboard.state.value.panes
      let refresh = CommandSpec.everywhere.refresh.id
      for pane in panes where shown.contains(pane.id) { pane.commands.first { $0.id == refresh }?.action() }
    }
  }

  /// Open and copy the link of the focused pane's open or selected item, or those of the marked ones.
  static func links(
    _ dashboard: Dashboard, of panes: [any Pane], _ request: Signal<ProgramRequest, Never>.Observer
  ) -> [Command] {
    var links: [PaneID: Property<URL?>] = [:]
    for pane in panes { links[pane.id] = pane.link }
    let link = { @UI @Sendable [links] () -> URL? in
      links[dashboard.state.value.focus]?.value.flatMap { $0.isWebPage ? $0 : nil }
    }
    let all = { @UI @Sendable () -> [URL] in
      let marked = panes.first { $0.id == dashboard.state.value.focus }?.marked ?? []
      return marked.isEmpty ? [link()].compactMap(\.self) : marked.compactMap(\.link).filter(\.isWebPage)
    }
    let disabled = { @UI @Sendable () -> SafeText? in link() == nil && all().isEmpty ? noLink : nil }
    return [
      Command(.everywhere.openLink, hint: Command.Hint("browser", rank: 8), disabled: disabled()) {
        let links = all()
        guard links.count <= MarkedItem.openLimit else {
          return dashboard.send(.refusal("At most \(MarkedItem.openLimit) pages are opened at once"))
        }
        if links.isEmpty { dashboard.send(.refusal(noLink)) }
        for link in links { request.send(value: .open(link)) }
      },
      Command(.everywhere.copyLink, hint: Command.Hint("copy link", rank: 11), disabled: disabled()) {
        let links = all().map { SafeText(oneLine: $0.absoluteString) }
        if links.isEmpty { return dashboard.send(.refusal(noLink)) }
        request.send(value: .copy(links.joined(separator: "\n")))
      },
    ]
  }

  /// The panes' own commands that do not depend on the focus, as long as the layout shows their pane.
  static func common(_ dashboard: Dashboard, of panes: [any Pane]) -> [Command] {
    panes.flatMap { pane in
      let (id, title) = (pane.id, pane.title)
      return pane.commonCommands.map { command in
        Command(
          command.spec, hint: command.hint,
          disabled: dashboard.state.value.panes.contains(id) ? command.disabled() : "\(title) is not in the layout",
          action: command.action)
      }
    }
  }

  /// Move among the panes.
  ///
  /// - Parameter canTile: Whether there is room for all panes. If there is not, zooming would have no visible effect until
  ///   the terminal is enlarged.
  static func panes(_ dashboard: Dashboard, canTile: @escaping @UI @Sendable () -> Bool) -> [Command] {
    let cannotTile = { @UI @Sendable () -> SafeText? in
      if dashboard.state.value.layout.panes.count < 2 { return "The layout has one pane" }
      return canTile() ? nil : "There is no room for other panes"
    }
    return [
      Command(.everywhere.nextPane, hint: Command.Hint("next pane", rank: 3)) { dashboard.send(.moveFocus(1)) },
      Command(.everywhere.previousPane) { dashboard.send(.moveFocus(-1)) },
      Command(
        .everywhere.zoom, hint: Command.Hint("enlarge", rank: 7),
        disabled: dashboard.state.value.isZoomed ? "" : cannotTile()
      ) { dashboard.send(.zoom(true)) },
      Command(
        .everywhere.unzoom, hint: Command.Hint("all panes", rank: 7),
        disabled: dashboard.state.value.isZoomed ? cannotTile() : ""
      ) { dashboard.send(.zoom(false)) },
    ]
  }

  /// Move the border beside the large pane.
  ///
  /// - Parameters:
  ///   - shown: Returns the screen's layout.
  ///   - layout: Returns the one that it would be if the large pane had a percentage.
  static func borders(
    _ dashboard: Dashboard, shown: @escaping @UI @Sendable () -> ScreenLayout,
    layout: @escaping @UI @Sendable (_ share: Int?) -> ScreenLayout
  ) -> [Command] {
    let step = 4
    return [(CommandSpec.everywhere.borderLeft, -step), (.everywhere.borderRight, step)].map { spec, step in
      Command(spec, disabled: shown().isShared ? nil : "There is one pane on the screen") {
        let move = BorderMove(percent: step, from: shown().share)
        // Looked up when the key is pressed: each frame asks whether a command is disabled.
        let moved = layout(dashboard.state.value.layout.share(after: move))
        dashboard.send(moved.boundary == shown().boundary ? .refusal("The border is at its end") : .moveBorder(move))
      }
    }
  }

  /// Shows the next of the settings' layouts, if they have several.
  static func layouts(_ dashboard: Dashboard) -> [Command] {
    [
      Command(
        .everywhere.nextLayout,
        disabled: dashboard.state.value.layoutNames.isEmpty ? "The settings have one layout" : nil
      ) { dashboard.send(.nextLayout) }
    ]
  }

  /// Shows the settings' other layout with a name.
  static func layout(_ name: String, _ dashboard: Dashboard) -> Command {
    Command(
      CommandSpec(layout: name),
      disabled: dashboard.state.value.layoutName == name ? "This layout is shown already" : nil
    ) { dashboard.send(.showLayout(name)) }
  }

  static func quit(_ request: Signal<ProgramRequest, Never>.Observer) -> Command {
    Command(.everywhere.quit, hint: Command.Hint("quit", rank: 0, isAtEnd: true)) { request.send(value: .quit) }
  }

  /// The commands that work in every layer, and while a field takes text.
  static func program(_ request: Signal<ProgramRequest, Never>.Observer) -> [Command] {
    [
      Command(.everywhere.quitAlways) { request.send(value: .quit) },
      Command(.everywhere.redraw) { request.send(value: .redraw) },
      Command(.everywhere.suspend) { request.send(value: .suspend) },
    ]
  }
}
