import Clients
import Foundation
import Model
import Questions
import Text

// Maps payloads to the model: text made safe, entities decoded, HTML parsed, answers sorted.

extension Question {
  /// - Parameter site: The site that was asked, which the payload does not name.
  init(_ payload: QuestionPayload, site: String) {
    let link = payload.link.flatMap(WebLink.page)
    self.init(
      id: payload.id,
      site: site,
      title: SafeText(title: Entities.decoded(payload.title)),
      tags: payload.tags.map { SafeText(label: $0) },
      score: payload.score,
      answerCount: payload.answerCount,
      viewCount: payload.viewCount,
      bounty: payload.bounty.flatMap { $0 > 0 ? $0 : nil },
      acceptedAnswerID: payload.acceptedAnswerID,
      asker: payload.owner?.name,
      creationDate: payload.creationDate.map { Date(timeIntervalSince1970: $0) },
      lastActivity: payload.lastActivityDate.map { Date(timeIntervalSince1970: $0) },
      closedReason: payload.closedReason.map { SafeText(label: $0) },
      link: link,
      body: payload.body.map { RichText(question: $0, base: link) })
  }
}

extension Answer {
  /// - Parameter base: The question's page, against which relative links of the body are resolved.
  init(_ payload: AnswerPayload, base: URL?) {
    self.init(
      id: payload.id,
      score: payload.post.score,
      isAccepted: payload.isAccepted,
      author: payload.post.owner?.name,
      creationDate: payload.post.date,
      body: payload.post.text(base: base))
  }
}

extension OwnerPayload {
  /// The display name; `nil` for a deleted user.
  var name: SafeText? {
    displayName.map { SafeText(label: Entities.decoded($0)) }
  }
}

extension QuestionPage {
  init(_ payload: StackExchangePayload<QuestionPayload>, site: String, from provenance: Provenance) {
    self.init(
      questions: payload.items.uniqued(by: \.id).map { Question($0, site: site) },
      hasMore: payload.hasMore,
      provenance: provenance,
      quotaRemaining: payload.quotaRemaining,
      quotaMax: payload.quotaMax)
  }
}

extension QuestionDetail {
  /// Combines the answers to the requests for an open question: the question, and the pages of answers received. The latest
  /// quota is used.
  init(_ asked: QuestionDetail, pages: Pages<Answer>, from provenance: Provenance) {
    self.init(asked.question, answers: pages.pages.flatMap(\.items) + asked.answers)
    self.provenance = provenance
    hasAllAnswers = pages.failure == nil
    answersTrouble = pages.failure
    quotaRemaining = pages.pages.compactMap(\.quotaRemaining).last ?? asked.quotaRemaining
    quotaMax = pages.pages.compactMap(\.quotaMax).last ?? asked.quotaMax
  }

  /// Combines the question's own answers with those of further pages, each once: the accepted one first, the others by score,
  /// equal ones in the service's order.
  init(_ question: QuestionPayload, site: String, answers pages: [AnswerPayload] = []) {
    let model = Question(question, site: site)
    self.init(model, answers: (pages + question.answers).uniqued(by: \.id).map { Answer($0, base: model.link) })
  }

  private init(_ question: Question, answers: [Answer]) {
    let answers = answers.uniqued(by: \.id).map { answer in
      var answer = answer
      answer.isAccepted = answer.isAccepted || answer.id == question.acceptedAnswerID
      return answer
    }
    self.init(question: question, answers: answers.inReadingOrder)
  }
}

/// The answer to the request for a question.
struct AskedQuestion: Sendable {
  /// `nil` if the answer is about another question, or about none.
  var detail: QuestionDetail?
  var isEmpty: Bool

  init(_ payload: StackExchangePayload<QuestionPayload>, of id: Question.ID, site: String) {
    isEmpty = payload.items.isEmpty
    detail = payload.items.first { $0.id == id }.map { QuestionDetail($0, site: site) }
    detail?.quotaRemaining = payload.quotaRemaining
    detail?.quotaMax = payload.quotaMax
  }
}

extension Sequence {
  /// Returns the elements sorted stably.
  func stablySorted(by comesFirst: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { left, right in
      comesFirst(left.element, right.element)
        || (!comesFirst(right.element, left.element) && left.offset < right.offset)
    }
    .map(\.element)
  }
}
