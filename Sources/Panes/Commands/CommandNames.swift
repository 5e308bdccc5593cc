/// The names of all commands: what settings may give keys to, known before any pane is made.
public enum CommandNames {
  /// In the order of the help's chapters.
  public static let all: [String] = KnownCommand.all.map(\.name)

  /// Those that can be done whatever is shown.
  public static let always = [
    "pane.refresh", "pane.refresh-all", "pane.next", "pane.previous", "app.help", "app.palette", "app.diagnostics",
    "app.quit", "app.quit-always", "app.redraw", "app.suspend",
  ]
}
