import Signals

/// Lines in the order in which they were added, from any thread.
final class Log: Sendable {
  private let stored = Locked<[String]>([])

  var lines: [String] { stored.withLock { $0 } }

  func add(_ line: String) {
    stored.withLock { $0.append(line) }
  }
}
