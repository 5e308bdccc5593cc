import ArgumentParser
import Assembly
import CBuild
import Foundation
import Model
import PaneKit
import Questions

/// The command line of the dashboard. All other commands are subcommands.
struct Reactui: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactui",
    abstract: "Stack Overflow's questions, Wikipedia's edits and temperatures, live in the terminal.",
    discussion: """
      Without --demo and --live each service is tried live; one that nobody configured and that cannot be reached \
      comes from the built-in demonstration, and its pane says so.
      """,
    version: versionLine,
    subcommands: [
      QuestionsCommand.self, EditsCommand.self, TemperaturesCommand.self, ReadCommand.self, CheckCommand.self,
      RoomsCommand.self, ConfigCommand.self, StateCommand.self, StationCommand.self,
    ])

  static let version = "1.0.0"

  /// `reactui 1.0.0 (8c5fa6f 2026-11-22)`
  static var versionLine: String {
    let commit = String(cString: build_commit())
    return "reactui \(version) (\(commit.isEmpty ? "development build" : commit))"
  }

  @OptionGroup var origin: OriginOptions

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var keeping: KeepingOptions

  @Option(
    help: "The pane to begin with; without the option the one of last time.",
    completion: .list(Features.catalog.panes.map(\.name)))
  var pane: PaneID?

  @OptionGroup var choice: TabOptions

  @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"), completion: .file())
  var logFile: String?

  @Option(
    help: ArgumentHelp(
      "Write what is shown and typed to a new file, an asciicast, which asciinema plays.", valueName: "file"),
    completion: .file())
  var record: String?

  // A recording had the network's answers, and with this option their texts too.
  @Flag(help: .hidden)
  var recordBodies = false

  /// The options as plain values.
  var dashboard: DashboardOptions {
    DashboardOptions(
      demo: origin.demo, live: origin.live, noState: keeping.noState, settings: settings.flags, pane: pane,
      tab: choice.tab, logFile: logFile, record: record)
  }

  func validate() throws {
    if recordBodies {
      throw ValidationError(
        "--record-bodies is gone: --record FILE writes what is shown and typed, and nothing of the network.")
    }
    if let record, record.isEmpty { throw ValidationError("--record names no file.") }
  }

  func run() throws {
    try Application(options: dashboard).run()
  }
}

extension PaneID: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
    if !Features.catalog.panes.contains(self) { return nil }
  }

  public var defaultValueDescription: String { name }
  public static var allValueStrings: [String] { Features.catalog.panes.map(\.name) }
}

extension [QuestionTab] {
  /// The index of the first tab that a service is asked for.
  var firstAsked: Int? { firstIndex { !$0.feed.isLocal } }

  /// Returns the index of a tab by its name, ignoring case and spaces, or by its number, counted from 1.
  ///
  /// - Throws: the list of tabs.
  func index(named name: String) throws(Failure) -> Int {
    func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace && $0 != "-" } }
    if let number = Int(name), indices.contains(number - 1) { return number - 1 }
    if let index = firstIndex(where: { plain($0.name.string) == plain(name) }) { return index }
    let names = map(\.name.string).joined(separator: ", ")
    throw Failure(.usage, "There is no tab \(String(reflecting: name)); the tabs are \(names).")
  }
}
