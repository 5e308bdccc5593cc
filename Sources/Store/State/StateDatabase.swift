import Foundation
import GRDB
import Model
import Signals
import Text

/// What a person left, in SQLite (``DatabaseLocation/state``).
///
/// A change is in the file, and outlives the program, a moment after ``keep(_:)``; ``flush(within:)`` waits for that.
/// It outlives a power failure a little later: SQLite writes ahead without waiting for the disk, so the last changes may
/// be lost then, but never what was there before (https://www.sqlite.org/pragma.html#pragma_synchronous, NORMAL).
public final class StateDatabase: StateStore {
  private let database: StoreDatabase
  private let upkeep: StoreUpkeep

  /// The state in a file, which is opened by the first use.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is the program's own, and is closed to others.
  ///   - scheduler: Where the file is opened; by default a queue.
  public convenience init(_ url: URL, on scheduler: any DateScheduler = QueueScheduler(name: "reactui.state")) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .state), on: scheduler)
  }

  init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema)
  }

  public var notices: Signal<SafeText, Never> { database.notices }

  public var remembered: SignalProducer<RememberedState, Never> {
    database.read { try RememberedState($0) }.map { $0 ?? RememberedState() }
  }

  public func keep(_ change: StateChange) {
    database.write { database in
      switch change {
      case .pane(let name): try Self.set("pane", to: name, in: database)
      case .greeted: try Self.set("greeted", to: "yes", in: database)
      case .tab(let feed): try Self.set("tab", to: FeedKey.text(of: feed), in: database)
      case .order(let feed, let order?):
        try database.execute(
          sql: "INSERT INTO feed_order VALUES (?, ?) ON CONFLICT DO UPDATE SET sort = excluded.sort",
          arguments: [FeedKey.text(of: feed), order.rawValue])
      case .order(let feed, nil):
        try database.execute(sql: "DELETE FROM feed_order WHERE feed = ?", arguments: [FeedKey.text(of: feed)])
      }
    }
  }

  private static func set(_ name: String, to value: String, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      arguments: [name, value])
  }

  /// Waits until all changes are in the file, `seconds` at most.
  ///
  /// - Returns: Whether they are.
  @discardableResult
  public func flush(within seconds: TimeInterval) -> Bool { database.flush(within: seconds) }

  /// What is in the file, for a person. Reads it on the caller's thread, and makes nothing.
  public func summary() -> StoreSummary {
    upkeep.summary { database in
      let values = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM value") ?? 0
      let orders = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM feed_order") ?? 0
      return ([.init(name: "values", count: values), .init(name: "orders of lists", count: orders)], nil)
    }
  }

  /// Forgets everything, also what was set aside, on the caller's thread. Programs that have the file open go on with an
  /// empty one.
  public func clear() throws(StoreError) { try upkeep.clear() }
}

extension RememberedState {
  /// Reads the state; what this version does not understand is left out.
  fileprivate init(_ database: Database) throws {
    self.init()
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM value") {
      guard let name = row.checked(0, as: String.self), let value = row.checked(1, as: String.self) else { continue }
      switch name {
      case "pane": pane = value
      case "greeted": isGreeted = true
      case "tab": tab = FeedKey.feed(of: value)
      default: continue
      }
    }
    for row in try Row.fetchAll(database, sql: "SELECT feed, sort FROM feed_order") {
      guard let feed = row.checked(0, as: String.self).flatMap(FeedKey.feed(of:)),
        let order = row.checked(1, as: String.self).flatMap(QuestionOrder.init(rawValue:))
      else { continue }
      orders[feed] = order
    }
  }
}
