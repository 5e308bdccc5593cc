import Clients
import Foundation
import Text

/// The answers of the Stack Exchange API 2.3 as they are sent. Nothing is guaranteed: a filter, an old post or a deleted user
/// may omit almost any field.
///
/// The exception are the items: every request asks for them, so a body without them that is not an error is not an answer,
/// and decoding fails. An unknown id gives an empty array.
struct StackExchangePayload<Item: ListedPayload>: Decodable, Sendable {
  /// ``items``, and the number of unreadable ones.
  var list: ReadableList<Item>
  var hasMore: Bool
  var quotaMax: Int?
  var quotaRemaining: Int?
  /// The seconds during which the method must not be called again.
  var backoff: Int?
  var errorID: Int?
  var errorName: String?
  var errorMessage: String?

  private enum Key: String, CodingKey {
    case items, backoff
    case hasMore = "has_more"
    case quotaMax = "quota_max"
    case quotaRemaining = "quota_remaining"
    case errorID = "error_id"
    case errorName = "error_name"
    case errorMessage = "error_message"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    hasMore = fields.optional(.hasMore) ?? false
    quotaMax = fields.optional(.quotaMax)
    quotaRemaining = fields.optional(.quotaRemaining)
    backoff = fields.optional(.backoff)
    errorID = fields.optional(.errorID)
    errorName = fields.text(.errorName, .word)
    errorMessage = fields.text(.errorMessage, .message)
    list = errorID == nil ? try fields.decode(ReadableList<Item>.self, forKey: .items) : ReadableList()
  }

  /// The readable items.
  var items: [Item] { list.elements }
}

struct QuestionPayload: ListedPayload {
  static let plural: SafeText = "questions"

  var id: Int
  /// Entity-encoded.
  var title: String
  var tags: [String]
  var score: Int?
  var answerCount: Int?
  var viewCount: Int?
  /// The points, while a bounty is open.
  var bounty: Int?
  var acceptedAnswerID: Int?
  var owner: OwnerPayload?
  /// Unix seconds.
  var creationDate: Double?
  var lastActivityDate: Double?
  var closedReason: String?
  var link: String?
  /// HTML.
  var body: String?
  /// Only if the request's filter asks for them, unordered.
  var answers: [AnswerPayload]

  /// A site allows five.
  private static let tagLimit = 50

  private enum Key: String, CodingKey {
    case title, tags, score, owner, link, body, answers
    case id = "question_id"
    case answerCount = "answer_count"
    case viewCount = "view_count"
    case bounty = "bounty_amount"
    case acceptedAnswerID = "accepted_answer_id"
    case creationDate = "creation_date"
    case lastActivityDate = "last_activity_date"
    case closedReason = "closed_reason"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.required(.id)
    title = fields.text(.title, .title, scale: Entities.lengthLimit) ?? ""
    tags = fields.texts(.tags, .tag, most: Self.tagLimit)
    score = fields.optional(.score)
    answerCount = fields.optional(.answerCount)
    viewCount = fields.optional(.viewCount)
    bounty = fields.optional(.bounty)
    acceptedAnswerID = fields.optional(.acceptedAnswerID)
    owner = fields.optional(.owner)
    creationDate = fields.optional(.creationDate)
    lastActivityDate = fields.optional(.lastActivityDate)
    closedReason = fields.text(.closedReason, .message)
    link = fields.text(.link, .address)
    body = fields.text(.body, .post)
    answers = fields.readable(.answers)
  }
}

struct AnswerPayload: ListedPayload {
  static let plural: SafeText = "answers"

  var id: Int
  var question: Int?
  var isAccepted: Bool
  var post: PostPayload

  private enum Key: String, CodingKey {
    case id = "answer_id"
    case question = "question_id"
    case isAccepted = "is_accepted"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.required(.id)
    question = fields.optional(.question)
    isAccepted = fields.optional(.isAccepted) ?? false
    post = try PostPayload(from: decoder)
  }
}

/// The fields common to answers and comments.
struct PostPayload: Decodable, Sendable {
  var score: Int?
  /// Empty or absent for a deleted account.
  var owner: OwnerPayload?
  /// In seconds since 1970.
  var creationDate: Double?
  /// HTML; a comment's is one line.
  var body: String?

  private enum Key: String, CodingKey {
    case score, owner, body
    case creationDate = "creation_date"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    score = fields.optional(.score)
    owner = fields.optional(.owner)
    creationDate = fields.optional(.creationDate)
    body = fields.text(.body, .post)
  }

  /// When it was written.
  var date: Date? { creationDate.map { Date(timeIntervalSince1970: $0) } }

  /// - Parameter base: The page against which relative links of the body are resolved.
  func text(base: URL?) -> RichText { body.map { RichText(html: $0, base: base) } ?? RichText() }
}

/// The author of a post; of a deleted user only the former name is left, or nothing.
struct OwnerPayload: Decodable, Sendable {
  /// Entity-encoded.
  var displayName: String?

  private enum Key: String, CodingKey {
    case displayName = "display_name"
  }

  init(from decoder: any Decoder) throws {
    displayName = try decoder.container(keyedBy: Key.self).text(.displayName, .name, scale: Entities.lengthLimit)
  }
}
