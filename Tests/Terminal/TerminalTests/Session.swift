import Foundation
import Screen
import Signals

@testable import Terminal

/// A display on a terminal of its own, and what it says in the order in which it says it.
@UI
final class Session {
  nonisolated let terminal: PseudoTerminal
  let display: NcursesDisplay
  /// Descriptions of keys, mouse, sizes, endings and browsers that failed.
  nonisolated let events: AsyncStream<String>

  init(
    term: String = "xterm-256color", columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:],
    traffic: Signal<TerminalTraffic, Never>.Observer? = nil
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    display = try NcursesDisplay(
      input: terminal.slave, output: terminal.slave, environment: ["TERM": term].merging(environment) { $1 },
      traffic: traffic)
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    self.events = events
    display.keys.observeValues { continuation.yield("\($0)") }
    display.mouse.observeValues { continuation.yield("\($0.action) \($0.location.x),\($0.location.y)") }
    display.resizes.observeValues { continuation.yield("\($0.width)x\($0.height)") }
    display.endings.observeValues { continuation.yield("end") }
    display.programFailures.observeValues { continuation.yield($0.string) }
  }

  /// Types, and says what the display made of it, as many events as are asked for.
  nonisolated func events(_ count: Int, after input: String) async -> [String] {
    terminal.type(input)
    var seen: [String] = []
    for await event in events.prefix(count) { seen.append(event) }
    return seen
  }

  /// Shows text at the top left, and returns what was written for it.
  func write(_ text: String, style: Style = .plain, cursor: Canvas.Cursor? = nil) throws -> String {
    var canvas = Canvas(size: display.size, theme: display.theme)
    for (x, scalar) in text.unicodeScalars.enumerated() { canvas.put(Glyph(scalar), style: style, x: x, y: 0) }
    canvas.cursor = cursor
    display.show(canvas)
    return try terminal.outputSoFar()
  }
}
