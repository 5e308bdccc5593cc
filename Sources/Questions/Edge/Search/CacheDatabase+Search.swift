import Foundation
import GRDB
import Model
import Questions
import Signals
import Storage
import Text

// What makes the cache searchable. Entries that were stored without an index are read into it in batches, at the first
// search. A search that is replaced by the next one ends between two batches, and the next one goes on from there; two
// programs that do so at once store the same.

extension CacheDatabase {
  /// The entries that are read at once.
  private static let batch = 8

  public func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    guard let index else { return SignalProducer(value: nil) }
    let search = index.find(text, from: server)
    let rest = index.nextEntry.flatMap(.concat) { [self] entry in
      search.map { found in
        var found = found
        found?.isComplete = false
        return found
      }
      .concat(fill(index, after: entry).flatMap(.concat) { _ in SignalProducer<FoundQuestions?, Never>.empty })
    }
    return rest.concat(search)
  }

  /// Reads entries of the cache into the index, and completes after the last one.
  private func fill(_ index: SearchIndex, after entry: Int64) -> SignalProducer<Void, Never> {
    database.read { try Self.batch(after: entry, in: $0) }.skipNil().flatMap(.concat) { batch in
      index.take(batch.entries, upTo: batch.last, isWhole: batch.isWhole).skipNil().flatMap(.concat) { [self] _ in
        batch.isWhole ? .empty : fill(index, after: batch.last)
      }
    }
  }

  private struct Batch: Sendable {
    var entries: [SearchShelf.Entry] = []
    /// The id of the last entry.
    var last: Int64
    var isWhole = true
  }

  private static func batch(after entry: Int64, in database: Database) throws -> Batch {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, server, kind, key, fetched, bytes FROM entry JOIN content USING (id)
        WHERE id > ? AND kind IN ('list', 'question') ORDER BY id LIMIT ?
        """, arguments: [entry, batch])
    var read = Batch(last: entry, isWhole: rows.count < batch)
    for row in rows {
      guard let id = row.checked(0, as: Int64.self) else { continue }
      read.last = id
      read.entries += entries(of: row)
    }
    return read
  }

  /// Returns the questions of an entry. Those of an unreadable one are missing.
  private static func entries(of row: Row) -> [SearchShelf.Entry] {
    guard let address = row.checked(1, as: String.self), let kind = row.checked(2, as: String.self),
      let key = row.checked(3, as: String.self), let fetched = row.checked(4, as: Int64.self),
      let bytes = row.checked(5, as: Data.self)
    else { return [] }
    let (server, date) = (QuestionServer(kept: address), Date(milliseconds: fetched))
    if kind == "list" {
      guard let feed = FeedKey.feed(of: key),
        let page = try? QuestionCoding.page(of: [UInt8](bytes), from: server, site: feed.site)
      else { return [] }
      return entries(of: CachedQuestions(page: page, fetched: date), site: feed.site, from: server)
    }
    guard let slash = key.lastIndex(of: "/") else { return [] }
    let site = String(key[..<slash])
    let detail = try? QuestionCoding.detail(of: [UInt8](bytes), from: server, site: site, fetched: date)
    return detail.map { [entry(of: $0, site: site, from: server)] } ?? []
  }

  static func entries(
    of questions: CachedQuestions, site: String, from server: QuestionServer
  ) -> [SearchShelf.Entry] {
    questions.page.questions.map {
      SearchShelf.Entry($0, site: site, server: server, fetched: questions.fetched)
    }
  }

  static func entry(of cached: CachedDetail, site: String, from server: QuestionServer) -> SearchShelf.Entry {
    SearchShelf.Entry(
      cached.detail.question, site: site, server: server, fetched: cached.fetched, texts: SearchedTexts(cached))
  }
}
