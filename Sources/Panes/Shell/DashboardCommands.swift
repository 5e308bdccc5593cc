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
    Command("pane.refresh-all", "refresh this pane, all panes", name: "refresh all panes", in: .everywhere, keys: ["R"])
    {
      let shown = dashboard.state.value.panes
      for pane in panes where shown.contains(pane.id) { pane.commands.first { $0.id == .refreshPane }?.action() }
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
        "link.open", "open in the browser, copy the link", name: "open in the browser", in: .everywhere, keys: ["o"],
        hint: Command.Hint("browser", rank: 8, keepingPlace: Command.always),
        isEnabled: hasLink, whenDisabled: "There is no link here"
      ) {
        if let link = link.value { dashboard.send(.request(.open(link))) }
      },
      Command(
        "link.copy", "open in the browser, copy the link", name: "copy the link", in: .everywhere, keys: ["y"],
        hint: Command.Hint("copy link", rank: 11, keepingPlace: Command.always),
        isEnabled: hasLink, whenDisabled: "There is no link here"
      ) {
        if let link = link.value { dashboard.send(.request(.copy(SafeText(oneLine: link.absoluteString)))) }
      },
    ]
  }

  /// Move among the panes.
  ///
  /// - Parameter canTile: Whether there is room for all panes. If there is not, zooming would have no visible effect until
  ///   the terminal is enlarged.
  static func panes(_ dashboard: Dashboard, canTile: Property<Bool>) -> [Command] {
    let isZoomed = dashboard.state.map(\.isZoomed).skipRepeats()
    return [
      Command(
        "pane.next", "next, previous pane", name: "next pane", in: .everywhere, keys: [.tab],
        hint: Command.Hint("next pane", rank: 3)
      ) { dashboard.send(.moveFocus(1)) },
      Command("pane.previous", "next, previous pane", name: "previous pane", in: .everywhere, keys: [.backTab]) {
        dashboard.send(.moveFocus(-1))
      },
      Command(
        .zoom, "this pane alone, and back", name: "this pane alone", in: .everywhere, keys: ["z"],
        hint: Command.Hint("enlarge", rank: 7), isEnabled: canTile.and(isZoomed.negate()).skipRepeats()
      ) { dashboard.send(.zoom(true)) },
      Command(
        .unzoom, "this pane alone, and back", name: "all panes", in: .everywhere, keys: ["z"],
        hint: Command.Hint("all panes", rank: 7), isEnabled: canTile.and(isZoomed).skipRepeats()
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
    let title: SafeText = "move the border"
    let step = 4
    return [
      Command(
        "layout.border-left", title, name: "border to the left", in: .everywhere, keys: [.controlLeft],
        isEnabled: isTiled
      ) { dashboard.send(.moveBorder(BorderMove(percent: -step, from: share()))) },
      Command(
        "layout.border-right", title, name: "border to the right", in: .everywhere, keys: [.controlRight],
        isEnabled: isTiled
      ) { dashboard.send(.moveBorder(BorderMove(percent: step, from: share()))) },
    ]
  }

  static func quit(_ dashboard: Dashboard) -> Command {
    Command("app.quit", "quit", in: .everywhere, keys: ["q"], hint: Command.Hint("quit", rank: 0, isAtEnd: true)) {
      dashboard.send(.request(.quit))
    }
  }

  /// The commands that work in every layer, and while a field takes text.
  static func program(_ dashboard: Dashboard) -> [Command] {
    [
      Command(.quitAlways, "quit", in: .everywhere, keys: [.control("c")]) { dashboard.send(.request(.quit)) },
      Command("app.redraw", "draw the screen again", in: .everywhere, keys: [.control("l")]) {
        dashboard.send(.request(.redraw))
      },
      Command("app.suspend", "suspend; fg comes back", in: .everywhere, keys: [.control("z")]) {
        dashboard.send(.request(.suspend))
      },
    ]
  }
}
