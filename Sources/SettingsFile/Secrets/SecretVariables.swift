import Foundation

extension [String: String] {
  /// These variables without those that may hold a secret of this program: the environment of the programs that it starts.
  public var withoutSecrets: [String: String] {
    // The table takes its time to be made, and is seldom needed.
    guard keys.contains(where: { $0.hasPrefix(SettingsTable.variablePrefix) }) else { return self }
    let secrets = SettingsTable(SettingsVocabulary(commands: [])).secretVariables
    return filter { !secrets.contains($0.key) }
  }
}
