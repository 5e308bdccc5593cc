import Foundation
import Model
import Text

/// The answers of the Stack Exchange API 2.3 as they are on the wire, with nothing taken for granted: a filter, an old
/// post or a deleted user may leave out almost any field.
///
/// All but the items: every request of the program asks for them, so what has none, and is no error of the service, is no
/// answer, and decoding fails. That there are none of them is an empty array, as for an unknown id.
struct StackExchangePayload<Item: ListedPayload>: Decodable, Sendable {
  /// ``items``, and how many of them cannot be read.
  var list: ReadableList<Item>
  var hasMore: Bool
  var quotaMax: Int?
  var quotaRemaining: Int?
  /// Seconds during which the method must not be called again.
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
    errorName = fields.optional(.errorName)
    errorMessage = fields.optional(.errorMessage)
    list = errorID == nil ? try fields.decode(ReadableList<Item>.self, forKey: .items) : ReadableList()
  }

  /// Those that can be read.
  var items: [Item] { list.elements }
}

struct QuestionPayload: ListedPayload {
  static let plural: SafeText = "questions"

  var id: Int
  /// Entity-encoded once.
  var title: String
  var tags: [String]
  var score: Int?
  var answerCount: Int?
  var viewCount: Int?
  /// Points; only while a bounty is open.
  var bounty: Int?
  var acceptedAnswerID: Int?
  var owner: OwnerPayload?
  /// Unix seconds.
  var creationDate: Double?
  var closedReason: String?
  var link: String?
  /// HTML.
  var body: String?
  /// Only where the request's filter asks for them, in no particular order.
  var answers: [AnswerPayload]

  private enum Key: String, CodingKey {
    case title, tags, score, owner, link, body, answers
    case id = "question_id"
    case answerCount = "answer_count"
    case viewCount = "view_count"
    case bounty = "bounty_amount"
    case acceptedAnswerID = "accepted_answer_id"
    case creationDate = "creation_date"
    case closedReason = "closed_reason"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.required(.id)
    title = fields.optional(.title) ?? ""
    tags = fields.readable(.tags)
    score = fields.optional(.score)
    answerCount = fields.optional(.answerCount)
    viewCount = fields.optional(.viewCount)
    bounty = fields.optional(.bounty)
    acceptedAnswerID = fields.optional(.acceptedAnswerID)
    owner = fields.optional(.owner)
    creationDate = fields.optional(.creationDate)
    closedReason = fields.optional(.closedReason)
    link = fields.optional(.link)
    body = fields.optional(.body)
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

/// What answers and comments have in common.
struct PostPayload: Decodable, Sendable {
  var score: Int?
  /// Empty or absent for a deleted account.
  var owner: OwnerPayload?
  /// Unix seconds.
  var creationDate: Double?
  /// HTML; a comment's has one line.
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
    body = fields.optional(.body)
  }

  /// When it was written.
  var date: Date? { creationDate.map { Date(timeIntervalSince1970: $0) } }

  /// - Parameter base: the page on which relative links of the body stand.
  func text(base: URL?) -> RichText { body.map { RichText(html: $0, base: base) } ?? RichText() }
}

/// Who wrote a post; of a deleted user only the former name is left, or nothing.
struct OwnerPayload: Decodable, Sendable {
  /// Entity-encoded once.
  var displayName: String?

  private enum Key: String, CodingKey {
    case displayName = "display_name"
  }

  init(from decoder: any Decoder) throws {
    displayName = try decoder.container(keyedBy: Key.self).optional(.displayName)
  }
}
