import Foundation
import Screen
import Signals
import Text
import ViewModels

/// The commands that are independent of the focused pane.
@UI
enum DashboardCommands {
  /// Refreshes every pane with its own command.
  static func refreshAll(_ dashboard: Dashboard, _ panes: [any Pane]) -> Command {
    Command(.everywhere.refreshAll) {
      let shown = dashboard.state.value.panes
      let refresh = CommandSpec.everywhere.refresh.id
      for pane in panes where shown.contains(pane.id) { pane.commands.first { $0.id == refresh }?.action() }
    }
  }

  /// Open and copy the link of the focused pane's open or selected item.
  static func links(_ dashboard: Dashboard, of panes: [any Pane]) -> [Command] {
    var links: [PaneID: Property<URL?>] = [:]
    for pane in panes { links[pane.id] = pane.link }
    let none = Property<URL?>(value: nil)
    let link = dashboard.state.map(\.focus).skipRepeats()
      .flatMap(.latest) { [links] pane in links[pane] ?? none }
      .map { $0.flatMap { $0.isWebPage ? $0 : nil } }
      .skipRepeats()
    let hasLink = link.map { $0 != nil }.skipRepeats()
    return [
      Command(
        .everywhere.openLink, hint: Command.Hint("browser", rank: 8, keepingPlace: Command.always),
        isEnabled: hasLink, whenDisabled: "There is no link here"
      ) {
        if let link = link.value { dashboard.send(.request(.open(link))) }
      },
      Command(
        .everywhere.copyLink, hint: Command.Hint("copy link", rank: 11, keepingPlace: Command.always),
        isEnabled: hasLink, whenDisabled: "There is no link here"
      ) {
        if let link = link.value { dashboard.send(.request(.copy(SafeText(oneLine: link.absoluteString)))) }
      },
    ]
  }

  /// The panes' own commands that do not depend on the focus, as long as the layout shows their pane.
  static func common(_ dashboard: Dashboard, of panes: [any Pane]) -> [Command] {
    panes.flatMap { pane in
      let isShown = dashboard.state.map { [id = pane.id] in $0.panes.contains(id) }.skipRepeats()
      return pane.commonCommands.map { command in
        Command(
          command.spec, hint: command.hint, isEnabled: command.isEnabled.and(isShown),
          whenDisabled: "\(pane.title) is not in the layout", action: command.action)
      }
    }
  }

  /// Move among the panes.
  ///
  /// - Parameter canTile: Whether there is room for all panes. If there is not, zooming would have no visible effect until
  ///   the terminal is enlarged.
  static func panes(_ dashboard: Dashboard, canTile: Property<Bool>) -> [Command] {
    let isZoomed = dashboard.state.map(\.isZoomed).skipRepeats()
    return [
      Command(.everywhere.nextPane, hint: Command.Hint("next pane", rank: 3)) { dashboard.send(.moveFocus(1)) },
      Command(.everywhere.previousPane) { dashboard.send(.moveFocus(-1)) },
      Command(
        .everywhere.zoom, hint: Command.Hint("enlarge", rank: 7),
        isEnabled: canTile.and(isZoomed.negate()).skipRepeats()
      ) { dashboard.send(.zoom(true)) },
      Command(
        .everywhere.unzoom, hint: Command.Hint("all panes", rank: 7), isEnabled: canTile.and(isZoomed).skipRepeats()
      ) { dashboard.send(.zoom(false)) },
    ]
  }

  /// Move the border beside the large pane.
  ///
  /// - Parameters:
  ///   - isTiled: Whether there is such a border on the screen.
  ///   - share: Returns the large pane's share of the screen in percent.
  static func borders(
    _ dashboard: Dashboard, isTiled: Property<Bool>, share: @escaping @UI @Sendable () -> Int?
  ) -> [Command] {
    let step = 4
    return [
      Command(.everywhere.borderLeft, isEnabled: isTiled) {
        dashboard.send(.moveBorder(BorderMove(percent: -step, from: share())))
      },
      Command(.everywhere.borderRight, isEnabled: isTiled) {
        dashboard.send(.moveBorder(BorderMove(percent: step, from: share())))
      },
    ]
  }

  /// Shows the next of the settings' layouts, if they have several.
  static func layouts(_ dashboard: Dashboard) -> [Command] {
    let hasSeveral = dashboard.state.map { !$0.layoutNames.isEmpty }.skipRepeats()
    return [Command(.everywhere.nextLayout, isEnabled: hasSeveral) { dashboard.send(.nextLayout) }]
  }

  /// Shows the settings' other layout with a name.
  static func layout(_ name: String, _ dashboard: Dashboard) -> Command {
    let isOther = dashboard.state.map { $0.layoutName != name }.skipRepeats()
    return Command(CommandSpec(layout: name), isEnabled: isOther, whenDisabled: "This layout is shown already") {
      dashboard.send(.showLayout(name))
    }
  }

  static func quit(_ dashboard: Dashboard) -> Command {
    Command(.everywhere.quit, hint: Command.Hint("quit", rank: 0, isAtEnd: true)) { dashboard.send(.request(.quit)) }
  }

  /// The commands that work in every layer, and while a field takes text.
  static func program(_ dashboard: Dashboard) -> [Command] {
    [
      Command(.everywhere.quitAlways) { dashboard.send(.request(.quit)) },
      Command(.everywhere.redraw) { dashboard.send(.request(.redraw)) },
      Command(.everywhere.suspend) { dashboard.send(.request(.suspend)) },
    ]
  }
}
