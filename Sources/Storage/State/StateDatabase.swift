import Foundation
import GRDB
import Locks
import Model
import Signals
import Text

/// The state of a person in SQLite (``DatabaseLocation/state``).
///
/// A change is in the file, and outlives the program, a moment after ``keep(_:)``; ``flush(within:)`` waits for that.
/// It outlives a power failure a little later: SQLite writes ahead without waiting for the disk, so the last changes may
/// be lost then, but never what was there before (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL).
public final class StateDatabase: StateStore {
  private let database: StoreDatabase
  private let upkeep: StoreUpkeep
  private let parts: [any RememberedPart.Type]
  public let written: Signal<any StateChange, Never>
  private let write: Signal<any StateChange, Never>.Observer
  /// The changes of the write that was scheduled last, which may have begun; `nil` if the next one needs a write of its own.
  private let batch = LockedState<ChangeBatch?>(nil)

  /// Creates the state in a file, which is opened by the first use.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder belongs to the program, and is closed to others.
  ///   - parts: What is remembered, in the order in which a person is told of it.
  ///   - scheduler: The scheduler on which the file is opened; by default a queue.
  public convenience init(
    _ url: URL, of parts: [any RememberedPart.Type],
    on scheduler: any DateScheduler = QueueScheduler(name: "reactui.state")
  ) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .state), of: parts, on: scheduler)
  }

  /// Creates the state for a simulation.
  ///
  /// - Parameters:
  ///   - scheduler: Runs each read and write from its beginning to its end; never at once, when it is scheduled.
  ///   - pause: Called with the seconds to wait for another program's lock.
  package convenience init(
    _ url: URL, of parts: [any RememberedPart.Type], inPlaceOn scheduler: any DateScheduler,
    waiting pause: @escaping @Sendable (TimeInterval) -> Void
  ) {
    self.init(
      StoreOpening(file: StoreFile(url: url), schema: .state, wait: LockWait(pause: pause), isInPlace: true),
      of: parts, on: scheduler)
  }

  init(_ opening: StoreOpening, of parts: [any RememberedPart.Type], on scheduler: any DateScheduler) {
    self.parts = parts
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema, wait: opening.wait)
    (written, write) = Signal.pipe()
  }

  public var notices: Signal<SafeText, Never> { database.notices }

  public var remembered: SignalProducer<RememberedState, Never> {
    database.read { [parts] in try RememberedState(DatabaseRows($0), parts: parts) }.map { $0 ?? RememberedState() }
  }

  public func answer<Query: StateQuery>(to query: Query) -> SignalProducer<Query.Answer, Never> {
    guard Query.writes else {
      return database.read { try query.answer(from: DatabaseRows($0)) }.map { $0 ?? query.otherwise }
    }
    // What is kept later must not be written before.
    return database.change { database in try database.whole { try query.answer(from: $0) } }
      .map { $0 ?? query.otherwise }
      .on(starting: { [self] in batch.withLock { $0 = nil } })
  }

  public func keep(_ change: any StateChange) {
    let new = batch.withLock { batch -> ChangeBatch? in
      if batch?.add(change) == true { return nil }
      batch = ChangeBatch(change)
      return batch
    }
    guard let new else { return }
    database.write { [write] database in
      for change in new.begin() {
        try database.whole { try change.write(to: $0) }
        // It is in the file by now, so reads after this signal see it.
        write.send(value: change)
      }
    }
  }

  /// Waits until all changes are in the file, `seconds` at most.
  ///
  /// - Returns: whether they are.
  @discardableResult
  public func flush(within seconds: TimeInterval) -> Bool { database.flush(within: seconds) }

  /// Returns a summary of the file. Reads it on the caller's thread, and creates nothing.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  public func summary(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreSummary {
    upkeep.summary(telling: tell) { [parts] in try Self.content(of: parts, $0) }
  }

  /// Counts what is in the file.
  private static func content(of parts: [any RememberedPart.Type], _ database: Database) throws -> StoreUpkeep.Content {
    let rows = DatabaseRows(database)
    var counts: [StoreSummary.Count] = []
    for table in parts.flatMap({ $0.tables }) {
      let count = try rows.rows("SELECT COUNT(*) FROM \(table.name)").first?.integer(0) ?? 0
      if let index = counts.firstIndex(where: { $0.name == table.several }) {
        counts[index].count += count
      } else {
        counts.append(.init(name: table.several, one: table.one, count: count))
      }
    }
    return (counts, nil, try parts.flatMap { try $0.notes(on: rows) })
  }

  /// Removes the state and all files set aside, on the caller's thread. Programs that have the file open continue with an
  /// empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  @discardableResult
  public func clear(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreRemoval {
    upkeep.clear(telling: tell) { [parts] in try Self.content(of: parts, $0) }
  }
}

extension Database {
  /// Runs `work` as a whole or not at all.
  func whole<Result>(_ work: (any StateRows) throws -> Result) throws -> Result {
    var result: Result?
    try inTransaction(.immediate) {
      result = try work(DatabaseRows(self))
      return .commit
    }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return result
  }
}
