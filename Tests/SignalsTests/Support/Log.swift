import Foundation

/// Lines in the order in which they were added, from any thread.
final class Log: @unchecked Sendable {
  // Unchecked: `stored` is only touched with `lock` held.
  private let lock = NSLock()
  private var stored: [String] = []

  var lines: [String] {
    lock.withLock { stored }
  }

  func add(_ line: String) {
    lock.withLock { stored.append(line) }
  }
}
