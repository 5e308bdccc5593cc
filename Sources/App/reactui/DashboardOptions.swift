import Assembly
import Foundation
import PaneKit
import SettingsFile

/// The options of the dashboard on the command line, as plain values.
struct DashboardOptions: Equatable {
  var demo = false
  var live = false
  var noState = false
  var settings = SettingsFlags()
  var pane: PaneID?
  var tab: String?
  var logFile: String?
  /// The file that the session is recorded in; `nil` for none.
  var record: String?
}

/// The settings on the command line.
struct SettingsFlags: Equatable {
  /// The settings file; `nil` for the standard one.
  var file: String?
  /// The values of options, by the options.
  var values: [String: String] = [:]

  /// Returns the sources of settings, with the names of the program's commands and panes.
  func sources(environment: [String: String]) -> SettingsSources {
    SettingsSources(file: file, flags: values, environment: environment, vocabulary: Features.vocabulary)
  }
}

extension DashboardOptions {
  /// Parses the most common command lines: none at all, or flags. The option parser finds the options by reflection, which
  /// takes longer than the program takes for its first frame.
  ///
  /// - Returns: `nil` for all other lines, including those with errors.
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
