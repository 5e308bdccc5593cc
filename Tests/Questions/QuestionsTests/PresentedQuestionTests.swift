import Foundation
import Model
import Testing

@testable import PaneKit
@testable import Questions

/// What a presented question makes of each step: its effects in order.
@Suite struct PresentedQuestionTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000)
  private static let comments = LoadedComments(
    ofQuestion: .init(known: KnownComments([], on: [1], fetched: now)),
    ofAnswers: .init(known: KnownComments([], on: [], fetched: now)))

  private var question = Self.question(.opened)
  private var load = PresentedQuestion.TextLoad.State(.once(.question))

  private static func question(_ presentation: QuestionList.Presentation, showsComments: Bool = false)
    -> PresentedQuestion
  {
    let listed = ListedQuestion(question: .sample(1), key: QuestionKey(site: QuestionFeed.standardSite, id: 1))
    return PresentedQuestion(
      QuestionList.Presented(question: listed, presentation: presentation), showsComments: showsComments)
  }

  private mutating func began() -> [PresentedQuestion.Effect] {
    load.reduce(.began(.init(ask: .question, isAutomatic: false)))
    return question.reduce(.text(load))
  }

  private mutating func answer(_ detail: QuestionDetail = .sample(1)) -> [PresentedQuestion.Effect] {
    let loaded = LoadedQuestion(detail: detail, at: Self.now)
    load.reduce(.event(.value(loaded), of: .init(ask: .question, isAutomatic: false), at: Self.now))
    return question.reduce(.text(load))
  }

  private mutating func fail() {
    load.reduce(.event(.failed(.notFound("it")), of: .init(ask: .question, isAutomatic: false), at: Self.now))
    _ = question.reduce(.text(load))
  }

  @Test mutating func whatIsLoadedIsRememberedOnce() {
    #expect(began() == [])
    #expect(answer() == [.remember(LoadedQuestion(detail: .sample(1), at: Self.now))])
    #expect(began() == [] && question.state.load == .reloading)
  }

  @Test func whatWasLoadedBeforeIsNotRememberedAgain() {
    let held = LoadedQuestion(detail: .sample(1), at: Self.now)
    var question = PresentedQuestion(
      QuestionList.Presented(
        question: ListedQuestion(.sample(1), from: .server(.standard)), presentation: .opened),
      held: held, showsComments: false)
    var load = PresentedQuestion.TextLoad.State(.once(.question))
    load.reduce(.began(.init(ask: .question, isAutomatic: true)))
    #expect(question.reduce(.text(load)) == [] && question.state.load == .reloading)
  }

  @Test mutating func anAnswerFromAnotherSourceIsAnotherQuestion() {
    #expect(answer(.sample(1, origin: .demo)) == [] && question.state.detail == nil)
  }

  @Test mutating func commentsAreReloadedAfterTheQuestionAndOnlyWhileTheyAreShown() {
    _ = answer()
    #expect(question.reduce(.action(.refresh)) == [.ask(.question)])
    _ = question.reduce(.action(.toggleComments))
    #expect(question.reduce(.action(.refresh)) == [.ask(.question), .askForComments])
    #expect(question.reduce(.action(.refreshAfterList)) == [.ask(.questionAfterList), .askForComments])
  }

  @Test mutating func aPersonsChoiceIsToldWithWhatItCosts() throws {
    _ = answer()
    let effects = question.reduce(.action(.toggleComments))
    #expect(effects == [.askForComments, .toggledComments(question.state)])
    #expect(question.state.comments.isShown && question.state.comments.isLoading)
    _ = question.reduce(.comments(Self.comments, isLoading: false))
    #expect(question.reduce(.action(.toggleComments)) == [.toggledComments(question.state)])
    #expect(!question.state.comments.isShown)
    #expect(question.reduce(.action(.toggleComments)) == [.toggledComments(question.state)], "they are known")
  }

  @Test mutating func aQuestionBesideItsListIsReloadedOnlyAfterAFailure() {
    question = Self.question(.preview)
    _ = answer()
    #expect(question.reduce(.action(.refresh)) == [])
    fail()
    #expect(question.reduce(.action(.refresh)) == [.ask(.question)])
  }

  @Test mutating func openingReloadsWhatIsAMinuteOldOrHasFailed() {
    question = Self.question(.preview)
    _ = answer()
    #expect(question.reduce(.presentation(.opened, at: Self.now + 59)) == [])
    #expect(question.reduce(.presentation(.preview, at: Self.now + 60)) == [])
    #expect(question.reduce(.presentation(.opened, at: Self.now + 60)) == [.renew])
    #expect(question.reduce(.presentation(.opened, at: Self.now + 90)) == [], "it is open already")
    _ = question.reduce(.presentation(.preview, at: Self.now))
    fail()
    #expect(question.reduce(.presentation(.opened, at: Self.now)) == [.renew])
  }

  @Test func commentsThatAreKnownAreShownAtOnceIfTheyWereShownBefore() {
    var question = Self.question(.opened, showsComments: true)
    #expect(!question.state.comments.isShown)
    _ = question.reduce(.comments(Self.comments, isLoading: false))
    #expect(question.state.comments.isShown)
  }
}
