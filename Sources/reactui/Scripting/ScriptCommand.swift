import ArgumentParser
import Foundation
import Signals

/// A command that prints what the screen shows, as text or as JSON, for scripts and for screen readers.
///
/// ```
/// options, settings ─▶ Script ─▶ a producer of entries ─▶ text or JSON ─▶ standard output
/// ```
/// A producer is observed until it ends. Entries are written where they come from, and the thread that they come on waits
/// for the reader: what a slow reader does not take stays with the server that sends it.
protocol ScriptCommand: ParsableCommand {
  var options: ScriptOptions { get }

  /// What is printed: the entries of each value are written together.
  func entries(in script: Script) throws -> SignalProducer<[any ScriptEntry], Failure>
}

extension ScriptCommand {
  func run() throws {
    let script = try Script(options, environment: ProcessInfo.processInfo.environment)
    let entries = try entries(in: script)
    let result = script.print(entries)
    // Also where it failed in the end: what came is kept.
    script.flush()
    try result.get()
    script.end()
  }
}
