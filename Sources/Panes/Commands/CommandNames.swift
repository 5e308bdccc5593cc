/// The names of all commands, to which settings may assign keys; known before any pane is created.
public enum CommandNames {
  /// In the order of the help's chapters.
  public static let all: [String] = KnownCommand.all.map(\.name)

  /// The commands that are enabled in every context.
  public static let always = [
    "pane.refresh", "pane.refresh-all", "pane.next", "pane.previous", "app.help", "app.palette", "app.diagnostics",
    "app.quit", "app.quit-always", "app.redraw", "app.suspend",
  ]
}
