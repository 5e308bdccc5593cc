import Foundation
import Locks
import Model

/// The changes that one write brings into the state: of each value the latest, however often it changes before the write begins.
///
/// A key that is held down repeats faster than a disk writes. So what waits takes the memory of the values, not of the presses.
final class ChangeBatch: Sendable {
  /// What a change writes.
  private struct Key: Hashable {
    var type: ObjectIdentifier
    /// `nil` for a change that replaces nothing, which has a number of its own.
    var words: [String]?
    var number = 0
  }

  private struct Changes: Sendable {
    var byKey: [Key: (number: Int, change: any StateChange)] = [:]
    var count = 0
    var isClosed = false

    mutating func add<Change: StateChange>(_ change: Change) {
      count += 1
      let type = ObjectIdentifier(Change.self)
      if let undone = change.undone { byKey[Key(type: type, words: undone)] = nil }
      let own = Key(type: type, words: change.key, number: change.key == nil ? count : 0)
      byKey[own] = (change.keepsPlace ? byKey[own]?.number ?? count : count, change)
    }
  }

  private let changes = LockedState(Changes())

  init(_ change: any StateChange) { changes.withLock { $0.add(change) } }

  /// - Returns: `false` if the write has begun.
  func add(_ change: any StateChange) -> Bool {
    changes.withLock { changes in
      if changes.isClosed { return false }
      changes.add(change)
      return true
    }
  }

  /// Begins the write: returns the changes in the order in which they were made. A write that is repeated has the same ones.
  func begin() -> [any StateChange] {
    changes.withLock { changes in
      changes.isClosed = true
      return changes.byKey.values.sorted { $0.number < $1.number }.map(\.change)
    }
  }
}
