import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// A question whose answers fail is there without them, or with those that were known.
@Suite struct MissingAnswersTests {
  private let yesterday = Date(timeIntervalSinceReferenceDate: -86_400)

  /// A question of which the service gave only so many answers.
  private func partial(_ id: Int = 1, answers: Int = 0) -> QuestionDetail {
    var detail = QuestionDetail.sample(id, answers: answers)
    (detail.hasAllAnswers, detail.answersTrouble) = (false, unreachable)
    return detail
  }

  private func opened(
    cache: MemoryQuestionCache? = nil, store: MemoryStateStore? = nil
  ) -> StackOverflowScene {
    let scene = StackOverflowScene.loaded([.sample(1), .sample(2)], store: store, cache: cache)
    scene.perform(.open)
    return scene
  }

  private func detail(_ scene: StackOverflowScene) -> QuestionDetail? { scene.state.reading?.detail }

  @Test func theQuestionIsShownAndARefreshBringsTheAnswers() {
    let scene = opened()
    scene.answerDetail(0, partial())
    #expect(detail(scene) == partial())
    #expect(scene.state.reading?.trouble == nil, "the question itself has none")
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate))
    scene.wait(3_600)
    #expect(scene.askedDetails == [1], "an open question is not asked for by itself")
    scene.perform(.refresh)
    scene.answerDetail(1, .sample(1))
    #expect(detail(scene) == .sample(1))
  }

  @Test func answersThatAreThereStayAndKeepTheirAge() {
    let scene = opened()
    scene.answerDetail(0, .sample(1, answers: 3))
    let loaded = scene.scheduler.currentDate
    scene.wait(60)
    scene.perform(.refresh)
    scene.answerDetail(1, partial())
    #expect(detail(scene)?.answers == QuestionDetail.sample(1, answers: 3).answers)
    #expect(detail(scene)?.hasAllAnswers == true && detail(scene)?.answersTrouble == unreachable)
    #expect(scene.state.reading?.loadedAt == loaded)
    scene.wait(60)
    scene.perform(.refresh)
    scene.answerDetail(2, .sample(1, answers: 1))
    #expect(detail(scene) == .sample(1, answers: 1))
    #expect(scene.state.reading?.loadedAt == scene.scheduler.currentDate)
  }

  @Test func thoseThatCameTakeThePlaceOfThoseThatWereKnown() {
    let scene = opened()
    var known = QuestionDetail.sample(1, answers: 3)
    known.answers[0].score = 1
    scene.answerDetail(0, known)
    scene.perform(.refresh)
    var some = partial(answers: 2)
    (some.answers[0].score, some.answers[1].score) = (5, 9)
    scene.answerDetail(1, some)
    #expect(detail(scene)?.answers.map(\.id) == [101, 100, 102])
    #expect(detail(scene)?.answers.map(\.score) == [9, 5, nil])
    #expect(detail(scene)?.hasAllAnswers == true)
  }

  @Test func openedAgainItIsAskedForAgainAtOnce() {
    let scene = opened()
    scene.answerDetail(0, partial())
    scene.perform(.close, .open)
    #expect(detail(scene) == partial())
    #expect(scene.askedDetails == [1, 1])
  }

  @Test func aRefreshOfTheListAsksForTheAnswersOfThePreviewToo() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasRoom: true)
    scene.wait(0.4)
    scene.answerDetail(0, partial())
    #expect(scene.state.preview?.detail == partial())
    scene.perform(.refresh)
    #expect(scene.askedDetails == [1, 1])
  }

  // MARK: - The cache

  @Test(arguments: [true, false]) func theCacheLosesNoAnswers(cacheIsFirst: Bool) {
    let cache = MemoryQuestionCache()
    cache.add(.sample(1, answers: 3), at: yesterday)
    cache.isAnsweringDetails.value = cacheIsFirst
    let scene = opened(cache: cache)
    scene.scheduler.advance()
    scene.answerDetail(0, partial())
    cache.isAnsweringDetails.value = true
    scene.scheduler.advance()
    #expect(detail(scene)?.answers.count == 3)
    #expect(detail(scene)?.answersTrouble == unreachable)
    #expect(cache[1]?.detail.answers.count == 3)
    #expect(cache[1]?.detail.hasAllAnswers == true)
    #expect(cache[1]?.fetched == yesterday, "all of it is as old as its oldest part")
  }

  @Test func whatCameIsKeptAndThatTheAnswersDidNot() {
    let cache = MemoryQuestionCache()
    let scene = opened(cache: cache)
    scene.answerDetail(0, partial())
    #expect(cache[1]?.detail.question.id == 1)
    #expect(cache[1]?.detail.hasAllAnswers == false)
  }

  // MARK: - Questions that are kept

  private let key = QuestionKey(.server(.standard), site: "stackoverflow", id: 1)

  @Test func aQuestionWithoutItsAnswersIsNotKept() {
    let store = MemoryStateStore()
    let scene = opened(store: store)
    let told = LockedState<[SafeText]>([])
    scene.viewModel.notices.observeValues { notice in told.withLock { $0.append(notice) } }
    scene.answerDetail(0, partial())
    scene.perform(.toggleKept)
    #expect(scene.askedDetails == [1, 1], "it is asked for whole")
    scene.answerDetail(1, partial())
    #expect(
      told.withLock { $0 } == [
        "Kept; what is missing of it is asked for",
        "The question cannot be kept: No connection to example.org: no route",
      ])
    #expect(store.keptDetails.value.isEmpty)
  }

  @Test func aQuestionThatIsKeptKeepsItsAnswers() {
    let store = MemoryStateStore()
    let cache = MemoryQuestionCache()
    let whole = CachedDetail(detail: .sample(1, answers: 4), fetched: yesterday)
    store.keptDetails.value = [key: whole]
    cache.add(partial(), at: yesterday)
    let scene = opened(cache: cache, store: store)
    scene.scheduler.perform { store.arrive(RememberedState(marks: QuestionMarks(kept: [key]))) }
    scene.wait(0)
    #expect(detail(scene)?.answers.count == 4, "what the cache has of it is less")
    scene.answerDetail(0, partial())
    #expect(detail(scene)?.answers.count == 4)
    #expect(store.keptDetails.value[key]?.detail.answers.count == 4)
  }

  // MARK: - Marks

  @Test func whereNobodySaysHowManyAnswersThereAreNoneIsNew() {
    var question = Question.sample(1)
    (question.score, question.answerCount) = (nil, nil)
    let key = QuestionKey(.server(.standard), site: "stackoverflow", id: 1)
    let marks = QuestionMarks(read: [key: 2])
    #expect(marks.mark(of: key, answers: question.answerCount).newAnswers == 0)
    question.answerCount = 5
    #expect(marks.mark(of: key, answers: question.answerCount).newAnswers == 3)
    let unknown = QuestionMarks(read: [key: .max])
    #expect(unknown.mark(of: key, answers: question.answerCount).newAnswers == 0)
    question.answerCount = .min
    #expect(unknown.mark(of: key, answers: question.answerCount).newAnswers == 0, "and no trap")
  }
}
