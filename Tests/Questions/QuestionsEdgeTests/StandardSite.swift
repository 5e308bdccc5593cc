import Model

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

// Payloads of tests are those of the standard site.

extension Question {
  init(_ payload: QuestionPayload) { self.init(payload, site: QuestionFeed.standardSite) }
}

extension QuestionDetail {
  init(_ question: QuestionPayload, answers pages: [AnswerPayload] = []) {
    self.init(question, site: QuestionFeed.standardSite, answers: pages)
  }
}

extension QuestionPage {
  init(_ payload: StackExchangePayload<QuestionPayload>, from provenance: Provenance) {
    self.init(payload, site: QuestionFeed.standardSite, from: provenance)
  }
}
