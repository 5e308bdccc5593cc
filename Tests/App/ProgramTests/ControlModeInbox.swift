import Foundation

/// What tmux sends in control mode (tmux(1), "CONTROL MODE"): answers between `%begin` and `%end`, and notifications.
///
/// `@unchecked Sendable`: everything mutable is read and written only while `condition` is locked.
final class ControlModeInbox: @unchecked Sendable {
  private let condition = NSCondition()
  private var unread = Data()
  private var openAnswer: [String]?
  private var answers: [Result<[String], TerminalSession.Failed>] = []
  private var changeCount = 0
  private var isClosed = false

  /// How often the terminal's content has changed so far.
  var changes: Int {
    condition.withLock { changeCount }
  }

  /// Takes what was read from tmux; no data is the end.
  func receive(_ data: Data) {
    condition.withLock {
      if data.isEmpty { isClosed = true }
      unread.append(data)
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        take(line: String(decoding: unread[unread.startIndex..<end], as: UTF8.self))
        unread.removeSubrange(unread.startIndex...end)
      }
      condition.broadcast()
    }
  }

  private func take(line: String) {
    if line.hasPrefix("%end ") || line.hasPrefix("%error ") {
      guard let lines = openAnswer else { return }
      openAnswer = nil
      let failed = line.hasPrefix("%error")
      answers.append(failed ? .failure(.init(description: lines.joined(separator: " "))) : .success(lines))
    } else if openAnswer != nil {
      openAnswer?.append(line)
    } else if line.hasPrefix("%begin ") {
      openAnswer = []
    } else if line.hasPrefix("%output") || line.hasPrefix("%layout-change") || line.hasPrefix("%window") {
      changeCount += 1
    }
  }

  /// Waits for the answer to the oldest command that has none yet.
  func nextAnswer() throws -> [String] {
    try condition.withLock {
      let deadline = Date(timeIntervalSinceNow: 60)
      while answers.isEmpty {
        guard !isClosed, condition.wait(until: deadline) else {
          throw TerminalSession.Failed(description: "tmux does not answer")
        }
      }
      return try answers.removeFirst().get()
    }
  }

  /// Waits for a change after those counted; `false` when the deadline passes without one.
  func waitForChange(after seen: Int, until deadline: Date) -> Bool {
    condition.withLock {
      while changeCount == seen {
        guard !isClosed, condition.wait(until: deadline) else { return false }
      }
      return true
    }
  }
}
