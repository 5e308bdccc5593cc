import ArgumentParser
import Assembly
import Foundation
import SettingsFile
import Text

/// `reactui config`: the settings in force with their sources; an example to begin with; a schema for editors.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the settings, and show those in force with where each comes from; secrets are masked.",
    discussion: """
      What is wrong is told on standard error, with exit status 78: mistakes, and what the program would tell only later, \
      such as files of secrets that cannot be used, keys that lead to two commands, sites and variables that do not exist. \
      A caution, which begins with that word, is told as well and changes no status. \
      The settings are read from $XDG_CONFIG_HOME/reactui/config.yaml (~/.config/reactui/config.yaml). To begin with: \
      mkdir -p ~/.config/reactui && reactui config example > ~/.config/reactui/config.yaml
      """,
    subcommands: [Example.self, Schema.self])

  @OptionGroup var settings: SettingsOptions

  func run() throws {
    let sources = settings.sources(environment: ProcessInfo.processInfo.environment)
    let (resolved, mistakes) = sources.examine()
    let check = SettingsCheck(resolved, of: sources)
    let findings = check.findings
    for caution in check.cautions { Output.tell("caution: \(caution.text)") }
    if !mistakes.isEmpty { throw Failure(SettingsMistakes(mistakes + findings)) }
    let path = sources.file.path(percentEncoded: false)
    let isThere = FileManager.default.fileExists(atPath: path)
    var lines: [SafeText] = ["# \(SafeText(oneLine: path))\(isThere ? "" : ", which is not there")"]
    if let remark = sources.remark { lines.append("# \(remark)") }
    try Output.write(lines + resolved.report(vocabulary: sources.vocabulary))
    if !findings.isEmpty { throw Failure(SettingsMistakes(findings)) }
  }

  /// `reactui config example`
  struct Example: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "example", abstract: "Print a file of settings with comments, to begin with.")

    func run() throws { try Output.write(trusted: SettingsText.example(vocabulary: Features.vocabulary)) }
  }

  /// `reactui config schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Print a JSON Schema of the settings, with which editors complete and check them.")

    func run() throws { try Output.write(trusted: SettingsText.schema(vocabulary: Features.vocabulary)) }
  }
}
