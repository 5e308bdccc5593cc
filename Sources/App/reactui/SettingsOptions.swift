import ArgumentParser
import Assembly
import Foundation
import Model
import PaneKit
import SettingsFile
import Text

/// The settings on the command line, for the dashboard and for `reactui config`.
struct SettingsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of settings; without the option $XDG_CONFIG_HOME/reactui/config.yaml, where that is.",
      valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The Stack Exchange API, such as https://api.stackexchange.com/2.3.", valueName: "url"))
  var stackExchangeURL: String?

  @Option(
    help: ArgumentHelp(
      "Wikipedia's edits: ws: and wss: speak the WebSocket feed, http: and https: EventStreams.", valueName: "url"))
  var wikiURL: String?

  @Option(
    help: ArgumentHelp("The ConAir server, such as http://localhost:8642/data/.", valueName: "url"))
  var conairURL: String?

  @Option(
    help: ArgumentHelp(
      "The colours: auto, dark, light, contrast, mono, or a theme of the settings.", valueName: "name"),
    completion: Completions.themes)
  var theme: String?

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  // Every other user of the machine can see a command line: if the key is given by habit, it is refused and not repeated.
  @Option(help: .hidden)
  var stackExchangeKey: String?

  func validate() throws {
    if stackExchangeKey != nil {
      throw ValidationError(
        """
        Set REACTUI_STACK_EXCHANGE_KEY in place of --stack-exchange-key: every user of this machine can read a command \
        line. The settings take key-command or key-file below stack-overflow (see reactui config example).
        """)
    }
    // Checked here, because a wrong command line is a different error than wrong settings.
    for (option, address) in [
      ("--stack-exchange-url", stackExchangeURL), ("--wiki-url", wikiURL), ("--conair-url", conairURL),
    ] {
      if let address { try Self.check(address, of: option) }
    }
    if let config, config.isEmpty { throw ValidationError("--config names no file.") }
  }

  /// Throws the mistake in an address according to the table of settings. A password in it is not repeated.
  private static func check(_ address: String, of option: String) throws {
    if address.isEmpty { throw ValidationError("\(option) names no address.") }
    let layer = SettingsText.layer(flags: [option: address], vocabulary: Features.vocabulary)
    guard case .failure(let mistakes) = layer else { return }
    throw ValidationError("\(option) \(AddressText.quoted(address)): \(mistakes.all[0].sentence).")
  }

  /// The options as plain values.
  var flags: SettingsFlags {
    var flags = SettingsFlags(file: config)
    flags.values["--stack-exchange-url"] = stackExchangeURL
    flags.values["--wiki-url"] = wikiURL
    flags.values["--conair-url"] = conairURL
    flags.values["--theme"] = theme
    flags.values["--ascii"] = ascii ? "true" : nil
    return flags
  }

  /// Returns the sources of settings.
  func sources(environment: [String: String]) -> SettingsSources { flags.sources(environment: environment) }
}

extension Failure {
  /// Creates the failure of invalid settings: a line for each mistake.
  init(_ mistakes: SettingsMistakes) {
    self.init(mistakes.areInCommandLine ? .usage : .settings, mistakes.all.map(\.text.string))
  }
}
