import Assembly
import Testing

@testable import PaneKit

/// Keys that lead to two commands, found before there is a screen.
@Suite struct KeyClashTests {
  private static func clashes(_ keys: [String: [String]]) -> [String] {
    Features.catalog.clashes(in: keys).map { "\($0.command) \($0.key): \($0.others.joined(separator: " "))" }
  }

  @Test(
    arguments: [
      // Two that settings give, and one that has it by default.
      (["tab.sort": ["F2"], "tab.new": ["F2"]], ["tab.new F2: tab.sort"]),
      (["pane.zoom": ["r"]], ["pane.zoom r: edit.refresh pane.refresh"]),
      (["app.quit": ["j"]], ["app.quit j: list.down text.down room.next chart.lower"]),
      (["app.help": ["Ctrl-C"]], ["app.help Ctrl-C: app.quit-always"]),
      (["tab.next": ["r", "x"]], ["tab.next r: pane.refresh", "tab.next x: tab.close"]),
      (["filter.left": ["Ctrl-E"]], ["filter.left Ctrl-E: filter.end"]),
      // They cannot be done at the same time.
      (["tab.next": ["n"], "question.next-tab": ["Z"]], []), (["tab.next": ["Z"], "chart.later": ["Z"]], []),
      (["list.down": ["F2"], "overlay.down": ["F2"]], []), (["overlay.close": ["r"]], []),
      (["question.next-tab": ["n"]], ["question.next-tab n: question.next-answer search.next"]),
      (["pane.zoom": ["Z"], "pane.unzoom": ["Z"]], []), (["chart.pause": ["Z"], "chart.resume": ["Z"]], []),
      // A field keeps what it needs, and characters are text there.
      (["app.redraw": ["Ctrl-A"]], []), (["list.up": ["Home"]], ["list.up Home: list.start chart.cursor-start"]),
      (["filter.keep": ["Ctrl-L"]], []),
      (["pane.next": ["Enter"]], ["pane.next Enter: question.open edit.open edit.newcomer room.alone"]),
      // Whoever takes the key away makes room.
      (["app.quit": ["r"], "pane.refresh": ["F5"], "edit.refresh": []], []),
      (["app.quit": ["r"], "pane.refresh": []], ["app.quit r: edit.refresh"]),
      (["pane.refresh": ["r", "F5"], "app.quit": ["Q"]], []), ([:], []),
    ] as [([String: [String]], [String])])
  func clashesAreFound(keys: [String: [String]], expected: [String]) {
    #expect(Self.clashes(keys) == expected)
  }

  @Test func theKeysOfLayoutsClashToo() {
    let keys = ["layouts.a": ["r"], "layouts.b": ["F6"], "layouts.c": ["F6"]]
    let clashes = Features.catalog.clashes(in: keys, layouts: ["a", "b", "c"]).map {
      "\($0.command) \($0.key): \($0.others)"
    }
    #expect(
      clashes == ["layouts.a r: [\"edit.refresh\", \"pane.refresh\"]", "layouts.c F6: [\"layouts.b\"]"], "\(clashes)")
  }

  /// The last of a kind tells them all, and a command of another kind those that it clashes with.
  @Test func manyWithTheSameKeyAreToldOnce() {
    let keys = [
      "layouts.a": ["F6"], "layouts.b": ["F6"], "layouts.c": ["F6"], "tab.new": ["F6"], "tab.sort": ["F6", "x"],
    ]
    let clashes = Features.catalog.clashes(in: keys, layouts: ["a", "b", "c"]).map {
      "\($0.command) \($0.key): \($0.others)"
    }
    #expect(
      clashes == [
        "tab.sort x: [\"tab.close\"]", "tab.new F6: [\"tab.sort\"]",
        "layouts.c F6: [\"tab.sort\", \"tab.new\", \"layouts.a\", \"layouts.b\"]",
      ], "\(clashes)")
  }

  @Test func aNameThatNoCommandHasClashesWithNothing() {
    #expect(Self.clashes(["app.nothing": ["q"]]) == [])
  }
}
