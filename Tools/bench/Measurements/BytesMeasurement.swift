import Foundation

/// The bytes that a terminal receives for a key, and in a second of the demonstration.
///
/// They do not depend on the machine, only on what is on the screen.
struct BytesMeasurement: Measurement {
  let name = "bytes"
  let program: String

  private static let sizes: [(columns: UInt16, rows: UInt16)] = [(80, 24), (120, 36), (200, 50)]
  /// Multiples of tig's bytes and of btop's.
  private static let (listGoal, lineGoal, secondGoal) = (1.2, 1.5, 0.25)
  private static let seconds = 8

  func measure() throws -> [Figure] {
    let quiet = try QuietServices()
    defer { quiet.stop() }
    return try Self.sizes.flatMap { columns, rows in
      try figures(of: quiet, columns: columns, rows: rows)
    }
  }

  private func figures(of services: QuietServices, columns: UInt16, rows: UInt16) throws -> [Figure] {
    let own = try KeyBytes(of: try start(services.arguments, columns, rows), services, answersFeatures: false)
    let withMargins = try KeyBytes(of: try start(services.arguments, columns, rows), services, answersFeatures: true)
    let second = try bytesASecond(of: try start(["--demo"], columns, rows), after: .seconds(6))
    let tig =
      Self.isInstalled("tig") ? try? TigBytes(of: try TerminalProgram("tig", terminal: pty(columns, rows))) : nil
    let btop = Self.isInstalled("btop") ? try? bytesASecond(of: try btop(columns, rows), after: .seconds(2)) : nil

    func row(_ what: String, _ bytes: Int, beside peer: (name: String, bytes: Int?), most: Double? = nil) -> Figure {
      let isMet = most.flatMap { most in peer.bytes.map { Double(bytes) <= most * Double($0) } }
      let beside = peer.name.isEmpty ? "" : ", \(peer.name) " + (peer.bytes?.grouped ?? "is not installed")
      return Figure(
        what: "\(columns) × \(rows): \(what)", goal: most.map { "≤ \($0.text(2)) × \(peer.name)" } ?? "",
        measured: "\(bytes.grouped) bytes\(beside)", repetitions: "", isMet: isMet)
    }
    return [
      row("j in a list", own.list, beside: ("tig", tig?.list), most: Self.listGoal),
      row("a line of a text", own.line, beside: ("tig", tig?.line), most: Self.lineGoal),
      row("  on a terminal with margins", withMargins.line, beside: ("tig", tig?.line), most: Self.lineGoal),
      row("  for comparison, a line that scrolls", own.line, beside: ("tig", tig?.scrolledLine)),
      row("a page of a text", own.page, beside: ("tig", tig?.page)),
      row("a line of an enlarged text", own.zoomedLine, beside: ("tig", tig?.line), most: Self.lineGoal),
      row("the palette opens", own.palette, beside: ("", nil)),
      row("Tab", own.focus, beside: ("", nil)),
      row("the demonstration, a second", second, beside: ("btop", btop), most: Self.secondGoal),
    ]
  }

  private func pty(_ columns: UInt16, _ rows: UInt16) throws -> PseudoTerminal {
    try PseudoTerminal(columns: columns, rows: rows)
  }

  private func start(_ arguments: [String], _ columns: UInt16, _ rows: UInt16) throws -> TerminalProgram {
    try TerminalProgram(program, arguments, terminal: pty(columns, rows))
  }

  private func btop(_ columns: UInt16, _ rows: UInt16) throws -> TerminalProgram {
    // It writes its settings into its home.
    try TerminalProgram(
      "btop", terminal: pty(columns, rows), home: FileManager.default.temporaryDirectory.path)
  }

  private func bytesASecond(of program: TerminalProgram, after pause: Duration) throws -> Int {
    try program.terminal.drain(until: .now + pause)
    return try program.terminal.drain(until: .now + .seconds(Self.seconds)) / Self.seconds
  }

  private static func isInstalled(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)")
  }
}

/// The medians of what keys write in the program, where all panes have content and nothing else happens.
private struct KeyBytes {
  var list = 0
  var line = 0
  var zoomedLine = 0
  var page = 0
  var palette = 0
  var focus = 0

  /// - Parameter answersFeatures: Whether the terminal says that lines can move within columns.
  init(of program: TerminalProgram, _ services: QuietServices, answersFeatures: Bool) throws {
    let terminal = program.terminal
    try terminal.drain(until: .now + .seconds(1))
    let pump = EventPump(into: services.station.wikipedia, eventsPerSecond: 100, batchesPerSecond: 10)
    try terminal.drain(until: .now + .seconds(1))
    pump.stop()
    try terminal.drain(untilSilentFor: .milliseconds(700), atMost: .seconds(20))
    if answersFeatures { try terminal.type("\u{1B}[?64;1;2;21;22c") }
    list = try terminal.bytes(ofEach: "jjjj")
    focus = try terminal.bytes(ofEach: "\t\t\t")
    palette = try terminal.bytes(of: ":")
    _ = try terminal.bytes(of: "\u{1B}")
    _ = try terminal.bytes(ofEach: "gk\r")
    line = try terminal.bytes(ofEach: "jjjjjjj")
    _ = try terminal.bytes(ofEach: "gz")
    zoomedLine = try terminal.bytes(ofEach: "jjjjjjj")
    _ = try terminal.bytes(ofEach: "zg")
    page = try terminal.bytes(of: " ")
  }
}

/// The same of tig, which shows this repository: its list of commits, and a commit.
private struct TigBytes {
  var list: Int
  /// tig moves a cursor along the lines of its text.
  var line: Int
  /// A line that scrolls.
  var scrolledLine: Int
  var page: Int

  init(of program: TerminalProgram) throws {
    let terminal = program.terminal
    try terminal.drain(untilSilentFor: .milliseconds(700), atMost: .seconds(20))
    list = try terminal.bytes(ofEach: "jjjjjjj")
    _ = try terminal.bytes(ofEach: "\rO")
    line = try terminal.bytes(ofEach: "jjjjjjj")
    scrolledLine = try terminal.bytes(ofEach: "\u{5}\u{5}\u{5}\u{5}\u{5}")
    page = try terminal.bytes(of: " ")
  }
}

extension PseudoTerminal {
  /// Types a key and returns the number of bytes that are written until the screen is silent.
  fileprivate func bytes(of key: String) throws -> Int {
    try type(key)
    var count = 0
    while case .output(let output) = try read(until: .now + .milliseconds(120)) { count += output.bytes.count }
    return count
  }

  /// Returns the median of several keys, without those that change nothing.
  fileprivate func bytes(ofEach keys: String) throws -> Int {
    let counts = try keys.map { Double(try bytes(of: String($0))) }.filter { $0 > 0 }
    return counts.isEmpty ? 0 : Int(Sample(counts).median)
  }
}
