import Foundation
import GRDB
import Model
import Signals
import Text

/// What is kept beside the cache in a file of its own, and told and written with it.
package protocol CacheCompanion: Sendable {
  /// Sends messages to the person.
  var notices: Signal<SafeText, Never> { get }
  /// Waits until all changes are in the file, at most `seconds`; returns whether they are.
  func flush(within seconds: TimeInterval) -> Bool
}

/// Entries of the cache that are counted together.
package struct CacheContent: Sendable {
  let name: SafeText
  let one: SafeText
  let kinds: [CacheShelf.Place.Kind]

  /// - Parameters:
  ///   - name: For several of them: "lists".
  ///   - one: For one of them: "list".
  package init(_ name: SafeText, one: SafeText, of kinds: [CacheShelf.Place.Kind]) {
    (self.name, self.one, self.kinds) = (name, one, kinds)
  }
}

/// The cache of what services answered, in SQLite (``DatabaseLocation/cache``). Each feature reads and writes its own kinds of
/// entries.
///
/// Dates are stored in milliseconds.
public final class CacheDatabase: Sendable {
  /// The limit of the content in bytes: some thousand questions.
  public static let standardLimit = 50 << 20

  package let database: StoreDatabase
  private let upkeep: StoreUpkeep
  private let shelf: CacheShelf
  package let companion: (any CacheCompanion)?

  /// Creates the cache in a file, which is opened by the first use.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder belongs to the program, and is closed to others.
  ///   - limit: The limit of the file in bytes. The least recently used entries are removed first.
  ///   - companion: Kept beside it.
  ///   - scheduler: The scheduler on which the file is opened, and the clock of uses; by default a queue.
  package convenience init(
    _ url: URL, limit: Int = standardLimit, beside companion: (any CacheCompanion)? = nil,
    on scheduler: any DateScheduler = QueueScheduler(name: "reactui.cache")
  ) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .cache), limit: limit, beside: companion, on: scheduler)
  }

  /// Creates the cache for a simulation; see ``StateDatabase/init(_:inPlaceOn:waiting:)``.
  package convenience init(
    _ url: URL, inPlaceOn scheduler: any DateScheduler, waiting pause: @escaping @Sendable (TimeInterval) -> Void
  ) {
    self.init(
      StoreOpening(file: StoreFile(url: url), schema: .cache, wait: LockWait(pause: pause), isInPlace: true),
      on: scheduler)
  }

  package init(
    _ opening: StoreOpening, limit: Int = standardLimit, beside companion: (any CacheCompanion)? = nil,
    on scheduler: any DateScheduler
  ) {
    self.companion = companion
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema, wait: opening.wait)
    shelf = CacheShelf(limit: limit)
  }

  /// Sends messages to the person.
  public var notices: Signal<SafeText, Never> { .merge([database.notices, companion?.notices].compactMap { $0 }) }

  /// Sends whether there is any entry of a server, once, on any thread.
  package func hasAnything(of server: String) -> SignalProducer<Bool, Never> {
    database.read {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE server = ?)", arguments: [server])
    }
    .map { $0 ?? false }
  }

  package func read<Value: Sendable>(
    _ place: @escaping @Sendable () throws -> CacheShelf.Place,
    as decode: @escaping @Sendable ([UInt8], Date) throws -> Value
  ) -> SignalProducer<Value?, Never> {
    database.read { [self] connection in
      guard let entry = try shelf.entry(at: try place(), in: connection) else { return nil }
      // Unreadable entries are missing; the next answer replaces them.
      guard let value = try? decode(entry.bytes, entry.fetched) else { return nil }
      database.write { [self] in try shelf.markUsed(entry.id, at: database.scheduler.currentDate, in: $0) }
      return value
    }
  }

  package func write(
    fetched: Date, _ encode: @escaping @Sendable () throws -> (place: CacheShelf.Place, bytes: [UInt8])
  ) {
    database.write { [self] connection in
      // Before the transaction, so that other programs do not wait for it. Content that cannot be encoded, because its blocks
      // are nested too deeply, is not stored.
      guard let (place, bytes) = try? encode() else { return }
      try shelf.keep(bytes, at: place, fetched: fetched, on: database.scheduler.currentDate, in: connection)
    }
  }

  /// Waits until all changes are in the files, at most `seconds` for each.
  ///
  /// - Returns: whether they are.
  @discardableResult
  public func flush(within seconds: TimeInterval) -> Bool {
    // Both are tried.
    [database.flush(within: seconds), companion?.flush(within: seconds) ?? true].allSatisfy { $0 }
  }

  /// Whether there is a file, as far as that can be seen.
  public var exists: Bool { (try? upkeep.file.exists) ?? false }

  /// Returns a summary of the file. Reads it on the caller's thread, and creates nothing.
  ///
  /// - Parameters:
  ///   - contents: What is counted.
  ///   - tell: Receives a message while another program has locked the file.
  package func summary(
    of contents: [CacheContent], telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }
  ) -> StoreSummary {
    upkeep.summary(telling: tell) { try Self.count(contents, in: $0) }
  }

  /// Counts what is in the file.
  private static func count(_ contents: [CacheContent], in database: Database) throws -> StoreUpkeep.Content {
    func count(_ kind: CacheShelf.Place.Kind) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM entry WHERE kind = ?", arguments: [kind.name]) ?? 0
    }
    let newest = try Int64.fetchOne(database, sql: "SELECT MAX(fetched) FROM entry")
    return (
      try contents.map { content in
        StoreSummary.Count(name: content.name, one: content.one, count: try content.kinds.map(count).reduce(0, +))
      },
      newest.map(Date.init(milliseconds:)), []
    )
  }

  /// Removes all entries and all files set aside, on the caller's thread. Programs that have the file open continue with an
  /// empty one.
  ///
  /// - Parameters:
  ///   - contents: What is counted.
  ///   - tell: Receives a message while another program has locked the file.
  @discardableResult
  package func clear(
    of contents: [CacheContent], telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }
  ) -> StoreRemoval {
    upkeep.clear(telling: tell) { try Self.count(contents, in: $0) }
  }
}
