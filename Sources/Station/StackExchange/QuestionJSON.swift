import Foundation

// The JSON of the API, with names in snake case; `nil` is left out.
// Source: https://api.stackexchange.com/docs/types/question, /types/answer, /types/shallow-user, /docs/wrapper.

struct Wrapper<Item: Encodable & Sendable>: Encodable, Sendable {
  var items: [Item]?
  var total: Int?
  var hasMore: Bool?
  var quotaMax: Int?
  var quotaRemaining: Int?
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

  /// For a deleted account the service sends either an incomplete user or no owner at all; here it depends on the post, so
  /// that clients meet both.
  init?(_ name: String?, post: Int) {
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
  /// Missing for closed questions in real answers.
  var contentLicense: String?
  var link: String
  var title: String
  var body: String?
  /// The reputation that an answer may earn.
  var bountyAmount: Int?
  var bountyClosesDate: Int64?

  init(_ question: ArchivedQuestion, epoch: Timestamp, parameters: ListParameters, links: StationLinks) {
    tags = question.tags
    owner = OwnerJSON(question.asker, post: question.id)
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
    link = links.page(of: question)
    title = question.title.entityEncoded
    body = parameters.filter == .withBody ? links.body(question.body) : nil
  }
}

extension QuestionJSON {
  /// Adds the fields that only the list of featured questions has.
  mutating func addBounty(of question: ArchivedQuestion, epoch: Timestamp) {
    bountyAmount = question.bounty
    bountyClosesDate = question.bounty.map { _ in
      epoch.seconds + Int64(question.id % ArchivedQuestion.bountyDays + 1) * 86_400
    }
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

  init(
    _ answer: ArchivedQuestion.Answer, to question: Int, epoch: Timestamp, parameters: ListParameters,
    links: StationLinks
  ) {
    owner = OwnerJSON(answer.author, post: answer.id)
    isAccepted = answer.accepted
    score = answer.score
    lastActivityDate = epoch.seconds(minutesBefore: answer.age)
    creationDate = lastActivityDate
    answerID = answer.id
    questionID = question
    body = parameters.filter == .withBody ? links.body(answer.body) : nil
  }
}

extension Timestamp {
  func seconds(minutesBefore minutes: Double) -> Int64 {
    seconds - Int64(minutes * 60)
  }
}
