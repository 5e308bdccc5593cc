import Clients
import Edits
import Foundation
import Model
import Text

/// An answer of MediaWiki's `api.php`, in `formatversion=2`.
///
/// Errors come with HTTP 200 (https://www.mediawiki.org/wiki/API:Errors_and_warnings).
struct MediaWikiAnswer<Content: Decodable & Sendable>: Envelope {
  /// `nil` if the answer is an error.
  var content: Content?
  /// The server's time when it answered, in whole seconds.
  var serverTime: Date?
  private var error: MediaWikiError?

  private enum Key: String, CodingKey {
    case error, errors
    case serverTime = "curtimestamp"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    error = fields.optional(.error) ?? fields.readable(.errors, of: MediaWikiError.self).first
    serverTime = fields.text(.serverTime, .number).flatMap(ISO8601.date)
    if error == nil { content = try Content(from: decoder) }
  }

  func failure(at now: Date, retryAfter: Date?) -> ServiceError? { error?.failure(at: now, retryAfter: retryAfter) }
}

/// An error of the API, in either form: `{"code", "info"}`, or `{"code", "text"}` with `errorformat`.
struct MediaWikiError: Decodable, Sendable {
  var code: String
  var text: String?

  private enum Key: CodingKey {
    case code, info, text
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    code = try fields.required(.code, .word)
    text = fields.text(.info, .message) ?? fields.text(.text, .message)
  }

  /// The minimum number of seconds to wait when a replica lags (https://www.mediawiki.org/wiki/Manual:Maxlag_parameter).
  private static let lagPause: TimeInterval = 5

  func failure(at now: Date, retryAfter: Date?) -> ServiceError {
    let words = text.map { SafeText(oneLine: $0, limit: ServiceWords.letters) }
    switch code {
    case "maxlag":
      let end = retryAfter ?? now.addingTimeInterval(Self.lagPause)
      return .pauseRequested(Pause(until: end, words: words, heard: now))
    case "ratelimited": return .throttled(Pause(until: retryAfter, words: words, heard: now))
    case "readonly": return .inTrouble(words: words ?? "")
    case _ where code.begins(with: "internal_api_error"): return .inTrouble(words: words ?? "")
    default: return .refused(name: SafeText(oneLine: code, limit: 60), message: words ?? "")
    }
  }
}

/// A page of `list=recentchanges` (https://www.mediawiki.org/wiki/API:RecentChanges), the newest change first.
struct RecentChangesPage: Decodable, Sendable {
  var rows: [RecentChangeRow]
  /// The parameters that request the next page; `nil` on the last page.
  var continuation: Continuation?

  /// All parameters must be sent back unchanged.
  struct Continuation: Hashable, Sendable {
    var fields: [String: String]
  }

  private enum Key: String, CodingKey {
    case query
    case continuation = "continue"
  }

  private enum QueryKey: String, CodingKey {
    case rows = "recentchanges"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    continuation =
      try fields.contains(.continuation) ? Continuation(fields: fields.dictionary(.continuation, .id)) : nil
    rows = try fields.nestedContainer(keyedBy: QueryKey.self, forKey: .query)
      .decode(ReadableList<RecentChangeRow>.self, forKey: .rows).elements
  }
}

/// A row of `list=recentchanges`. Fields that the wiki hides are missing; the row still counts.
struct RecentChangeRow: ListedPayload {
  static let plural: SafeText = "changes"

  /// The number of the change within its wiki; the stream calls it `id`.
  var id: Int
  var time: Date
  var type: String?
  var namespace: Int?
  var title: String?
  var oldLength: Int?
  var newLength: Int?
  var logType: String?
  var logAction: String?
  var oldRevision: Int?
  var revision: Int?
  /// `nil` if the wiki hides it.
  var user: String?
  var comment: String?
  var isMinor: Bool
  var isBot: Bool
  /// The tags that the change has now; those of later reverts among them.
  var tags: [String]

  private enum Key: String, CodingKey {
    case type, title, timestamp, user, comment, tags
    case isMinor = "minor"
    case isBot = "bot"
    case oldRevision = "old_revid"
    case revision = "revid"
    case id = "rcid"
    case namespace = "ns"
    case oldLength = "oldlen"
    case newLength = "newlen"
    case logType = "logtype"
    case logAction = "logaction"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.required(.id)
    guard let time = fields.text(.timestamp, .number).flatMap(ISO8601.date) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no time"))
    }
    self.time = time
    type = fields.text(.type, .word)
    namespace = fields.optional(.namespace)
    title = fields.text(.title, .title)
    oldLength = fields.optional(.oldLength)
    newLength = fields.optional(.newLength)
    logType = fields.text(.logType, .word)
    logAction = fields.text(.logAction, .word)
    oldRevision = fields.optional(.oldRevision)
    revision = fields.optional(.revision)
    user = fields.text(.user, .name)
    comment = fields.text(.comment, .comment)
    isMinor = fields.optional(.isMinor, as: Bool.self) ?? false
    isBot = fields.optional(.isBot, as: Bool.self) ?? false
    tags = fields.texts(.tags, .tag, most: EditFacts.tagLimit)
  }

  /// Whether the change edited the text of a page.
  var isEdit: Bool { type == "edit" || type == "new" }
}

extension WikiEvent {
  /// Converts the row to the form of the stream's events; `nil` for a row that has none.
  ///
  /// - Parameters:
  ///   - wiki: The name of the wiki's database.
  ///   - pages: The address of the wiki's pages, `https://en.wikipedia.org/wiki/`.
  init?(_ row: RecentChangeRow, of wiki: String, pages: String) {
    guard
      let kind = Kind(type: row.type, logType: row.logType, logAction: row.logAction, namespace: row.namespace)
    else { return nil }
    let title = row.title ?? ""
    // A log entry has zeros here.
    let lengths = row.isEdit ? row.oldLength.flatMap { old in row.newLength.map { (old, $0) } } : nil
    self.init(
      kind: kind, title: Self.title(title, of: kind, namespace: row.namespace), time: row.time,
      wiki: wiki, lengthChange: lengths.flatMap { Self.lengthChange(from: $0, to: $1) },
      address: title.isEmpty || TextLimit.title.isExceeded(by: title)
        ? nil : pages + PercentEncoding.escaped(title, space: "_"),
      edit: WikiEdit(row, of: wiki))
  }
}

extension WikiEdit {
  /// The edit described by the row; `nil` for other rows.
  fileprivate init?(_ row: RecentChangeRow, of wiki: String) {
    guard row.isEdit else { return nil }
    self.init(
      revision: row.revision.flatMap { $0 > 0 ? WikiRevision(wiki: wiki, old: row.oldRevision, new: $0) : nil },
      namespace: row.namespace, user: row.user.map { SafeText(label: $0) },
      comment: row.comment.map { SafeText(label: $0) },
      isNew: row.type == "new", isMinor: row.isMinor, isBot: row.isBot, length: row.newLength,
      facts: EditFacts(tags: row.tags))
  }
}
