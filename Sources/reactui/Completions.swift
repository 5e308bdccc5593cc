import ArgumentParser
import Foundation
import Model
import SettingsFile

/// What completes command lines in a shell, as the settings of the person have it.
enum Completions {
  /// The names of the tabs, as one word each: a hyphen stands for a blank, and capitals do not count.
  static let tabs = CompletionKind.custom { _, _, _ in tabNames(of: settings()) }

  static let themes = CompletionKind.custom { _, _, _ in themeNames(of: settings()) }

  static func tabNames(of settings: Settings) -> [String] {
    settings.stackOverflow.tabs.map { $0.name.string.lowercased().split(separator: " ").joined(separator: "-") }
  }

  static func themeNames(of settings: Settings) -> [String] {
    SettingsFlags.vocabulary.themes + settings.theme.own.keys.sorted()
  }

  /// The settings in force, the standard ones while there are mistakes in them: a line that is being typed is no place to
  /// tell of those.
  private static func settings() -> Settings {
    let sources = SettingsFlags().sources(environment: ProcessInfo.processInfo.environment)
    return (try? sources.read().get().settings) ?? Settings()
  }
}
