import Model
import Screen
import Text

extension CommandSpec {
  /// The commands that do not depend on the focused pane.
  package static let everywhere = EverywhereSpecs()
  /// The commands of overlays.
  static let overlay = OverlaySpecs()
}

package struct EverywhereSpecs: CommandSpecs {
  /// Each pane has its own command that reloads its content.
  let refresh = spec(
    "pane.refresh", refreshing, "refresh this pane", ["r"], at: .panes, isAlwaysEnabled: true)
  let refreshAll = spec("pane.refresh-all", refreshing, "refresh all panes", ["R"], isAlwaysEnabled: true)
  let nextPane = spec("pane.next", "next, previous pane", "next pane", [.tab], isAlwaysEnabled: true)
  let previousPane = spec("pane.previous", "next, previous pane", "previous pane", [.backTab], isAlwaysEnabled: true)
  let palette = spec(
    "app.palette", "commands by name, this help", "commands by name", [":"], opensField: true, isAlwaysEnabled: true)
  let help = spec("app.help", "commands by name, this help", "this help", ["?"], isAlwaysEnabled: true)
  let diagnostics = spec("app.diagnostics", "where the data comes from", nil, ["D"], isAlwaysEnabled: true)
  let quit = spec("app.quit", "quit", nil, ["q"], isAlwaysEnabled: true)
  let quitAlways = spec("app.quit-always", "quit", nil, [.control("c")], at: .everywhere, isAlwaysEnabled: true)
  let redraw = spec(
    "app.redraw", drawing, "draw the screen again", [.control("l")], at: .everywhere, isAlwaysEnabled: true)
  let suspend = spec(
    "app.suspend", drawing, "suspend (fg resumes)", [.control("z")], at: .everywhere, isAlwaysEnabled: true)
  package let find = spec("app.find", finding, "find in everything that was loaded", ["F"], opensField: true)
  package let openLink = spec("link.open", linking, "open in the browser", ["o"], at: linked)
  package let copyLink = spec("link.copy", linking, "copy the link", ["y"], at: linked)
  let write = spec("app.write", finding, "write what is shown to a file, or copy it", ["E"], opensField: true)
  let zoom = spec("pane.zoom", "this pane alone, and back", "this pane alone", ["z"])
  let unzoom = spec("pane.unzoom", "this pane alone, and back", "all panes", ["z"])
  let borderLeft = spec("layout.border-left", "move the border", "border to the left", [.controlLeft])
  let borderRight = spec("layout.border-right", "move the border", "border to the right", [.controlRight])
  /// Listed in the palette; in the help it shares a line with the border's commands.
  let nextLayout = spec("layout.next", "move the border", "next layout", [])
  let releaseMouse = spec("app.release-mouse", "select text with the mouse", nil, ["M"])
  let editSettings = spec("app.edit-settings", "edit the settings", nil, [])
  let settingLines = spec(
    "app.setting-lines", "lines for the settings: watch, alarm, key, theme", nil, [], words: "limit above below")

  private static let refreshing: SafeText = "refresh this pane, all panes"
  private static let drawing: SafeText = "draw again, suspend (fg resumes)"
  private static let finding: SafeText = "write to a file, find in all that was loaded"
  private static let linking: SafeText = "open in the browser, copy the link"
  private static let linked = CommandSpec.Contexts.all(.linked)

  private static func spec(
    _ id: Command.ID, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent],
    at contexts: CommandSpec.Contexts = .content, words: SafeText = "", opensField: Bool = false,
    isAlwaysEnabled: Bool = false
  ) -> CommandSpec {
    CommandSpec(
      id, title, name: name, words: words, in: .everywhere, keys: keys, at: contexts, opensField: opensField,
      isAlwaysEnabled: isAlwaysEnabled)
  }

  package var all: [CommandSpec] {
    [
      refresh, refreshAll, nextPane, previousPane, palette, help, diagnostics, quit, quitAlways, redraw, suspend,
      openLink, copyLink, find, write, zoom, unzoom, borderLeft, borderRight, nextLayout, releaseMouse, editSettings,
      settingLines,
    ]
  }
}

extension CommandSpec {
  /// Creates the spec of the command that shows one of the settings' other layouts, whose key is in the settings' keys.
  convenience init(layout name: String) {
    let title: SafeText = "layout: \(SafeText(oneLine: name))"
    self.init(Command.ID(NamedLayout.command(name)), title, in: .everywhere, keys: [], at: .content)
  }
}

struct OverlaySpecs: CommandSpecs {
  let moving = MotionSpecs("overlay", at: .overlays, ends: [.overlay])
  let choose = CommandSpec(
    "overlay.choose", "choose", in: .everywhere, keys: [.enter], at: .overlays)
  let complete = CommandSpec(
    "overlay.complete", "complete the word", in: .everywhere, keys: [.tab], at: [.overlayField])
  let copy = CommandSpec("overlay.copy", "copy", in: .everywhere, keys: ["y"], at: [.overlay])
  let open = CommandSpec("overlay.open", "open in the browser", in: .everywhere, keys: ["o"], at: [.overlay])
  /// An overlay is also closed by the keys that opened it.
  let close = CommandSpec(
    "overlay.close", "close", in: .everywhere, keys: [.escape, "q", .backspace], at: .overlays)

  var all: [CommandSpec] {
    moving.all + [choose, complete, copy, open, close]
  }
}
