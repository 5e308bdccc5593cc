import ArgumentParser
import Foundation

/// The options common to all commands for scripts.
struct ScriptOptions: ParsableArguments {
  @OptionGroup var origin: OriginOptions

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var keeping: KeepingOptions

  @Flag(help: "Print a JSON object a line; docs/JSON.md describes its fields.")
  var json = false

  @Option(help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
  var timeout = 10.0

  private static let timeouts = 0.1...86_400.0

  func validate() throws {
    guard Self.timeouts.contains(timeout) else {
      throw ValidationError("--timeout is a number of seconds from 0.1 to 86400.")
    }
  }
}
