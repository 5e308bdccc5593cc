import Foundation

/// The built program in a real terminal: tmux runs it, and tells over its control mode whenever the screen changes.
///
/// A test presses keys and waits for what must then stand on the screen. It never waits for time to pass: each change
/// that tmux reports is looked at until the wanted one is there, and only a failure ends at the deadline.
final class TerminalSession {
  struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  private let socket = "reactui-tests-\(UUID().uuidString)"
  private let home = Program.Home()
  private let tmux: ChildProcess
  private let inbox = ControlModeInbox()

  /// Runs a shell script in a terminal of this size.
  ///
  /// - Parameter environment: added to the test's own.
  init(_ script: String, columns: Int = 120, rows: Int = 36, environment: [String: String] = [:]) throws {
    var all = ProcessInfo.processInfo.environment
    for name in ["TMUX", "NO_COLOR", "BROWSER", "DISPLAY"] { all[name] = nil }
    all["SWIFT_BACKTRACE"] = "interactive=no,enable=no"
    all.merge(home.environment) { $1 }
    all.merge(environment) { $1 }
    tmux = try ChildProcess(
      ["tmux", "-L", socket, "-f", "/dev/null", "-C", "new-session", "-x", "\(columns)", "-y", "\(rows)", script],
      environment: all)
    // Not `readabilityHandler`: its source may crash libdispatch where bytes and the end of a pipe come at once.
    Thread.detachNewThread { [inbox, output = tmux.output] in
      while case let data = output.availableData, !data.isEmpty { inbox.receive(data) }
      inbox.receive(Data())
    }
    // The answer to the command that the session was started with comes first.
    _ = try inbox.nextAnswer()
    try ask("set -g remain-on-exit on")
    try ask("set -g default-terminal xterm-256color")
    try ask("refresh-client -C \(columns)x\(rows)")
  }

  deinit {
    let end = Process()
    end.executableURL = URL(filePath: "/usr/bin/env")
    end.arguments = ["tmux", "-L", socket, "kill-server"]
    end.standardError = FileHandle.nullDevice
    try? end.run()
    end.waitUntilExit()
    tmux.finish()
  }

  // MARK: Hands

  /// Presses keys by tmux's names: `Tab`, `Enter`, `Escape`, `Up`, `C-z`, `q`.
  func press(_ keys: String...) throws {
    for key in keys { try ask("send-keys \(quoted(key))") }
  }

  func type(_ text: String) throws {
    try ask("send-keys -l \(quoted(text))")
  }

  /// Pastes text as a terminal does that was asked for bracketed paste.
  func paste(_ text: String) throws {
    // A line break would end the command: it goes as an escape.
    let escaped = text.utf8.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }.joined()
    try ask("set-buffer \"\(escaped)\"")
    try ask("paste-buffer -p -r")
  }

  func resize(columns: Int, rows: Int) throws {
    try ask("refresh-client -C \(columns)x\(rows)")
  }

  // MARK: Eyes

  /// What stands on the screen now, without colours.
  func screen() throws -> String {
    try ask("capture-pane -p").joined(separator: "\n")
  }

  /// Whether anything that can be seen has a foreground colour: one of the eight, of the bright ones, or of the 256 (ECMA-48,
  /// 8.3.117, and its extensions).
  func hasColours() throws -> Bool { try hasColour("(?:3[0-7]|9[0-7]|38;5;\\d+)") }

  /// Whether anything that can be seen has this of the 256 colours as its foreground.
  func hasColour(_ index: Int) throws -> Bool { try hasColour(index < 8 ? "3\(index)" : "38;5;\(index)") }

  /// A blank keeps the colour that it was written in, which the program need not change.
  private func hasColour(_ code: String) throws -> Bool {
    // tmux writes the background after the foreground.
    let seen = try Regex("\u{1B}\\[(?:\\d+;)*\(code)(?:;\\d+)*m(?:\u{1B}\\[4[0-9](?:;\\d+)*m)* *[^ \u{1B}]")
    return try ask("capture-pane -p -e").joined(separator: "\u{1B}").contains(seen)
  }

  /// Waits until the screen is as wanted, and gives it.
  @discardableResult
  func wait(
    _ what: String, seconds: TimeInterval = 60, until isWanted: (String) -> Bool
  ) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let seen = inbox.changes
      let screen = try screen()
      if isWanted(screen) { return screen }
      guard inbox.waitForChange(after: seen, until: deadline) else {
        throw Failed(description: "never seen: \(what). The screen was:\n\(screen)")
      }
    }
  }

  @discardableResult
  func wait(for text: String) throws -> String {
    try wait(text) { $0.contains(text) }
  }

  /// A value of tmux's own, such as `#{cursor_x}`.
  func value(_ format: String) throws -> String {
    try ask("display-message -p \(quoted(format))").joined()
  }

  /// The pane's process.
  func processID() throws -> pid_t {
    guard let id = pid_t(try value("#{pane_pid}")) else { throw Failed(description: "no process") }
    return id
  }

  // MARK: Control mode

  @discardableResult
  private func ask(_ command: String) throws -> [String] {
    try tmux.input.write(contentsOf: Data((command + "\n").utf8))
    return try inbox.nextAnswer()
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension TerminalSession {
  /// The program under an interactive shell with job control, suspended.
  static func suspendedProgram(
    _ options: String = "", shellOptions: String = "-i", environment: [String: String] = [:]
  ) throws -> TerminalSession {
    let session = try TerminalSession(
      "PS1='shell> ' exec bash --norc --noprofile \(shellOptions)", environment: environment)
    try session.wait(for: "shell>")
    try session.type("'\(Program.path)' --demo \(options)")
    try session.press("Enter")
    try session.wait(for: "ConAir")
    try session.press("C-z")
    try session.wait("the shell") { $0.contains("Stopped") && !$0.contains("╭") }
    return session
  }
}
