import Foundation

/// The payloads in Tests/Samples, as they are on the wire, with what is expected of each.
package enum SampleFiles {
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
    .standardizedFileURL

  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: path)))
  }

  package static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The lines of a file, one message each.
  package static func lines(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init)
  }

  /// What INDEX.json says about a folder's files.
  package static func entries(of folder: String) throws -> [Entry] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let index = try decoder.decode(Index.self, from: Data(bytes("INDEX.json")))
    let entries = index.files.filter { $0.file.hasPrefix(folder + "/") }
    guard !entries.isEmpty else { throw Unexpected("INDEX.json names no file of \(folder)") }
    return entries
  }

  private struct Index: Decodable {
    var files: [Entry]
  }

  package struct Entry: Decodable, Sendable, CustomStringConvertible {
    package struct HTTP: Decodable, Sendable {
      package var status: Int
      package var headers: [String: String]
    }

    package var file: String
    package var http: HTTP?
    package var expect: Expectation?
    package var diff: DiffExpectation?

    package var description: String { file }

    /// An answer to a request that asks for no items.
    package var isWithoutItems: Bool { file.hasSuffix("real_total_only.json") }
  }

  /// What is expected of the difference of two revisions.
  package struct DiffExpectation: Decodable, Sendable {
    package var kinds: [String: Int]
    package var hunks: Int
    /// The kind, the old and the new number of each line, `-` where it has none.
    package var rows: [String]?
    package var wordsRemoved: [String]?
    package var wordsAdded: [String]?
    package var shownVerbatim: [String]?
    package var sectionOfHunks: [String?]?
  }

  /// The union of all that INDEX.json expects of any file; each test reads what is said of its own.
  package struct Expectation: Decodable, Sendable {
    package var count: Int?
    package var hasMore: Bool?
    package var quotaRemaining: Int?
    package var decodedTitles: [String?]?
    package var displayNames: [String?]?
    package var closedIds: [Int]?
    package var closedReason: String?
    package var deletedOwnerIds: [Int]?
    package var accepted: Int?
    package var answers: Int?
    package var acceptedAnswerId: Int?
    package var plainTextMustContain: [String]?
    package var plainTextMustNotContain: [String]?
    package var tableRows: Int?
    package var codeBlocks: Int?
    package var links: Int?
    package var images: Int?
    package var error: String?
    package var retryAfterS: Int?
    package var backoffS: Int?
    package var uniqueIdsAfterAllPages: [Int]?
    package var renderedMustNotContainCodepoints: [String]?

    package var names: [String]?
    package var namesDecoded: [String]?
    package var prefixMatches: [String]?
    package var choices: [String]?
    package var hosts: [String]?

    package var orderAsSent: [Int]?
    package var found: [Int]?
    package var withAnyTag: [Int]?
    package var acceptedIds: [Int]?
    package var bounties: [Int]?
    package var authors: [String?]?
    package var plainText: [String?]?
    package var linkTargets: [String]?
    package var byPost: [String: [Int]]?

    package var events: Int?
    package var titles: [String]?
    package var edits: Int?
    package var newUsers: Int?
    package var newAccountsExcludingAutocreate: Int?
    package var delivered: Int?
    package var canaries: Int?
    package var types: [String]?
    package var lastEventId: String?
    package var uniqueTitlesOverBothParts: [String]?

    package var messages: Int?
    package var editsPerBucket: [Int]?
    package var newUsersPerBucket: [Int]?

    package var points: Int?
    package var latest: Double?
    package var min: Double?
    package var max: Double?
    package var mean: Double?
    package var pointsAfterBothPolls: Int?
  }
}
