import ArgumentParser
import Foundation
import SettingsFile
import Station
import Text

/// `reactui station`: the built-in server alone, for real sensors and for other terminals.
struct StationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "station",
    abstract: "Serve all three protocols: storage for real sensors, and the demonstration's feeds for other terminals.")

  @Option(help: "The address to listen on; one that other machines can reach takes a token.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8642

  @Option(
    name: .customLong("name"),
    help: ArgumentHelp(
      "A further name, with a port or without, that the station answers to; may be given several times.",
      valueName: "name"),
    transform: { text in
      guard let name = Authority(text) else {
        throw ValidationError("\(String(reflecting: text)) is no name of the form NAME or NAME:PORT.")
      }
      return name
    })
  var names: [Authority] = []

  @Option(
    help: ArgumentHelp(
      "Ask everyone for the token in this file, which only its owner may be able to read.", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("Keep the readings in this SQLite file; without one they are in memory.", valueName: "file"))
  var database: String?

  @Option(help: ArgumentHelp("Keep each reading for so many days.", valueName: "days"))
  var retention = 400

  /// A hundred years, which stands for no limit.
  private static let longestRetention = 36_500

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    guard (1...Self.longestRetention).contains(retention) else {
      throw ValidationError("--retention is a number of days from 1 to \(Self.longestRetention).")
    }
  }

  func run() throws {
    try Failure.checkLimits()
    // Before the first thread is started, so that every thread inherits the mask and only `wait` receives the signals.
    Termination.block()
    let station = Station(configuration: try configuration())
    let address: StationAddress
    do {
      address = try station.start()
    } catch .tokenMissing(let host) {
      throw Failure(.usage, StationError.tokenMissing(host: host).description)
    } catch {
      throw Failure(.unavailable, error.description)
    }
    try Output.write(
      announcement(of: address).split(separator: "\n", omittingEmptySubsequences: false).map {
        SafeText(oneLine: String($0))
      })
    Termination.wait()
    // A disk may hang.
    Termination.unblock()
    station.stop()
  }

  private func configuration() throws -> Station.Configuration {
    var configuration = Station.Configuration()
    configuration.host = host
    configuration.port = port
    configuration.names = names
    configuration.database = database
    configuration.tell = { CommandContext.tell(SafeText(oneLine: $0)) }
    configuration.retention = TimeInterval(retention) * 86_400
    if let tokenFile {
      configuration.token = try Self.token(tokenFile)
    }
    return configuration
  }

  private static func token(_ file: String) throws(Failure) -> AccessToken {
    let text: String
    do {
      text = try SecretFile.text(file)
    } catch {
      throw Failure(.settings, "\(error.sentence.string).")
    }
    guard let token = AccessToken(text) else {
      throw Failure(.settings, "\(file) holds no token, which is a word of letters, digits and -._~+/ only.")
    }
    return token
  }

  /// Returns the message when the station is ready.
  func announcement(of address: StationAddress) -> String {
    let posting = String(address.conAirURL.absoluteString.dropLast())
    let storage =
      database.map {
        "Readings are kept in \($0 == ":memory:" ? "memory" : $0), for \(retention == 1 ? "1 day" : "\(retention) days")."
      }
        ?? """
        Readings are kept in memory only: --database FILE keeps them longer than the station runs.
        Until the first one there is an invented room; with --database there is none.
        """
    return """
      station on \(Authority(host: address.host, port: address.port)), Ctrl-C ends it
        questions     \(address.stackExchangeURL)
        edits         \(address.wikiURL)
        EventStreams  \(address.eventStreamsURL)
        temperatures  \(address.conAirURL)
        Prometheus    \(address.metricsURL)
      \(storage)
      POST \(posting) takes {"temperature": 21.5}, with "sensor": "office" where there are several, or an array:
        \(example(posting: posting))
      \(watching(address))

      """
  }

  private func example(posting url: String) -> String {
    let curl = #"curl -d '{"temperature": 21.5}'"#
    guard let tokenFile else { return "\(curl) \(url.shellQuoted)" }
    // Not on curl's command line, which every user of the machine can read.
    return #"printf 'Authorization: Bearer %s' "$(cat \#(tokenFile.shellQuoted))" | \#(curl) -H @- \#(url.shellQuoted)"#
  }

  private func watching(_ address: StationAddress) -> String {
    let command = "reactui --conair-url \(address.conAirURL.absoluteString.shellQuoted)"
    // In the environment, which other users cannot read.
    let token = tokenFile.map { #"REACTUI_CONAIR_TOKEN="$(cat \#($0.shellQuoted))" "# } ?? ""
    return """
      To watch it:
        \(token)\(command)
      """
  }
}

/// The signals that end a server.
enum Termination {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    return signals
  }

  /// Keeps the signals from ending the process.
  static func block() {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Lets the next signal end the process at once.
  static func unblock() {
    var signals = signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Waits for the first of them.
  static func wait() {
    var signals = signals
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  }
}
