import ArgumentParser
import CBuild
import Foundation
import Model
import Panes
import ViewModels

/// The command line of the dashboard; `station` is its subcommand.
struct Reactui: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reactui",
    abstract: "Stack Overflow's questions, Wikipedia's edits and a temperature history, live in the terminal.",
    discussion: """
      Without --demo and --live each service is tried live; one that nobody configured and that cannot be reached \
      comes from the built-in demonstration, and its pane says so.
      """,
    version: versionLine,
    subcommands: [StationCommand.self])

  static let version = "0.1.0"

  /// `reactui 0.1.0 (8c5fa6f 2026-11-22)`
  static var versionLine: String {
    let commit = String(cString: build_commit())
    return "reactui \(version) (\(commit.isEmpty ? "development build" : commit))"
  }

  @Flag(help: "Show the built-in demonstration; needs no network.")
  var demo = false

  @Flag(help: "Use the public services only.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "The Stack Exchange API, such as https://api.stackexchange.com/2.3.", valueName: "url"),
    transform: { try ServiceURL.parse($0, schemes: ["http", "https"]) })
  var stackExchangeURL: URL?

  @Option(
    help: ArgumentHelp(
      "Wikipedia's edits: ws: and wss: speak the WebSocket feed, http: and https: EventStreams.", valueName: "url"),
    transform: { try ServiceURL.parse($0, schemes: ["ws", "wss", "http", "https"]) })
  var wikiURL: URL?

  @Option(
    help: ArgumentHelp("The ConAir server, such as http://localhost:8642/data/.", valueName: "url"),
    transform: { try ServiceURL.parse($0, schemes: ["http", "https"]) })
  var conairURL: URL?

  @Option(help: ArgumentHelp("A Stack Exchange key, for more requests a day (also: REACTUI_STACK_EXCHANGE_KEY)."))
  var stackExchangeKey: String?

  @Option(help: "The pane to begin with.")
  var pane: PaneID = .stackOverflow

  @Option(help: ArgumentHelp("The tab to begin with, by its name or its number.", valueName: "name"))
  var tab: String?

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Option(help: ArgumentHelp("Write a log to this file.", valueName: "file"))
  var logFile: String?

  func validate() throws {
    if demo && live { throw ValidationError("--demo and --live exclude each other.") }
    if let tab, QuestionTab.index(named: tab) == nil {
      let names = QuestionTab.standard.map(\.name.string).joined(separator: ", ")
      throw ValidationError("There is no tab \(String(reflecting: tab)); the tabs are \(names).")
    }
    if let key = stackExchangeKey, key.isEmpty { throw ValidationError("--stack-exchange-key is empty.") }
  }

  func run() throws {
    try Application(options: self).run()
  }
}

extension PaneID: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
    if !StandardPanes.ids.contains(self) { return nil }
  }

  public var defaultValueDescription: String { name }
  public static var allValueStrings: [String] { StandardPanes.ids.map(\.name) }
}

extension QuestionTab {
  /// Finds a standard tab by its name, whatever the case and the spaces, or by its number, counted from 1.
  static func index(named name: String) -> Int? {
    func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace && $0 != "-" } }
    if let number = Int(name) { return standard.indices.contains(number - 1) ? number - 1 : nil }
    return standard.firstIndex { plain($0.name.string) == plain(name) }
  }
}

/// A service's address as a person types it.
enum ServiceURL {
  static func parse(_ text: String, schemes: [String]) throws -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host(), !host.isEmpty
    else {
      throw ValidationError("\(String(reflecting: text)) is no URL of the form \(schemes[0])://HOST/PATH.")
    }
    guard schemes.contains(scheme) else {
      let allowed = schemes.map { "\($0):" }.joined(separator: ", ")
      throw ValidationError("\(String(reflecting: text)): the address must begin with \(allowed).")
    }
    // A `URL` takes any number for a port, and has none where it is too long.
    if let components = URLComponents(url: url, resolvingAgainstBaseURL: false), let address = components.string,
      let port = components.rangeOfPort.map({ Int(address[$0]) }), !(1...65_535).contains(port ?? 0)
    {
      throw ValidationError("\(String(reflecting: text)): a port is a number from 1 to 65535.")
    }
    return url
  }
}
