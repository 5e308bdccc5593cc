import GRDB
import Questions
import Storage
import Text

extension StoreSchema {
  /// The schema of the index of questions by words, whose content comes from the cache and from what is loaded.
  static let search = search { database in
    guard
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM pragma_module_list WHERE name = 'fts5')") == true
    else { throw StoreError("this system's SQLite has no full-text search (FTS5)") }
  }

  /// - Parameter requirement: Throws if SQLite has no full-text search.
  static func search(requiring requirement: @escaping @Sendable (Database) throws -> Void) -> StoreSchema {
    StoreSchema(
      applicationID: searchID, migrations: searchMigrations, unreleased: [], isCheckedWhole: false,
      damagedFilesKept: 1, newer: .useOther, loss: "F cannot search", requirement: requirement)
  }

  private static let searchID: Int32 = 0x7274_6631  // "rtf1"

  private static var searchMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1.0") { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(searchID);

          -- The questions that were loaded, as QuestionCoding writes them without their texts. A server is the base URL of
          -- its API; times are in milliseconds since 1970-01-01 00:00 UTC.
          CREATE TABLE document (
            id INTEGER NOT NULL PRIMARY KEY,
            server TEXT NOT NULL,
            site TEXT NOT NULL,
            question INTEGER NOT NULL,
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            size INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            UNIQUE (server, site, question)
          ) STRICT;
          CREATE INDEX document_used ON document (used, size);

          -- The texts of those that were opened, as SearchedTexts writes them.
          CREATE TABLE post (
            document INTEGER NOT NULL PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
            fetched INTEGER NOT NULL,
            bytes BLOB NOT NULL
          ) STRICT;

          -- The terms of both, as SearchTerms folds them; a row has the id of its document. The tokenizer only splits at blanks.
          CREATE VIRTUAL TABLE words USING fts5 (
            title, tags, body, answers, comments, tokenize = "ascii tokenchars '+#'");

          -- How far the cache of earlier versions was read: its last entry, and whether that was the last one there is.
          CREATE TABLE progress (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 0),
            entry INTEGER NOT NULL,
            is_whole INTEGER NOT NULL
          ) STRICT;
          """)
    }
    return migrator
  }
}
