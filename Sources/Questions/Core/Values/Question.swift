import Foundation
import Model
import Text

/// A question of a Stack Exchange site.
///
/// The service may omit almost every field; fields that real answers lack are optional here.
public struct Question: Sendable, Hashable, Identifiable {
  /// The number on its site.
  public var id: Int
  /// The site, by its name in requests.
  public var site: String
  /// Entity-decoded, one line.
  public var title: SafeText
  public var tags: [SafeText]
  /// Votes up minus votes down; `nil` if missing or unreadable.
  public var score: Int?
  /// The number of answers; `nil` if the service did not say.
  public var answerCount: Int?
  /// The number of views; `nil` if the service did not say.
  public var viewCount: Int?
  /// The reputation that an answer may earn.
  public var bounty: Int?
  /// The id of the accepted answer, if there is one.
  public var acceptedAnswerID: Int?
  public var asker: SafeText?
  public var creationDate: Date?
  /// When the question or one of its answers was asked, answered or edited last.
  public var lastActivity: Date?
  /// Why the question is closed, in the service's words.
  public var closedReason: SafeText?
  /// The question's page, `http` or `https`.
  public var link: URL?
  /// Only if the request asked for it.
  public var body: RichText?

  public init(
    id: Int, site: String = QuestionFeed.standardSite, title: SafeText, tags: [SafeText] = [], score: Int? = nil,
    answerCount: Int? = nil, viewCount: Int? = nil, bounty: Int? = nil, acceptedAnswerID: Int? = nil,
    asker: SafeText? = nil, creationDate: Date? = nil, lastActivity: Date? = nil, closedReason: SafeText? = nil,
    link: URL? = nil, body: RichText? = nil
  ) {
    self.id = id
    self.site = site
    self.title = title
    self.tags = tags
    self.score = score
    self.answerCount = answerCount
    self.viewCount = viewCount
    self.bounty = bounty
    self.acceptedAnswerID = acceptedAnswerID
    self.asker = asker
    self.creationDate = creationDate
    self.lastActivity = lastActivity
    self.closedReason = closedReason
    self.link = link
    self.body = body
  }
}

/// An answer to a ``Question``.
public struct Answer: Sendable, Hashable, Identifiable {
  public var id: Int
  /// `nil` if the service did not say.
  public var score: Int?
  public var isAccepted: Bool
  public var author: SafeText?
  public var creationDate: Date?
  public var body: RichText

  public init(
    id: Int, score: Int? = nil, isAccepted: Bool = false, author: SafeText? = nil, creationDate: Date? = nil,
    body: RichText = RichText()
  ) {
    self.id = id
    self.score = score
    self.isAccepted = isAccepted
    self.author = author
    self.creationDate = creationDate
    self.body = body
  }
}

/// A question with its body and its answers, the accepted answer first, the others by score.
public struct QuestionDetail: Sendable, Hashable {
  public var question: Question
  /// The known answers.
  public var answers: [Answer]
  /// Whether these are all answers that the service has; otherwise the request for some or all of them failed.
  public var hasAllAnswers = true
  /// Why the latest request for answers failed. Earlier answers may still be there.
  public var answersTrouble: ServiceError?
  /// Who answered.
  public var provenance: Provenance
  /// The requests left today after this one, and the number per day; `nil` if the service did not say.
  public var quotaRemaining: Int?
  public var quotaMax: Int?

  public init(
    question: Question, answers: [Answer], provenance: Provenance = .server(.standard), quotaRemaining: Int? = nil,
    quotaMax: Int? = nil
  ) {
    self.question = question
    self.answers = answers
    self.provenance = provenance
    self.quotaRemaining = quotaRemaining
    self.quotaMax = quotaMax
  }
}

extension QuestionDetail {
  /// Returns the detail with known answers added where its own are incomplete. New answers replace known ones.
  public func keepingAnswers(of known: QuestionDetail?) -> QuestionDetail {
    guard !hasAllAnswers, let known, known.question.identity == question.identity, known.provenance == provenance
    else { return self }
    let ids = Set(answers.map(\.id))
    let older = known.answers.filter { !ids.contains($0.id) }.map { answer in
      var answer = answer
      if let accepted = question.acceptedAnswerID { answer.isAccepted = answer.id == accepted }
      return answer
    }
    var detail = self
    detail.answers = (answers + older).inReadingOrder
    detail.hasAllAnswers = known.hasAllAnswers
    return detail
  }
}

extension [Answer] {
  /// The accepted answer first, the others by score, those without a score last. Equal ones keep their order.
  public var inReadingOrder: [Answer] {
    enumerated().sorted { left, right in
      if left.element.isAccepted != right.element.isAccepted { return left.element.isAccepted }
      let (leftScore, rightScore) = (left.element.score ?? .min, right.element.score ?? .min)
      return leftScore == rightScore ? left.offset < right.offset : leftScore > rightScore
    }
    .map(\.element)
  }
}
