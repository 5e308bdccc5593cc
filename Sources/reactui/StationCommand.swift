import ArgumentParser
import Foundation
import Station

/// `reactui station`: the built-in server on its own, for real sensors and for other terminals.
struct StationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "station",
    abstract: "Serve all three protocols: storage for real sensors, and the demonstration's feeds for other terminals.")

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on.")
  var port = 8642

  @Option(
    help: ArgumentHelp("Keep the readings in this SQLite file; without one they are in memory.", valueName: "file"))
  var database: String?

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
  }

  func run() throws {
    // Before the first thread is started, so that every thread inherits the mask and only `wait` sees the signals.
    Termination.block()
    var configuration = Station.Configuration()
    configuration.host = host
    configuration.port = port
    configuration.database = database
    let station = Station(configuration: configuration)
    let address: StationAddress
    do {
      address = try station.start()
    } catch {
      throw Failure(.unavailable, error.description)
    }
    let lines = """
      station on \(address.host):\(address.port), Ctrl-C ends it
        questions     \(address.stackExchangeURL)
        edits         \(address.wikiURL)
        EventStreams  \(address.eventStreamsURL)
        temperatures  \(address.conAirURL)
      POST \(address.conAirURL.absoluteString.dropLast()) takes {"temperature": 21.5} or an array of readings

      """
    FileHandle.standardOutput.write(Data(lines.utf8))
    Termination.wait()
    station.stop()
  }
}

/// The signals by which a server is told to end.
enum Termination {
  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    return signals
  }

  /// Keeps them from ending the process by themselves.
  static func block() {
    var signals = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the first of them.
  static func wait() {
    var signals = signals
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  }
}
