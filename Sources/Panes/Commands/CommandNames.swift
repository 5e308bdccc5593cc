/// The names of all commands, to which settings may assign keys; known before any pane is created.
public enum CommandNames {
  /// In the order of the panes, followed by what all panes have.
  public static let all: [String] = CommandSpec.all.map(\.id.name)

  /// The commands that are enabled in every context.
  public static let always: [String] = CommandSpec.all.filter(\.isAlwaysEnabled).map(\.id.name)
}
