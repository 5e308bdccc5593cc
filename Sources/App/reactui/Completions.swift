import ArgumentParser
import Assembly
import Foundation
import Model
import SettingsFile

/// Completes command lines in a shell, by the person's settings.
enum Completions {
  /// The names of the tabs, each as one word: blanks become hyphens, and case does not matter.
  static let tabs = CompletionKind.custom { _, _, _ in tabNames(of: settings()) }

  static let themes = CompletionKind.custom { _, _, _ in themeNames(of: settings()) }

  /// Returns a text that the library prints, which may be the script for bash: that is changed so that it works in a shell with
  /// `set -u`, `set -e` or fields of another separator. The script itself restores the options at the end of each completion.
  static func inAnyShell(_ text: String) -> String {
    text.replacing(
      "\n    set +o history +o posix\n",
      with: "\n    set +o history +o posix +o nounset +o errexit\n    local IFS=$' \\t\\n'\n", maxReplacements: 1)
  }

  static func tabNames(of settings: Settings) -> [String] {
    settings.stackOverflow.tabs.map { $0.name.string.lowercased().split(separator: " ").joined(separator: "-") }
  }

  static func themeNames(of settings: Settings) -> [String] {
    Features.vocabulary.themes + settings.theme.own.keys.sorted()
  }

  /// Returns the settings in force, or the standard ones while there are mistakes: mistakes must not be reported while a line
  /// is being typed.
  private static func settings() -> Settings {
    let sources = SettingsFlags().sources(environment: ProcessInfo.processInfo.environment)
    return (try? sources.read().get().settings) ?? Settings()
  }
}
