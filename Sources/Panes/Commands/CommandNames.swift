/// The names of all commands: what settings may give keys to, known before any pane is made.
///
/// A test holds the list against the commands of the whole program.
public enum CommandNames {
  /// In the order of the help's chapters.
  public static let all: [String] =
    motions("list") + motions("text")
    + [
      "question.open", "question.close", "question.next-answer", "question.previous-answer", "question.next",
      "question.previous", "question.comments", "question.parts", "question.previous-tab", "question.next-tab",
      "question.unread", "question.keep", "code.left", "code.right", "tab.previous", "tab.next", "tab.sort", "tab.new",
      "tab.close", "tab.reopen", "tab.move-left", "tab.move-right", "tab.search", "tab.kept", "list.dense",
    ] + (1...9).map { "tab.show-\($0)" }
    + [
      "filter.edit", "filter.clear", "filter.keep", "filter.cancel", "search.edit", "search.clear", "search.next",
      "search.previous", "events.filter", "events.clear-filter", "list.newest",
      "chart.earlier", "chart.later", "chart.higher", "chart.lower", "chart.zoom-in", "chart.zoom-out", "chart.fit",
      "chart.follow", "chart.pause", "chart.resume", "chart.unmark",
    ]
    + [
      "left", "right", "word-left", "word-right", "start", "end", "delete-backward", "delete-forward",
      "delete-word-backward", "delete-word-forward", "delete-to-start", "delete-to-end", "delete-to-space",
    ].map { "filter.\($0)" }
    + always
    + [
      "link.open", "link.copy", "pane.zoom", "pane.unzoom", "layout.border-left", "layout.border-right",
      "app.release-mouse",
    ]
    + motions("overlay") + ["overlay.choose", "overlay.complete", "overlay.copy", "overlay.close"]

  /// Those that can be done whatever is shown.
  public static let always = [
    "pane.refresh", "pane.refresh-all", "pane.next", "pane.previous", "app.help", "app.palette", "app.diagnostics",
    "app.quit", "app.quit-always", "app.redraw", "app.suspend",
  ]

  private static func motions(_ name: String) -> [String] {
    ["up", "down", "page-up", "page-down", "half-page-up", "half-page-down", "start", "end"].map { "\(name).\($0)" }
  }
}
