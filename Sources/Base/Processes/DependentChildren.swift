import Foundation
import Synchronization

/// The children that end with this process.
enum DependentChildren {
  private static let running = Mutex<[ObjectIdentifier: Child]>([:])

  /// Registered once, at the first use. Both ways to end the process run it, and neither waits for a child.
  private static let isRegistered: Void = {
    atexit { DependentChildren.killAll() }
    at_quick_exit { DependentChildren.killAll() }
  }()

  static func add(_ child: Child) {
    _ = isRegistered
    running.withLock { $0[ObjectIdentifier(child)] = child }
  }

  static func remove(_ child: Child) {
    _ = running.withLock { $0.removeValue(forKey: ObjectIdentifier(child)) }
  }

  private static func killAll() {
    for child in running.withLock({ $0.values.map(\.self) }) { child.kill() }
  }
}
