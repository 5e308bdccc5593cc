import Foundation
import GRDB
import Model
import Signals
import Text

extension CacheShelf.Place.Kind {
  fileprivate static let list = Self("list")
  fileprivate static let question = Self("question")
  fileprivate static let sites = Self("sites")
}

/// The cache of questions, and of the list of wikis, in SQLite (``DatabaseLocation/cache``).
///
/// Dates are stored in milliseconds. An answer from the cache has no quota, which would be that of another day; a list is
/// stored without the bodies of its questions.
public final class CacheDatabase: QuestionCache {
  /// The limit of the content in bytes: some thousand questions.
  public static let standardLimit = 50 << 20

  let database: StoreDatabase
  private let upkeep: StoreUpkeep
  private let shelf: CacheShelf
  /// Finds stored questions by words; `nil` if nothing is to be found.
  let index: SearchIndex?

  /// Creates the cache in a file, which is opened by the first use.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder belongs to the program, and is closed to others.
  ///   - limit: The limit of the file in bytes. The least recently used entries are removed first.
  ///   - index: Finds stored questions by words.
  ///   - scheduler: The scheduler on which the file is opened, and the clock of uses; by default a queue.
  public convenience init(
    _ url: URL, limit: Int = standardLimit, index: SearchIndex? = nil,
    on scheduler: any DateScheduler = QueueScheduler(name: "reactui.cache")
  ) {
    self.init(StoreOpening(file: StoreFile(url: url), schema: .cache), limit: limit, index: index, on: scheduler)
  }

  /// Creates the cache for a simulation; see ``StateDatabase/init(_:inPlaceOn:waiting:)``.
  package convenience init(
    _ url: URL, inPlaceOn scheduler: any DateScheduler, waiting pause: @escaping @Sendable (TimeInterval) -> Void
  ) {
    self.init(
      StoreOpening(file: StoreFile(url: url), schema: .cache, wait: LockWait(pause: pause), isInPlace: true),
      on: scheduler)
  }

  init(
    _ opening: StoreOpening, limit: Int = standardLimit, index: SearchIndex? = nil, on scheduler: any DateScheduler
  ) {
    self.index = index
    database = StoreDatabase(opening, on: scheduler)
    upkeep = StoreUpkeep(file: opening.file, schema: opening.schema, wait: opening.wait)
    shelf = CacheShelf(limit: limit)
  }

  /// Sends messages to the person.
  public var notices: Signal<SafeText, Never> { .merge([database.notices, index?.notices].compactMap { $0 }) }

  // MARK: - Lists

  public func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    read {
      CacheShelf.Place(server: server, kind: .list, key: try FeedKey.text(of: feed))
    } as: {
      CachedQuestions(page: try QuestionCoding.page(of: $0, from: server, site: feed.site), fetched: $1)
    }
  }

  public func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {
    guard let server = questions.page.provenance.server else { return }
    write(fetched: questions.fetched) {
      (
        CacheShelf.Place(server: server, kind: .list, key: try FeedKey.text(of: feed)),
        QuestionCoding.bytes(of: questions.page)
      )
    }
    index?.take { Self.entries(of: questions, site: feed.site, from: server) }
  }

  // MARK: - Questions

  public func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> {
    guard let server = question.provenance.server else { return SignalProducer(value: nil) }
    return read {
      CacheShelf.Place(server: server, kind: .question, key: "\(question.site)/\(question.id)")
    } as: {
      try QuestionCoding.detail(of: $0, from: server, site: question.site, fetched: $1)
    }
  }

  public func keep(_ detail: CachedDetail, site: String) {
    guard let server = detail.detail.provenance.server else { return }
    write(fetched: detail.fetched) {
      (
        CacheShelf.Place(server: server, kind: .question, key: "\(site)/\(detail.detail.question.id)"),
        try QuestionCoding.bytes(of: detail)
      )
    }
    index?.take { [Self.entry(of: detail, site: site, from: server)] }
  }

  // MARK: - Sites

  public func sites(of server: QuestionServer) -> SignalProducer<CachedSites?, Never> {
    read {
      CacheShelf.Place(server: server, kind: .sites)
    } as: {
      CachedSites(SiteList(try SiteCoding.sites(of: $0), provenance: .server(server)), fetched: $1)
    }
  }

  public func keep(_ sites: CachedSites) {
    guard let server = sites.list.provenance.server else { return }
    write(fetched: sites.fetched) {
      (CacheShelf.Place(server: server, kind: .sites), try SiteCoding.bytes(of: sites.list.sites))
    }
  }

  public func hasAnything(of server: QuestionServer) -> SignalProducer<Bool, Never> {
    database.read {
      try Bool.fetchOne(
        $0, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE server = ?)", arguments: [server.address])
    }
    .map { $0 ?? false }
  }

  // MARK: - All

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
    [database.flush(within: seconds), index?.flush(within: seconds) ?? true].allSatisfy { $0 }
  }

  /// Whether there is a file, as far as that can be seen.
  public var exists: Bool { (try? upkeep.file.exists) ?? false }

  /// Returns a summary of the file. Reads it on the caller's thread, and creates nothing.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  public func summary(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreSummary {
    upkeep.summary(telling: tell, Self.content)
  }

  /// Counts what is in the file.
  private static func content(_ database: Database) throws -> StoreUpkeep.Content {
    func count(_ kind: String) throws -> Int {
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM entry WHERE kind = ?", arguments: [kind]) ?? 0
    }
    let newest = try Int64.fetchOne(database, sql: "SELECT MAX(fetched) FROM entry")
    return (
      [
        .init(name: "lists", one: "list", count: try count("list")),
        .init(name: "questions", one: "question", count: try count("question")),
        .init(
          name: "lists of sites and wikis", one: "list of sites or wikis", count: try count("sites") + count("wikis")),
      ],
      newest.map(Date.init(milliseconds:)), []
    )
  }

  /// Removes all entries and all files set aside, on the caller's thread. Programs that have the file open continue with an
  /// empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  @discardableResult
  public func clear(telling tell: @escaping @Sendable (SafeText) -> Void = { _ in }) -> StoreRemoval {
    upkeep.clear(telling: tell, Self.content)
  }
}
