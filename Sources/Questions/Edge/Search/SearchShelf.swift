import Foundation
import GRDB
import Model
import Questions
import Storage
import Text

/// The rows of the index, limited to a size for all servers together.
struct SearchShelf: Sendable {
  /// The limit of the content in bytes, with that of the index itself estimated.
  let limit: Int

  /// The size after a cleanup, so that not every question displaces another one.
  private var target: Int { limit / 10 * 9 }

  /// A question to be found.
  struct Entry: Sendable {
    var server: String
    var site: String
    var id: Int64
    var fetched: Date
    /// The question without its text.
    var bytes: [UInt8]
    var title: String
    var tags: String
    /// The texts, if the question was opened.
    var texts: SearchedTexts?

    init(_ question: Question, site: String, server: QuestionServer, fetched: Date, texts: SearchedTexts? = nil) {
      (self.server, self.site, id) = (server.address, site, Int64(question.id))
      (self.fetched, self.texts) = (fetched, texts)
      bytes = QuestionCoding.bytes(of: question)
      title = SearchTerms.joined([question.title])
      tags = SearchTerms.joined(question.tags + [question.asker].compactMap { $0 })
    }
  }

  /// Adds questions, or replaces earlier versions of them, in the current transaction.
  func keep(_ entries: [Entry], on date: Date, in database: Database) throws {
    for entry in entries { try keep(entry, on: date, in: database) }
    try makeRoom(in: database)
  }

  private func keep(_ entry: Entry, on date: Date, in database: Database) throws {
    let known = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT document.id, document.fetched, words.title, words.tags, post.fetched, document.size,
            length(document.bytes)
          FROM document LEFT JOIN words ON words.rowid = document.id LEFT JOIN post ON post.document = document.id
          WHERE server = ? AND site = ? AND question = ?
          """), arguments: [entry.server, entry.site, entry.id])
    guard let known, let id = known.checked(0, as: Int64.self) else { return try add(entry, on: date, in: database) }
    let fetched = entry.fetched.milliseconds
    let size = known.checked(5, as: Int.self) ?? 0
    if fetched >= known.checked(1, as: Int64.self) ?? .min {
      let growth = entry.bytes.count - (known.checked(6, as: Int.self) ?? 0)
      try database.cachedStatement(
        sql: "UPDATE document SET fetched = ?, used = ?, bytes = ?, size = ? WHERE id = ?"
      ).execute(arguments: [fetched, date.milliseconds, Data(entry.bytes), size + growth, id])
      if known.checked(2, as: String.self) != entry.title || known.checked(3, as: String.self) != entry.tags {
        try database.cachedStatement(sql: "UPDATE words SET title = ?, tags = ? WHERE rowid = ?")
          .execute(arguments: [entry.title, entry.tags, id])
      }
    }
    guard let texts = entry.texts, fetched >= known.checked(4, as: Int64.self) ?? .min else { return }
    try keep(texts, fetched: fetched, of: id, besides: Self.size(entry), in: database)
  }

  private func add(_ entry: Entry, on date: Date, in database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO document (server, site, question, fetched, used, size, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      entry.server, entry.site, entry.id, entry.fetched.milliseconds, date.milliseconds, Self.size(entry),
      Data(entry.bytes),
    ])
    let id = database.lastInsertedRowID
    // A row that a damage has left without its document.
    try database.cachedStatement(sql: "DELETE FROM words WHERE rowid = ?").execute(arguments: [id])
    try database.cachedStatement(
      sql: """
        INSERT INTO words (rowid, title, tags, body, answers, comments)
        VALUES (?, ?, ?, '', '', '')
        """
    ).execute(arguments: [id, entry.title, entry.tags])
    if let texts = entry.texts {
      try keep(texts, fetched: entry.fetched.milliseconds, of: id, besides: Self.size(entry), in: database)
    }
  }

  private func keep(
    _ texts: SearchedTexts, fetched: Int64, of id: Int64, besides size: Int, in database: Database
  ) throws {
    let bytes = Data(texts.bytes)
    let known = try Data.fetchOne(
      database.cachedStatement(sql: "SELECT bytes FROM post WHERE document = ?"), arguments: [id])
    guard bytes != known else { return }
    let (body, answers, comments) = (texts.body, texts.answers, texts.comments)
    let terms = body.utf8.count + answers.utf8.count + comments.utf8.count
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO post (document, fetched, bytes) VALUES (?, ?, ?)")
      .execute(arguments: [id, fetched, bytes])
    try database.cachedStatement(sql: "UPDATE words SET body = ?, answers = ?, comments = ? WHERE rowid = ?")
      .execute(arguments: [body, answers, comments, id])
    try database.cachedStatement(sql: "UPDATE document SET size = ? WHERE id = ?")
      .execute(arguments: [size + bytes.count + Self.indexed(terms), id])
  }

  /// The bytes of a question without its texts.
  private static func size(_ entry: Entry) -> Int {
    entry.bytes.count + indexed(entry.title.utf8.count + entry.tags.utf8.count)
  }

  /// The bytes that terms take: as they are, and in the index, which is somewhat smaller.
  private static func indexed(_ terms: Int) -> Int { 2 * terms }

  /// Removes the questions that were loaded longest ago if there are too many.
  private func makeRoom(in database: Database) throws {
    let size = try Int.fetchOne(database.cachedStatement(sql: "SELECT SUM(size) FROM document")) ?? 0
    guard size > limit else { return }
    let ids = try Int64.fetchAll(
      database,
      sql: """
        SELECT id FROM (SELECT id, SUM(size) OVER (ORDER BY used, id) - size AS before FROM document) WHERE before < ?
        """, arguments: [size - target])
    for id in ids {
      try database.cachedStatement(sql: "DELETE FROM words WHERE rowid = ?").execute(arguments: [id])
      try database.cachedStatement(sql: "DELETE FROM document WHERE id = ?").execute(arguments: [id])
    }
    // What was deleted takes space until the parts of the index are merged.
    try database.execute(sql: "INSERT INTO words (words, rank) VALUES ('merge', 1000)")
    try database.execute(sql: "PRAGMA incremental_vacuum")
  }

  // MARK: - Finding

  /// Returns the questions that contain all words, the best match first.
  func find(_ text: SafeText, from server: QuestionServer, in database: Database) throws -> FoundQuestions {
    guard let expression = FullTextQuery(text).expression else { return FoundQuestions() }
    // A title counts most. Of matches that are about as good, the one loaded last comes first.
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT site, document.bytes, post.bytes
          FROM (
            SELECT words.rowid AS id, ROUND(bm25(words, 10.0, 5.0, 2.0, 1.0, 0.5), 1) AS score,
              document.fetched AS fetched, document.question AS question
            FROM words JOIN document ON document.id = words.rowid
            WHERE words MATCH ? AND document.server = ?
            ORDER BY score, fetched DESC, question DESC LIMIT ?
          ) AS best
          JOIN document ON document.id = best.id LEFT JOIN post ON post.document = best.id
          ORDER BY best.score, best.fetched DESC, best.question DESC
          """), arguments: [expression, server.address, FoundQuestions.limit + 1])
    let words = FilterWords(text)
    let questions = rows.compactMap { Self.question($0, words, from: server) }
    return FoundQuestions(
      Array(questions.prefix(FoundQuestions.limit)), hasMore: rows.count > FoundQuestions.limit)
  }

  private static func question(_ row: Row, _ words: FilterWords, from server: QuestionServer) -> FoundQuestion? {
    guard let site = row.checked(0, as: String.self), let bytes = row.checked(1, as: Data.self),
      let question = try? QuestionCoding.question(of: [UInt8](bytes), site: site)
    else { return nil }
    var found = FoundQuestion(question: question, key: QuestionKey(.server(server), question.identity))
    let head = FoldedText([question.title] + question.tags + [question.asker].compactMap { $0 })
    guard words.count(in: head) < words.count, let bytes = row.checked(2, as: Data.self),
      let best = (try? SearchedTexts(bytes: [UInt8](bytes)))?.best(for: words)
    else { return found }
    (found.place, found.line) = (best.place, best.line)
    return found
  }

  // MARK: - The cache of earlier versions

  /// How far the cache was read: its last entry; `nil` if all of it was.
  func nextEntry(in database: Database) throws -> Int64? {
    let row = try Row.fetchOne(database, sql: "SELECT entry, is_whole FROM progress")
    guard let row else { return 0 }
    return row.checked(1, as: Bool.self) == true ? nil : row.checked(0, as: Int64.self) ?? 0
  }

  func keepProgress(_ entry: Int64, isWhole: Bool, in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO progress (id, entry, is_whole) VALUES (0, ?, ?)", arguments: [entry, isWhole])
  }
}
