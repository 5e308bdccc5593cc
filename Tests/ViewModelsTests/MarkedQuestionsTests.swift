import Foundation
import Model
import Testing

@testable import ViewModels

/// What the marks of questions make of each step.
@Suite struct MarkedQuestionsTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private let key = QuestionKey(site: QuestionFeed.standardSite, id: 1)
  private var question: ListedQuestion { ListedQuestion(question: .sample(1), key: key) }
  private var detail: CachedDetail { CachedDetail(detail: .sample(1), fetched: now) }
  private var marks = MarkedQuestions(hasStore: true)

  private mutating func toggle(isWhole: Bool = false) -> [MarkedQuestions.Effect] {
    marks.take(.toggleKept(question, isWhole: isWhole, at: now))
  }

  @Test mutating func aQuestionIsKeptAsItIsListedAndThenWhole() {
    let effects = toggle()
    #expect(effects.count == 2 && effects.last == .complete(question))
    guard case .keep(.keep(let listed, _))? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(!listed.detail.hasAllAnswers)
    #expect(marks.take(.whole(key, .success(detail))) == [.keep(.keep(detail, site: key.site))])
    #expect(toggle() == [.keep(.drop(key))])
    #expect(marks.take(.whole(key, .success(detail))) == [], "it is no longer kept")
  }

  @Test mutating func oneThatIsLoadedIsNotKeptAsItIsListed() {
    #expect(toggle(isWhole: true) == [.complete(question)])
  }

  @Test mutating func withoutAStoreNothingIsRequested() {
    marks = MarkedQuestions(hasStore: false)
    #expect(toggle(isWhole: true) == [] && marks.marks.value.kept == [key])
  }

  @Test mutating func aFailureDropsItWithTheReason() {
    _ = toggle()
    let effects = marks.take(.whole(key, .failure(.notFound("Question 1"))))
    #expect(effects.first == .keep(.drop(key)) && effects.count == 2 && marks.marks.value.kept.isEmpty)
  }

  @Test mutating func anAnswerOfAnotherServerIsAnotherQuestion() {
    _ = toggle()
    let other = CachedDetail(detail: .sample(1, origin: .demo), fetched: now)
    #expect(
      marks.take(.whole(key, .success(other))) == [
        .keep(.drop(key)), .tell("The question cannot be kept: another server is asked now"),
      ])
  }

  @Test mutating func theDemonstrationsMarksAreNotStored() {
    let demo = ListedQuestion(
      question: .sample(1), key: QuestionKey(.demonstration, site: QuestionFeed.standardSite, id: 1))
    #expect(
      marks.take(.toggleKept(demo, isWhole: true, at: now)) == [.tell("The demonstration's questions cannot be kept")])
    #expect(marks.take(.markUnread(demo.key)) == [])
    #expect(marks.take(.markUnread(key)) == [.keep(.unread(key))])
  }

  @Test mutating func whatWasDoneBeforeTheRecallStays() {
    _ = toggle()
    let other = QuestionKey(site: "unix", id: 2)
    #expect(marks.take(.recall(QuestionMarks(read: [key: 3], kept: [other]))) == [])
    #expect(marks.marks.value.kept == [key, other] && marks.marks.value.read == [key: 3])
    _ = marks.take(.markUnread(key))
    #expect(marks.marks.value.read.isEmpty)
  }

  @Test mutating func aCompleteVersionIsNotReplacedByAnIncompleteOne() {
    _ = toggle()
    var incomplete = QuestionDetail.sample(1)
    #expect(
      marks.take(.loaded(LoadedQuestion(detail: incomplete, at: now), key)) == [.keep(.keep(detail, site: key.site))])
    incomplete.hasAllAnswers = false
    #expect(marks.take(.loaded(LoadedQuestion(detail: incomplete, at: now), key)) == [])
  }
}
