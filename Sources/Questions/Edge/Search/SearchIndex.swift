import Foundation
import GRDB
import Model
import Questions
import Signals
import Storage
import Text

/// The index by words of the questions that were loaded, in SQLite (``DatabaseLocation/search``).
///
/// A file of its own beside the cache: what is wrong with it loses nothing else, and it is opened by the first question that
/// is stored, or the first search.
public final class SearchIndex: CacheCompanion {
  /// The limit of the content in bytes, the same as the cache's.
  public static let standardLimit = CacheDatabase.standardLimit

  private let database: StoreDatabase
  private let upkeep: StoreUpkeep
  private let shelf: SearchShelf

  /// Creates the index in a file.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder belongs to the program, and is closed to others.
  ///   - limit: The limit of the content in bytes. What was loaded longest ago is removed first.
  ///   - scheduler: The scheduler on which the file is opened, and the clock; by default a queue.
  public convenience init(
    _ url: URL, limit: Int = standardLimit, on scheduler: any DateScheduler = QueueScheduler(name: "reactui.search")
  ) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .search), limit: limit, on: scheduler)
  }

  init(_ opening: StoreOpening, limit: Int = standardLimit, on scheduler: any DateScheduler) {
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema, wait: opening.wait)
    shelf = SearchShelf(limit: limit)
  }

  /// Sends messages to the person.
  package var notices: Signal<SafeText, Never> { database.notices }

  /// Makes questions searchable.
  ///
  /// - Parameter entries: Called on the queue of the database, because folding takes time.
  func take(_ entries: @escaping @Sendable () -> [SearchShelf.Entry]) {
    database.write { [self] connection in
      let entries = entries()
      try keep(entries, in: connection) { _ in }
    }
  }

  /// Makes questions of the cache searchable, and sends once when they are in the file; `nil` if nothing can be written.
  ///
  /// - Parameters:
  ///   - entry: The last entry that was read.
  ///   - isWhole: Whether it is the cache's last one.
  func take(_ entries: [SearchShelf.Entry], upTo entry: Int64, isWhole: Bool) -> SignalProducer<Void?, Never> {
    database.change { [self] connection in
      try keep(entries, in: connection) { try shelf.keepProgress(entry, isWhole: isWhole, in: $0) }
    }
  }

  private func keep(
    _ entries: [SearchShelf.Entry], in connection: Database, then finish: (Database) throws -> Void
  ) throws {
    try connection.inTransaction(.immediate) {
      try shelf.keep(entries, on: database.scheduler.currentDate, in: connection)
      try finish(connection)
      return .commit
    }
  }

  /// Sends the questions of a server that contain all words of a text; `nil` if nothing can be searched.
  func find(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    database.read { [shelf] in try shelf.find(text, from: server, in: $0) }
  }

  /// Sends the last entry of the cache that was read into the index; no value if all were, or if nothing can be read.
  var nextEntry: SignalProducer<Int64, Never> {
    database.read { [shelf] in try shelf.nextEntry(in: $0) }.skipNil()
  }

  package func flush(within seconds: TimeInterval) -> Bool { database.flush(within: seconds) }

  /// Returns a summary of the file. Reads it on the caller's thread, and creates nothing.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  public func summary(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreSummary {
    upkeep.summary(telling: tell, Self.content)
  }

  private static func content(_ database: Database) throws -> StoreUpkeep.Content {
    let count = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM document") ?? 0
    let newest = try Int64.fetchOne(database, sql: "SELECT MAX(fetched) FROM document")
    return (
      [.init(name: "questions to find", one: "question to find", count: count)], newest.map(Date.init(milliseconds:)),
      []
    )
  }

  /// Removes all questions and all files set aside, on the caller's thread. Programs that have the file open continue with an
  /// empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  @discardableResult
  public func clear(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreRemoval {
    upkeep.clear(telling: tell, Self.content)
  }
}
