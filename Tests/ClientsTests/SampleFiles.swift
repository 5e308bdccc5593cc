import Foundation
import Testing

@testable import Clients

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
    let index = try JSONDecoder().decode(Index.self, from: Data(bytes("INDEX.json")))
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

    var testDescription: String { file }
  }

  /// The union of all that INDEX.json expects of any file; each test reads what is said of its own.
  struct Expectation: Decodable, Sendable {
    var count: Int?
    var has_more: Bool?
    var quota_remaining: Int?
    var decoded_titles: [String?]?
    var display_names: [String?]?
    var closed_ids: [Int]?
    var closed_reason: String?
    var deleted_owner_ids: [Int]?
    var accepted: Int?
    var answers: Int?
    var accepted_answer_id: Int?
    var plain_text_must_contain: [String]?
    var plain_text_must_not_contain: [String]?
    var table_rows: Int?
    var code_blocks: Int?
    var links: Int?
    var images: Int?
    var error: String?
    var retry_after_s: Int?
    var backoff_s: Int?
    var unique_ids_after_all_pages: [Int]?
    var rendered_must_not_contain_codepoints: [String]?

    var events: Int?
    var titles: [String]?
    var edits: Int?
    var new_users: Int?
    var new_accounts_excluding_autocreate: Int?
    var delivered: Int?
    var canaries: Int?
    var types: [String]?
    var last_event_id: String?
    var unique_titles_over_both_parts: [String]?

    var messages: Int?
    var edits_per_bucket: [Int]?
    var new_users_per_bucket: [Int]?

    var points: Int?
    var latest: Double?
    var min: Double?
    var max: Double?
    var mean: Double?
    var points_after_both_polls: Int?
  }
}
