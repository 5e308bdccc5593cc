import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What was read, what is kept, what is new, and what is left of the day's requests.
@Suite struct QuestionMarksTests {
  private let store = MemoryStateStore()
  private let cache = MemoryQuestionCache()
  private let scene: StackOverflowScene
  private let key = QuestionKey(site: "stackoverflow", id: 2)

  init() {
    scene = StackOverflowScene(store: store, cache: cache)
    scene.start()
    scene.wait(0.5)
    scene.answer(0, .sample([1, 2]))
  }

  private func mark(_ id: Int, answers: Int = 0) -> QuestionMarks.Mark {
    var question = Question.sample(id)
    question.answerCount = answers
    return scene.state.mark(of: question)
  }

  @Test func aQuestionIsReadWhenItIsOpened() {
    #expect(!mark(2).isRead)
    scene.perform(.move(.lines(1)), .open)
    #expect(mark(2).isRead && !mark(1).isRead)
    #expect(store.changes(of: QuestionChange.self).contains(.read(key, answers: 0, at: scene.scheduler.currentDate)))
    #expect(mark(2, answers: 3).newAnswers == 3, "answers that came since")
    scene.perform(.markUnread)
    #expect(!mark(2).isRead)
    #expect(store.changes(of: QuestionChange.self).last == .unread(key))
  }

  @Test func theMarkKnowsTheAnswersThatWereRead() {
    scene.perform(.move(.lines(1)), .open)
    var detail = QuestionDetail.sample(2)
    detail.question.answerCount = 2
    scene.answerDetail(0, detail)
    #expect(mark(2, answers: 2).newAnswers == 0 && mark(2, answers: 4).newAnswers == 2)
  }

  @Test func whatIsRememberedIsMerged() {
    let other = QuestionKey(site: "stackoverflow", id: 1)
    scene.perform(.move(.lines(1)), .open)
    scene.scheduler.perform {
      store.arrive(RememberedState(marks: QuestionMarks(read: [key: 9, other: 1], kept: [other])))
    }
    scene.wait(0)
    #expect(mark(1, answers: 3) == QuestionMarks.Mark(isRead: true, newAnswers: 2, isKept: true))
    #expect(mark(2, answers: 1).newAnswers == 1, "what was read now counts for more")
  }

  @Test func aQuestionIsKeptWholeAlsoUnread() {
    scene.perform(.move(.lines(1)), .toggleKept)
    #expect(mark(2).isKept)
    #expect(scene.askedDetails == [2], "its answers are asked for")
    scene.answerDetail(0, .sample(2))
    guard case .keep(let kept, "stackoverflow") = store.changes(of: QuestionChange.self).last else {
      Issue.record("not kept")
      return
    }
    #expect(kept.detail == .sample(2))
    scene.perform(.toggleKept)
    #expect(!mark(2).isKept)
    #expect(store.changes(of: QuestionChange.self).last == .drop(key))
  }

  @Test func severalQuestionsAreCompletedAtTheSameTime() {
    scene.perform(.toggleKept, .move(.lines(1)), .toggleKept)
    #expect(scene.askedDetails == [1, 2])
    scene.answerDetail(0, .sample(1))
    scene.answerDetail(1, .sample(2))
    let whole = store.changes(of: QuestionChange.self).compactMap { change -> QuestionDetail? in
      if case .keep(let kept, _) = change, kept.detail.hasAllAnswers { kept.detail } else { nil }
    }
    #expect(whole == [.sample(1), .sample(2)])
  }

  @Test func aQuestionIsNotKeptWithoutAllItsAnswers() {
    scene.perform(.move(.lines(1)), .toggleKept, .open)
    var detail = QuestionDetail.sample(2, answers: 1)
    detail.hasAllAnswers = false
    scene.answerDetail(1, detail)
    #expect(scene.state.reading?.detail == detail)
    scene.answerDetail(0, .sample(2, answers: 2))
    let kept = store.changes(of: QuestionChange.self).compactMap {
      if case .keep(let kept, _) = $0 { kept.detail.answers.count } else { nil }
    }
    #expect(kept == [0, 2], "what the list has, then all of it")
  }

  @Test func aQuestionIsKeptBeforeItsTextHasCome() {
    scene.perform(.move(.lines(1)), .toggleKept)
    guard case .keep(let kept, "stackoverflow") = store.changes(of: QuestionChange.self).last else {
      Issue.record("not kept")
      return
    }
    #expect(kept.detail.question.id == 2 && !kept.detail.hasAllAnswers, "the program may end now")
    scene.failDetail(0, unreachable)
    #expect(store.changes(of: QuestionChange.self).last == .drop(key), "and is told otherwise where it cannot be kept")
  }

  @Test func whatCannotBeKeptIsTold() {
    let told = LockedState<[SafeText]>([])
    scene.viewModel.notices.observeValues { notice in told.withLock { $0.append(notice) } }
    scene.perform(.toggleKept)
    scene.failDetail(0, unreachable)
    #expect(!mark(1).isKept)
    #expect(told.withLock { $0 } == ["The question cannot be kept: No connection to example.org: no route"])
  }

  @Test func whatIsKeptIsReadWithoutANetworkAndWithoutACache() {
    store.keptDetails.value = [key: CachedDetail(detail: .sample(2, answers: 4), fetched: .distantPast)]
    scene.perform(.move(.lines(1)), .open)
    scene.wait(0)
    #expect(scene.state.reading?.detail?.answers.count == 4)
  }

  @Test func newQuestionsAreCountedUntilTheTabIsLeft() {
    scene.wait(1)
    scene.perform(.refresh)
    scene.answer(1, .sample([5, 6, 1, 2]))
    #expect(scene.state.news == [2, 0, 0, 0, 0])
    scene.perform(.selectTab(1))
    scene.wait(0)
    scene.answer(2, .sample([9]))
    #expect(scene.state.news == [], "they were seen, and a first answer has nothing new")
  }

  @Test func whatWaitsJoinsTheListAtARefresh() {
    scene.setRefreshPeriod(60)
    scene.perform(.move(.lines(1)))
    scene.wait(60)
    scene.answer(1, .sample([5, 1, 2]))
    #expect(scene.rows == [1, 2] && scene.state.news.first == 1)
    scene.perform(.refresh)
    scene.answer(2, .sample([6, 5, 1, 2]))
    #expect(scene.rows == [6, 5, 1, 2] && scene.list.selection == 2)
  }

  @Test func anOpenQuestionKeepsItsListAsItWas() {
    scene.setRefreshPeriod(60)
    scene.perform(.open)
    scene.answerDetail(0, .sample(1))
    scene.wait(60)
    scene.answer(1, .sample([5, 1, 2]))
    #expect(scene.rows == [1, 2])
    scene.perform(.close)
    #expect(scene.rows == [5, 1, 2], "its row was the first")
  }

  @Test func oneLineARowIsRemembered() {
    scene.perform(.toggleDensity)
    #expect(scene.state.isDense)
    #expect(store.changes(of: QuestionChange.self).last == .isDense(true))
    scene.scheduler.perform { store.arrive(RememberedState(isDense: false)) }
    scene.wait(0)
    #expect(scene.state.isDense)
  }

  // MARK: - Quota

  @Test func theQuotaIsKnownOverRestartsAndResetAtMidnight() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    store.keep(.quota(RememberedQuota(remaining: 7, max: 300, date: scene.scheduler.currentDate), of: .standard))
    scene.start()
    scene.wait(0)
    #expect(scene.state.lowQuota == 7 && !scene.state.isRefreshPaused, "there is nothing to pause")
    scene.setRefreshPeriod(600)
    #expect(scene.state.isRefreshPaused)
    scene.wait(86_400)
    #expect(scene.state.lowQuota == nil && !scene.state.isRefreshPaused)
  }

  @Test func yesterdaysQuotaIsForgotten() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    let yesterday = scene.scheduler.currentDate - 86_400
    store.keep(.quota(RememberedQuota(remaining: 7, max: 300, date: yesterday), of: .standard))
    scene.start()
    scene.wait(0)
    #expect(scene.state.lowQuota == nil)
  }

  @Test func anAnswersQuotaIsRemembered() {
    scene.perform(.refresh)
    scene.answer(1, QuestionPage(questions: [], quotaRemaining: 40, quotaMax: 300))
    #expect(
      store.changes(of: QuestionChange.self).last
        == .quota(RememberedQuota(remaining: 40, max: 300, date: scene.scheduler.currentDate), of: .standard))
  }
}
