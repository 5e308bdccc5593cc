import GRDB
import Model

/// The tables of the state in memory, for doubles of the store: the same statements as in the file.
package final class StateTables: Sendable {
  private let queue: DatabaseQueue

  package init() {
    do {
      queue = try DatabaseQueue()
      try StoreSchema.state.migrations.migrate(queue)
    } catch {
      fatalError("no tables in memory: \(error)")
    }
  }

  /// Runs `work` as a whole or not at all; `nil` if it fails.
  @discardableResult
  package func whole<Result>(_ work: (any StateRows) throws -> Result) -> Result? {
    try? queue.inDatabase { try $0.whole(work) }
  }
}
