import Foundation
import Testing

/// The payloads in Tests/Samples, as they are on the wire, with what is expected of each.
enum SampleFiles {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Samples")
    .standardizedFileURL

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The lines of a file, one message each.
  static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }

  /// What INDEX.json says about a folder's files.
  static func entries(of folder: String) throws -> [Entry] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let index = try decoder.decode(Index.self, from: Data(bytes("INDEX.json")))
    let entries = index.files.filter { $0.file.hasPrefix(folder + "/") }
    try #require(!entries.isEmpty)
    return entries
  }

  private struct Index: Decodable {
    var files: [Entry]
  }

  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    struct HTTP: Decodable, Sendable {
      var status: Int
      var headers: [String: String]
    }

    var file: String
    var http: HTTP?
    var expect: Expectation?
    var diff: DiffExpectation?

    var testDescription: String { file }

    /// An answer to a request that asks for no items.
    var isWithoutItems: Bool { file.hasSuffix("real_total_only.json") }
  }

  /// What is expected of the difference of two revisions.
  struct DiffExpectation: Decodable, Sendable {
    var kinds: [String: Int]
    var hunks: Int
    /// The kind, the old and the new number of each line, `-` where it has none.
    var rows: [String]?
    var wordsRemoved: [String]?
    var wordsAdded: [String]?
    var shownVerbatim: [String]?
    var sectionOfHunks: [String?]?
  }

  /// The union of all that INDEX.json expects of any file; each test reads what is said of its own.
  struct Expectation: Decodable, Sendable {
    var count: Int?
    var hasMore: Bool?
    var quotaRemaining: Int?
    var decodedTitles: [String?]?
    var displayNames: [String?]?
    var closedIds: [Int]?
    var closedReason: String?
    var deletedOwnerIds: [Int]?
    var accepted: Int?
    var answers: Int?
    var acceptedAnswerId: Int?
    var plainTextMustContain: [String]?
    var plainTextMustNotContain: [String]?
    var tableRows: Int?
    var codeBlocks: Int?
    var links: Int?
    var images: Int?
    var error: String?
    var retryAfterS: Int?
    var backoffS: Int?
    var uniqueIdsAfterAllPages: [Int]?
    var renderedMustNotContainCodepoints: [String]?

    var names: [String]?
    var namesDecoded: [String]?
    var prefixMatches: [String]?
    var choices: [String]?
    var hosts: [String]?

    var orderAsSent: [Int]?
    var found: [Int]?
    var withAnyTag: [Int]?
    var acceptedIds: [Int]?
    var bounties: [Int]?
    var authors: [String?]?
    var plainText: [String?]?
    var linkTargets: [String]?
    var byPost: [String: [Int]]?

    var events: Int?
    var titles: [String]?
    var edits: Int?
    var newUsers: Int?
    var newAccountsExcludingAutocreate: Int?
    var delivered: Int?
    var canaries: Int?
    var types: [String]?
    var lastEventId: String?
    var uniqueTitlesOverBothParts: [String]?

    var messages: Int?
    var editsPerBucket: [Int]?
    var newUsersPerBucket: [Int]?

    var points: Int?
    var latest: Double?
    var min: Double?
    var max: Double?
    var mean: Double?
    var pointsAfterBothPolls: Int?
  }
}
