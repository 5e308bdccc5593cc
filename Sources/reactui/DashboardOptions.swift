import Foundation
import Panes
import SettingsFile
import ViewModels

/// What the command line asks of the dashboard, as plain values.
struct DashboardOptions: Equatable {
  var demo = false
  var live = false
  var noState = false
  var settings = SettingsFlags()
  var pane: PaneID?
  var tab: String?
  var logFile: String?
}

/// What the command line says of the settings.
struct SettingsFlags: Equatable {
  /// The file of settings; `nil` for the standard one.
  var file: String?
  /// The values of options, by the options.
  var values: [String: String] = [:]

  /// Where settings come from; the names that they may use are those of the program's own commands and panes.
  func sources(environment: [String: String]) -> SettingsSources {
    SettingsSources(file: file, flags: values, environment: environment, vocabulary: Self.vocabulary)
  }

  static let vocabulary = SettingsVocabulary(
    commands: CommandNames.all, globalCommands: Set(CommandNames.always), panes: StandardPanes.ids.map(\.name))
}

extension DashboardOptions {
  /// Understands the command lines that nearly every start has: none at all, or flags. The parser of options finds out by
  /// reflection what options there are, and takes longer for that than the program for its first frame.
  ///
  /// - Returns: `nil` for everything else, and for what the parser has an objection to.
  init?(plain arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--demo": demo = true
      case "--live": live = true
      case "--no-state": noState = true
      case "--ascii": settings.values["--ascii"] = "true"
      default: return nil
      }
    }
    if demo && live { return nil }
  }
}
