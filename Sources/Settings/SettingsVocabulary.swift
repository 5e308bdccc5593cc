import Model
import Screen

/// The names that settings may use and other modules define.
public struct SettingsVocabulary: Sendable {
  /// The ids of all commands (`pane.refresh`), in the order in which documentation lists them.
  public var commands: [String]
  /// The ``commands`` that are enabled in every context: two of them cannot share a key.
  public var globalCommands: Set<String>
  public var panes: [String]
  /// The built-in themes.
  public var themes: [String]
  /// The roles that a theme gives colours to.
  public var roles: [String]
  /// What has settings of its own, and what own commands and rules can be for.
  public var features: [SettingsFeature]

  var subjects: [SubjectDescription] { features.compactMap(\.subject) }

  public init(
    commands: [String], globalCommands: Set<String> = [],
    panes: [String] = ["stack-overflow", "wikipedia", "conair"],
    themes: [String] = ThemeChoice.names,
    roles: [String] = Roles.Name.allCases.map(\.rawValue),
    features: [SettingsFeature]
  ) {
    self.commands = commands
    self.globalCommands = globalCommands
    self.panes = panes
    self.themes = themes
    self.roles = roles
    self.features = features
  }
}
