extension StandardPanes {
  /// The names of all commands of the program, for settings to check theirs against before there is a screen.
  ///
  /// Commands themselves are made together with the view models that they act on; a test compares the two.
  public static let commandIDs: [Command.ID] =
    everywhere + ids("list", moves) + ids("text", moves) + ids("overlay", moves)
    + ids("overlay", ["choose", "close"]) + questions + charts + ids("filter", edits)

  private static func ids(_ prefix: String, _ names: [String]) -> [Command.ID] {
    names.map { Command.ID("\(prefix).\($0)") }
  }

  private static let moves = ["up", "down", "page-up", "page-down", "half-page-up", "half-page-down", "start", "end"]

  private static let everywhere: [Command.ID] = [
    "app.diagnostics", "app.help", "app.palette", "app.quit", "app.quit-always", "app.redraw", "app.release-mouse",
    "app.suspend",
    "layout.border-left", "layout.border-right",
    "link.copy",
    "link.open", "pane.next", "pane.previous", "pane.refresh", "pane.refresh-all", "pane.unzoom", "pane.zoom",
  ]

  private static let questions: [Command.ID] =
    [
      "question.close", "question.next-answer", "question.open", "question.previous-answer", "search.clear",
      "search.edit", "search.next", "search.previous", "tab.next", "tab.previous", "tab.sort",
      "events.clear-filter", "events.filter", "list.newest",
    ] + (1...9).map { Command.ID("tab.show-\($0)") }

  private static let charts: [Command.ID] = ids(
    "chart",
    [
      "earlier", "fit", "follow", "higher", "later", "lower", "pause", "resume", "unmark", "zoom-in", "zoom-out",
    ])

  private static let edits = [
    "cancel", "clear", "delete-backward", "delete-forward", "delete-to-end", "delete-to-space", "delete-to-start",
    "delete-word-backward", "delete-word-forward", "edit", "end", "keep", "left", "right", "start", "word-left",
    "word-right",
  ]
}
