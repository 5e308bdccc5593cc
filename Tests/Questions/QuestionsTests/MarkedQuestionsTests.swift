import Foundation
import Model
import Testing

@testable import PaneKit
@testable import Questions

/// What the marks of questions make of each step.
@Suite struct MarkedQuestionsTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)
  private let key = QuestionKey(site: QuestionFeed.standardSite, id: 1)
  private var question: ListedQuestion { ListedQuestion(question: .sample(1), key: key) }
  private var detail: CachedDetail { CachedDetail(detail: .sample(1), fetched: now) }
  private var marks = MarkedQuestions(hasStore: true)

  private mutating func toggle(isWhole: Bool = false) -> [MarkedQuestions.Effect] {
    marks.reduce(.toggleKept(question, isOpen: false, isWhole: isWhole, at: now))
  }

  @Test mutating func aQuestionIsKeptAsItIsListedAndThenWhole() {
    let effects = toggle()
    #expect(effects.count == 2 && effects.last == .complete(question))
    guard case .keep(.keep(let listed, _))? = effects.first else { return #expect(Bool(false), "\(effects)") }
    #expect(!listed.detail.hasAllAnswers)
    #expect(marks.reduce(.whole(key, .success(detail))) == [.keep(.keep(detail, site: key.site))])
    #expect(toggle() == [.keep(.drop(key))])
    #expect(marks.reduce(.whole(key, .success(detail))) == [], "it is no longer kept")
  }

  /// The list with its marks may not be on the screen.
  @Test mutating func whereTheQuestionIsOpenItIsSaid() {
    func toggled() -> MarkedQuestions.Effect? {
      marks.reduce(.toggleKept(question, isOpen: true, isWhole: true, at: now)).last
    }
    #expect(toggled() == .tell("Kept"))
    #expect(toggled() == .tell("No longer kept"))
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
    let effects = marks.reduce(.whole(key, .failure(.notFound("Question 1"))))
    #expect(effects.first == .keep(.drop(key)) && effects.count == 2 && marks.marks.value.kept.isEmpty)
  }

  @Test mutating func anAnswerOfAnotherServerIsAnotherQuestion() {
    _ = toggle()
    let other = CachedDetail(detail: .sample(1, origin: .demo), fetched: now)
    #expect(
      marks.reduce(.whole(key, .success(other))) == [
        .keep(.drop(key)), .tell("The question cannot be kept: another server is asked now"),
      ])
  }

  @Test mutating func theDemonstrationsMarksAreNotStored() {
    let demo = ListedQuestion(
      question: .sample(1), key: QuestionKey(.demonstration, site: QuestionFeed.standardSite, id: 1))
    #expect(
      marks.reduce(.toggleKept(demo, isOpen: true, isWhole: true, at: now)) == [
        .tell("The demonstration's questions cannot be kept")
      ])
    #expect(marks.reduce(.markUnread(demo.key)) == [.tell("Marked as unread")])
    #expect(marks.reduce(.markUnread(key)) == [.keep(.unread(key)), .tell("Marked as unread")])
  }

  @Test mutating func whatWasDoneBeforeTheRecallStays() {
    _ = toggle()
    let other = QuestionKey(site: "unix", id: 2)
    #expect(marks.reduce(.recall(QuestionMarks(read: [key: 3], kept: [other]))) == [])
    #expect(marks.marks.value.kept == [key, other] && marks.marks.value.read == [key: 3])
    _ = marks.reduce(.markUnread(key))
    #expect(marks.marks.value.read.isEmpty)
  }

  @Test mutating func aCompleteVersionIsNotReplacedByAnIncompleteOne() {
    _ = toggle()
    var incomplete = QuestionDetail.sample(1)
    #expect(
      marks.reduce(.loaded(LoadedQuestion(detail: incomplete, at: now), key)) == [.keep(.keep(detail, site: key.site))])
    incomplete.hasAllAnswers = false
    #expect(marks.reduce(.loaded(LoadedQuestion(detail: incomplete, at: now), key)) == [])
  }

  // MARK: - All of a list

  private let tab = QuestionTab.standard[0].id
  private static func key(_ id: Int) -> QuestionKey { QuestionKey(site: QuestionFeed.standardSite, id: id) }

  private mutating func toggleRead(_ ids: Int..., in tab: QuestionTab.ID? = nil) -> [MarkedQuestions.Effect] {
    marks.reduce(
      .toggleRead(ids.map { ReadQuestion(key: Self.key($0), answers: $0) }, in: tab ?? self.tab, at: now))
  }

  private func read(_ id: Int) -> MarkedQuestions.Effect { .keep(.read(Self.key(id), answers: id, at: now)) }

  @Test mutating func allAreReadAndThenThoseAreUnreadThatWereMarked() {
    _ = marks.reduce(.read(ReadQuestion(key: Self.key(2), answers: 7), at: now))
    #expect(toggleRead(1, 2, 3) == [read(1), read(3), .tell("Marked 2 questions as read; again: as before")])
    #expect(marks.marks.value.read == [Self.key(1): 1, Self.key(2): 7, Self.key(3): 3])
    #expect(
      toggleRead(1, 2, 3) == [
        .keep(.unread(Self.key(1))), .keep(.unread(Self.key(3))), .tell("2 questions unread again"),
      ])
    #expect(marks.marks.value.read == [Self.key(2): 7], "one that was read before stays read")
  }

  /// What a person did with one of them since is not taken back with the others.
  @Test mutating func oneThatWasOpenedSinceStaysRead() {
    _ = toggleRead(1, 2, 3)
    _ = marks.reduce(.read(ReadQuestion(key: Self.key(1), answers: 1), at: now))
    _ = marks.reduce(.markUnread(Self.key(2)))
    #expect(toggleRead(1, 2, 3) == [read(2), .tell("Marked 1 question as read; again: as before")])
    #expect(toggleRead(1, 2, 3) == [.keep(.unread(Self.key(2))), .tell("1 question unread again")])
    #expect(marks.marks.value.read.keys.sorted { $0.id < $1.id } == [Self.key(1), Self.key(3)])
  }

  @Test mutating func eachTabTakesBackItsOwn() {
    let other = QuestionTab.standard[1].id
    _ = toggleRead(1)
    #expect(toggleRead(2, in: other).last == .tell("Marked 1 question as read; again: as before"))
    #expect(toggleRead(1).last == .tell("1 question unread again") && marks.marks.value.read.keys.map(\.id) == [2])
    #expect(toggleRead(2, in: other).last == .tell("1 question unread again"))
  }

  @Test mutating func whereNothingIsUnreadNothingIsTakenBackThatWasReadBefore() {
    _ = marks.reduce(.read(ReadQuestion(key: Self.key(1), answers: 1), at: now))
    #expect(toggleRead(1) == [.tell("No question here is unread")] && marks.marks.value.read.count == 1)
    #expect(toggleRead() == [.tell("No question here is unread")])
  }
}
