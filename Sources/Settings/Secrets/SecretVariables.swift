import Foundation
import Text

extension [String: String] {
  /// Returns the variables without those that may contain a secret of this program: the environment of the programs that it
  /// starts.
  package func withoutSecrets(of features: [SettingsFeature]) -> [String: String] {
    // Creating the table takes time, and is rarely needed.
    guard keys.contains(where: { $0.begins(with: SettingsTable.variablePrefix) }) else { return self }
    let secrets = SettingsTable(SettingsVocabulary(commands: [], features: features)).secretVariables
    return filter { !secrets.contains($0.key) }
  }
}
