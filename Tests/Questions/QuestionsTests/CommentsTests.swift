import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The comments of an open question: what they cost, and what is shown of them.
@Suite struct CommentsTests {
  private let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
  private let yesterday = Date(timeIntervalSinceReferenceDate: -86_400)

  private var comments: CommentsState? { scene.state.reading?.comments }
  private var asked: [[Int]] { scene.service.comments.keys }
  private func texts(on post: Int) -> [Int]? { comments?.content.comments(on: post)?.map(\.id) }

  private func answer(_ index: Int, _ ids: [Int], on post: Int, quota: Int? = nil, in scene: StackOverflowScene? = nil)
  {
    let comments = ids.map { Questions.Comment(id: $0, post: post) }
    (scene ?? self.scene).answerComments(index, PostComments(comments, quotaRemaining: quota, quotaMax: 300))
  }

  /// A question that is open, with the answers 200 and 201.
  private func open(_ scene: StackOverflowScene? = nil) {
    let scene = scene ?? self.scene
    scene.perform(.select(2), .open)
    scene.answerDetail(0, .sample(2))
  }

  /// The same with its comments.
  private func openWithComments() {
    open()
    scene.perform(.toggleComments)
    answer(0, [1, 2], on: 2)
    answer(1, [3], on: 201)
  }

  @Test func theyAreAskedForTheFirstTimeAndShownWhenBothAreThere() {
    open()
    #expect(comments == CommentsState() && asked.isEmpty)
    scene.perform(.toggleComments)
    #expect(comments == CommentsState(isShown: true, isLoading: true))
    #expect(asked == [[2], [200, 201]], "all answers in one request")
    answer(0, [1, 2], on: 2)
    #expect(comments?.isLoading == true)
    answer(1, [3], on: 201)
    #expect(comments?.isLoading == false)
    #expect(texts(on: 2) == [1, 2])
    #expect(texts(on: 200) == [], "it was asked about, and has none")
    #expect(texts(on: 201) == [3])
    #expect(texts(on: 7) == nil)
    scene.perform(.toggleComments)
    #expect(comments?.isShown == false)
    scene.perform(.toggleComments)
    #expect(comments?.isShown == true && asked.count == 2, "they are known")
  }

  @Test func whatFailsIsToldWhereItBelongsAndTheRestIsThere() {
    open()
    scene.perform(.toggleComments)
    scene.failComments(0, unreachable)
    answer(1, [3], on: 201)
    #expect(comments?.content.ofQuestion == LoadedComments.Part(trouble: unreachable))
    #expect(texts(on: 201) == [3])
    scene.perform(.toggleComments, .toggleComments)
    #expect(asked.count == 4, "what is missing is asked for again")
    answer(2, [1], on: 2)
    scene.failComments(3, .notFound("x"))
    #expect(texts(on: 2) == [1])
    #expect(texts(on: 201) == [3], "what was known stays")
    #expect(comments?.content.ofAnswers.trouble == .notFound("x"))
  }

  @Test func commentsOnPostsThatNobodyAskedAboutAreLeftOut() {
    open()
    scene.perform(.toggleComments)
    answer(0, [1], on: 99)
    answer(1, [3], on: 2)
    #expect(texts(on: 99) == nil && texts(on: 2) == [])
  }

  @Test func theyWaitForTheQuestionAndAreAboutItsAnswers() {
    scene.perform(.select(2), .open, .toggleComments)
    #expect(comments?.isLoading == true && asked.isEmpty)
    scene.answerDetail(0, .sample(2, answers: 1))
    #expect(asked == [[2], [200]])
  }

  @Test func withoutTheQuestionThereAreNone() {
    scene.perform(.select(2), .open, .toggleComments)
    scene.failDetail(0, unreachable)
    #expect(comments?.isLoading == false && asked.isEmpty)
    scene.perform(.refresh)
    scene.answerDetail(1, .sample(2, answers: 0))
    #expect(asked == [[2]], "they are still wanted")
  }

  @Test func aRefreshAsksForThemAgainWhereTheyAreShown() {
    openWithComments()
    scene.perform(.refresh)
    #expect(asked.count == 2, "the question comes first")
    #expect(texts(on: 2) == [1, 2] && comments?.isLoading == true)
    scene.answerDetail(1, .sample(2, answers: 3))
    #expect(asked.last == [200, 201, 202])
    answer(2, [1, 2, 4], on: 2)
    answer(3, [], on: 201)
    #expect(texts(on: 2) == [1, 2, 4] && texts(on: 201) == [] && texts(on: 202) == [])

    scene.wait(1)
    scene.perform(.toggleComments, .refresh)
    scene.answerDetail(2, .sample(2, answers: 3))
    #expect(asked.count == 4, "they are not shown")
    scene.perform(.toggleComments)
    #expect(asked.count == 6 && texts(on: 2) == [1, 2, 4], "they are older than the question")
  }

  @Test func aNewRequestCancelsTheOldOneAndClosingCancelsAll() {
    open()
    scene.perform(.toggleComments)
    scene.perform(.refresh)
    #expect(scene.service.comments.open.isEmpty)
    scene.answerDetail(1, .sample(2))
    #expect(scene.service.comments.open == [2, 3])
    scene.perform(.close)
    #expect(scene.service.comments.open.isEmpty)
  }

  @Test func hidingThemLetsTheRequestGoOn() {
    open()
    scene.perform(.toggleComments, .toggleComments, .toggleComments)
    #expect(asked.count == 2 && scene.service.comments.open == [0, 1], "it is counted already")
  }

  @Test func anotherQuestionShowsThemAtOnceOnlyWhereTheyAreHeld() {
    openWithComments()
    scene.perform(.step(1))
    scene.wait(0.4)
    scene.answerDetail(1, .sample(3))
    #expect(comments?.isShown == false && asked.count == 2, "that would cost requests")
    scene.perform(.step(-1))
    #expect(comments?.isShown == true && texts(on: 2) == [1, 2], "they are held")
    scene.perform(.toggleComments, .close, .open)
    #expect(comments?.isShown == false, "a person has turned them off")
    #expect(texts(on: 2) == [1, 2])
    scene.perform(.toggleComments)
    #expect(comments?.isShown == true)
    #expect(asked.count == 2 && scene.askedDetails == [2, 3])
  }

  @Test func aKeyInTheListMeansNothing() {
    let before = scene.state
    scene.perform(.toggleComments)
    #expect(scene.state == before)
    open()
    #expect(comments?.isShown == false)
  }

  // MARK: The day's requests

  @Test func theyCountAndTheirCostIsToldWhenRequestsRunLow() {
    let told = LockedState<[SafeText]>([])
    scene.viewModel.notices.observeValues { notice in told.withLock { $0.append(notice) } }
    open()
    scene.perform(.toggleComments)
    answer(0, [], on: 2, quota: 17)
    answer(1, [], on: 200, quota: 16)
    #expect(scene.state.quota == Quota(remaining: 16, max: 300))
    #expect(told.withLock { $0 }.isEmpty)
    scene.perform(.select(3), .toggleComments, .step(1))
    scene.wait(0.4)
    scene.answerDetail(1, .sample(3, answers: 101))
    scene.perform(.toggleComments)
    #expect(asked.count == 4, "a person asks")
    #expect(told.withLock { $0 } == ["Comments take 3 of the 16 requests that are left today"])
    scene.perform(.toggleComments)
    #expect(told.withLock { $0 }.count == 1, "to hide them costs nothing")
  }

  @Test func withNothingLeftTheNoticeSaysSo() {
    var reading = ReadingState(question: .sample(1))
    reading.comments = CommentsState(isShown: true, isLoading: true)
    #expect(
      reading.noticeOfCost(with: Quota(remaining: 0, max: 300)) == "Comments take 1 request, and none is left today")
    #expect(reading.noticeOfCost(with: Quota()) == nil)
  }

  // MARK: The cache

  @Test func theyAreKeptWithTheQuestion() throws {
    let cache = MemoryQuestionCache()
    let scene = StackOverflowScene(cache: cache)
    scene.start()
    scene.answer(0, .sample([1, 2]))
    open(scene)
    #expect(cache[2]?.comments == CachedComments())
    scene.perform(.toggleComments)
    answer(0, [1], on: 2, in: scene)
    answer(1, [3], on: 200, in: scene)
    let kept = try #require(cache[2])
    #expect(kept.comments.ofQuestion?.byPost == [2: [Questions.Comment(id: 1, post: 2)]])
    #expect(kept.comments.ofAnswers?.byPost == [200: [Questions.Comment(id: 3, post: 200)], 201: []])
    scene.wait(100)
    scene.perform(.refresh)
    scene.answerDetail(1, .sample(2))
    #expect(cache[2]?.fetched == scene.scheduler.currentDate)
    #expect(cache[2]?.comments == kept.comments, "a new text keeps the comments")
  }

  /// A question of yesterday with its comments.
  private func cached() -> (scene: StackOverflowScene, cache: MemoryQuestionCache) {
    let cache = MemoryQuestionCache([1, 2], at: yesterday)
    let comments = KnownComments([Questions.Comment(id: 1, post: 2)], on: [2], fetched: yesterday)
    cache.keep(
      CachedDetail(detail: .sample(2), fetched: yesterday, comments: CachedComments(ofQuestion: comments)),
      site: "stackoverflow")
    let scene = StackOverflowScene(cache: cache)
    scene.start()
    scene.scheduler.advance()
    scene.fail(0, unreachable)
    return (scene, cache)
  }

  @Test func withoutANetworkTheyAreReadWithTheirAge() {
    let (scene, _) = cached()
    scene.perform(.select(2), .open)
    scene.scheduler.advance()
    #expect(scene.state.reading?.comments.isShown == false)
    scene.failDetail(0, unreachable)
    scene.perform(.toggleComments)
    let comments = scene.state.reading?.comments
    #expect(comments?.content.comments(on: 2)?.map(\.id) == [1])
    #expect(comments?.content.pastDate == yesterday)
    #expect(comments?.content.comments(on: 200) == nil)
    #expect(scene.service.comments.keys == [[2], [200, 201]], "those on the answers are missing")
    scene.failComments(0, unreachable)
    scene.failComments(1, unreachable)
    #expect(scene.state.reading?.comments.content.comments(on: 2)?.map(\.id) == [1])
    #expect(scene.state.reading?.comments.content.pastDate == yesterday)
  }

  @Test func onceTurnedOnTheyAreShownFromTheCacheAndAreNotAskedFor() {
    let (scene, cache) = cached()
    scene.perform(.select(1), .open)
    scene.answerDetail(0, .sample(1))
    scene.perform(.toggleComments, .step(1))
    #expect(scene.state.reading?.comments.isShown == false)
    scene.scheduler.advance()
    #expect(scene.state.reading?.comments.isShown == true, "they have been read from the cache")
    scene.wait(0.4)
    scene.answerDetail(1, .sample(2))
    #expect(scene.state.reading?.comments.content.pastDate == yesterday)
    #expect(scene.service.comments.keys.allSatisfy { $0.first != 2 })
    #expect(cache[2]?.comments.ofQuestion?.fetched == yesterday, "what was known is kept with the new text")
    #expect(cache[2]?.fetched == scene.scheduler.currentDate)
  }
}
