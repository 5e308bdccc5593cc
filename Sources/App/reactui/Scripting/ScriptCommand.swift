import ArgumentParser
import Foundation
import Signals

/// A command that prints the content of the screen, as text or as JSON, for scripts and for screen readers.
///
/// ```
/// options, settings ─▶ Script ─▶ a producer of entries ─▶ text or JSON ─▶ standard output
/// ```
/// A producer is observed until its end. Entries are written on the thread that sends them, which waits for the reader: what
/// a slow reader does not take stays with the server.
protocol ScriptCommand: ParsableCommand {
  var options: ScriptOptions { get }

  /// Sends what is printed: the entries of each value are written together.
  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure>
}

extension ScriptCommand {
  func run() throws {
    try Failure.checkLimits()
    let script = try CommandContext(options, environment: ProcessInfo.processInfo.environment)
    let entries = try entries(in: script)
    let result = script.print(entries)
    // Even after a failure: earlier answers are stored.
    script.flush()
    // The process ends with the clients in place: releasing them would close connections that are still being attempted, of
    // which the HTTP library writes on standard error.
    withExtendedLifetime(script) {
      if case .failure(let failure) = result { Main.tell(failure) }
      script.end()
    }
  }
}
