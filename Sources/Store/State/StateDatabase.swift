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
public final class StateDatabase: StateStore, ReadingStore {
  private let database: StoreDatabase
  private let upkeep: StoreUpkeep
  public let keptChanges: Signal<Void, Never>
  private let keptChange: Signal<Void, Never>.Observer
  /// The changes of the write that was scheduled last, which may have begun; `nil` if the next one needs a write of its own.
  private let batch = LockedState<ChangeBatch?>(nil)

  /// Creates the state in a file, which is opened by the first use.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder belongs to the program, and is closed to others.
  ///   - scheduler: The scheduler on which the file is opened; by default a queue.
  public convenience init(_ url: URL, on scheduler: any DateScheduler = QueueScheduler(name: "reactui.state")) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .state), on: scheduler)
  }

  /// Creates the state for a simulation.
  ///
  /// - Parameters:
  ///   - scheduler: Runs each read and write from its beginning to its end; never at once, when it is scheduled.
  ///   - pause: Called with the seconds to wait for another program's lock.
  package convenience init(
    _ url: URL, inPlaceOn scheduler: any DateScheduler, waiting pause: @escaping @Sendable (TimeInterval) -> Void
  ) {
    self.init(
      StoreOpening(file: StoreFile(url: url), schema: .state, wait: LockWait(pause: pause), isInPlace: true),
      on: scheduler)
  }

  init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema, wait: opening.wait)
    (keptChanges, keptChange) = Signal.pipe()
  }

  public var notices: Signal<SafeText, Never> { database.notices }

  public var remembered: SignalProducer<RememberedState, Never> {
    database.read { try RememberedState($0) }.map { $0 ?? RememberedState() }
  }

  public func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    guard let server = question.provenance.server, let key = question.arguments else {
      return SignalProducer(value: nil)
    }
    return database.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT fetched, bytes FROM kept_question WHERE server = ? AND site = ? AND id = ?",
        arguments: key)
      guard let fetched = row?.checked(0, as: Int64.self), let bytes = row?.checked(1, as: Data.self)
      else { return nil }
      return try? QuestionCoding.detail(
        of: [UInt8](bytes), from: server, site: question.site, fetched: Date(milliseconds: fetched))
    }
  }

  public func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    // SQLite numbers rows in the order of insertion, and a newer version of a kept question stays in its row.
    database.read { database in
      let bytes = try Row.fetchAll(
        database, sql: "SELECT bytes FROM kept_question WHERE server = ? AND site = ? ORDER BY rowid DESC",
        arguments: [server.address, site])
      return bytes.compactMap { row in
        row.checked(0, as: Data.self).flatMap { try? QuestionCoding.question(of: [UInt8]($0), site: site) }
      }
    }
    .map { $0 ?? [] }
  }

  public func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> {
    database.read { try RememberedQuota(of: server, $0) }
  }

  public func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    database.read { try KeptRate.all(of: source, since: start, now: now, in: $0) }.map { $0 ?? [] }
  }

  public func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    database.read { try ReadEditRows.all(of: server, in: $0) }.map { $0 ?? [] }
  }

  public func keep(_ change: StateChange) {
    let new = batch.withLock { batch -> ChangeBatch? in
      if batch?.add(change) == true { return nil }
      batch = ChangeBatch(change)
      return batch
    }
    guard let new else { return }
    database.write { [keptChange] database in
      for change in new.begin() {
        try change.write(to: database)
        switch change {
        // The change is in the file by now, so reads after this signal see it.
        case .keep, .drop: keptChange.send(value: ())
        default: break
        }
      }
    }
  }

  public var roomEvents: SignalProducer<[RoomEvent], Never> {
    database.read { try RoomEvent.all(in: $0) }.map { $0 ?? [] }
  }

  public func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    // If nothing can be stored, every program reports the event. A later change of the event must not be written before.
    database.change { try event.write(to: $0) }.map { $0 ?? true }
      .on(starting: { [self] in batch.withLock { $0 = nil } })
  }

  public func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never> {
    database.change { try RuleRows.claim(subject, by: rule, at: date, in: $0) }.map { $0 ?? true }
  }

  public func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never> {
    database.read { try RuleRows.claims(by: rule, atMost: limit, in: $0) }.map { $0 ?? [] }
  }

  public func release(_ subject: String, by rule: String) {
    database.write { try RuleRows.release(subject, by: rule, in: $0) }
  }

  public func keep(_ readings: [OwnReading], of source: String) {
    database.write { try OwnReadingRows.write(readings, of: source, to: $0) }
  }

  public func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> {
    database.read { try OwnReadingRows.readings(of: source, over: window, step: step, in: $0) }.map { $0 ?? [:] }
  }

  public func rollUpReadings(at now: Date) { database.write { try OwnReadingRows.rollUp(at: now, in: $0) } }

  /// Waits until all changes are in the file, `seconds` at most.
  ///
  /// - Returns: whether they are.
  @discardableResult
  public func flush(within seconds: TimeInterval) -> Bool { database.flush(within: seconds) }

  /// Returns a summary of the file. Reads it on the caller's thread, and creates nothing.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  public func summary(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreSummary {
    upkeep.summary(telling: tell, Self.content)
  }

  /// Counts what is in the file.
  private static func content(_ database: Database) throws -> StoreUpkeep.Content {
    func count(_ table: String) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
    }
    return (
      [
        .init(name: "values", one: "value", count: try count("value") + count("quota")),
        .init(name: "orders of lists", one: "order of a list", count: try count("feed_order")),
        .init(name: "changes of tabs", one: "change of a tab", count: try count("tab_fate")),
        .init(name: "questions read", one: "question read", count: try count("read_question")),
        .init(name: "questions kept", one: "question kept", count: try count("kept_question")),
        .init(name: "rooms hidden", one: "room hidden", count: try count("hidden_room")),
        .init(name: "alarms of rooms", one: "alarm of a room", count: try count("room_event")),
        .init(name: "temperatures", one: "temperature", count: try count("own_reading")),
        .init(name: "rates of edits", one: "rate of edits", count: try count("edit_rate")),
        .init(name: "edits read", one: "edit read", count: try count("read_edit")),
      ], nil, try OwnReadingRows.notes(in: database)
    )
  }

  /// Removes the state and all files set aside, on the caller's thread. Programs that have the file open continue with an
  /// empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  @discardableResult
  public func clear(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreRemoval {
    upkeep.clear(telling: tell, Self.content)
  }
}
