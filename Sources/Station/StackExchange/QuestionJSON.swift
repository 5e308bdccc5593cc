import Foundation

// What the API sends, the names in snake case; what is `nil` is left out.
// Source: https://api.stackexchange.com/docs/types/question, /types/answer, /types/shallow-user, /docs/wrapper.

struct Wrapper<Item: Encodable & Sendable>: Encodable, Sendable {
  var items: [Item]?
  var total: Int?
  var hasMore: Bool?
  var quotaMax: Int?
  var quotaRemaining: Int?
  var backoff: Int?
}

struct ErrorJSON: Encodable {
  var errorID: Int
  var errorName: String
  var errorMessage: String
}

struct OwnerJSON: Encodable, Sendable {
  var userType: String
  var displayName: String
  var userID: Int?
  var reputation: Int?
  var link: String?

  /// Of an account that was deleted, the service sends either the trace of a user or no owner at all; which of them
  /// depends on the post, so that clients meet both.
  init?(_ name: String?, post: Int, site: String) {
    guard let name else {
      guard post.isMultiple(of: 2) else { return nil }
      userType = "does_not_exist"
      displayName = "user\(post % 100_000)"
      return
    }
    let hash = name.stableHash
    let id = Int(1_000 + hash % 23_000_000)
    userType = "registered"
    displayName = name.entityEncoded
    userID = id
    // Many have little and few have much.
    reputation = Int(pow(10, 1 + 4 * Double((hash >> 32) % 1_000) / 1_000))
    link = "https://\(site)/users/\(id)/\(name.slug)"
  }
}

struct QuestionJSON: Encodable, Sendable {
  var tags: [String]
  var owner: OwnerJSON?
  var isAnswered: Bool
  var viewCount: Int
  var acceptedAnswerID: Int?
  var answerCount: Int
  var score: Int
  var lastActivityDate: Int64
  var creationDate: Int64
  var closedDate: Int64?
  var closedReason: String?
  var questionID: Int
  /// Closed questions have none in real answers.
  var contentLicense: String?
  var link: String
  var title: String
  var body: String?

  init(_ question: ArchivedQuestion, epoch: Timestamp, parameters: ListParameters) {
    let site = parameters.site.domain
    tags = question.tags
    owner = OwnerJSON(question.asker, post: question.id, site: site)
    let accepted = question.answers.first(where: \.accepted)
    isAnswered = accepted != nil || question.answers.contains { $0.score > 0 }
    viewCount = question.views
    acceptedAnswerID = accepted?.id
    answerCount = question.answers.count
    score = question.score
    lastActivityDate = epoch.seconds(minutesBefore: question.activity)
    creationDate = epoch.seconds(minutesBefore: question.age)
    closedDate = question.closed.map { _ in epoch.seconds(minutesBefore: question.activity) }
    closedReason = question.closed
    questionID = question.id
    contentLicense = question.closed == nil ? "CC BY-SA 4.0" : nil
    link = "https://\(site)/questions/\(question.id)/\(question.title.slug)"
    title = question.title.entityEncoded
    body = parameters.filter == .withBody ? question.body : nil
  }
}

struct AnswerJSON: Encodable, Sendable {
  var owner: OwnerJSON?
  var isAccepted: Bool
  var score: Int
  var lastActivityDate: Int64
  var creationDate: Int64
  var answerID: Int
  var questionID: Int
  var contentLicense = "CC BY-SA 4.0"
  var body: String?

  init(_ answer: ArchivedQuestion.Answer, to question: Int, epoch: Timestamp, parameters: ListParameters) {
    owner = OwnerJSON(answer.author, post: answer.id, site: parameters.site.domain)
    isAccepted = answer.accepted
    score = answer.score
    lastActivityDate = epoch.seconds(minutesBefore: answer.age)
    creationDate = lastActivityDate
    answerID = answer.id
    questionID = question
    body = parameters.filter == .withBody ? answer.body : nil
  }
}

extension Timestamp {
  fileprivate func seconds(minutesBefore minutes: Double) -> Int64 {
    seconds - Int64(minutes * 60)
  }
}

extension String {
  /// `how-do-i-parse-json` of `How do I parse JSON?`, as the site makes its addresses; cut at 80 letters.
  fileprivate var slug: String {
    let words = lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(words.joined(separator: "-").prefix(80))
  }

  /// Where a site of this API name lives.
  fileprivate var domain: String {
    if contains(".") { return hasSuffix(".com") || hasSuffix(".net") ? self : self + ".stackexchange.com" }
    let ownDomains = ["stackoverflow", "serverfault", "superuser", "askubuntu", "stackapps"]
    return ownDomains.contains(self) ? self + ".com" : self + ".stackexchange.com"
  }
}
