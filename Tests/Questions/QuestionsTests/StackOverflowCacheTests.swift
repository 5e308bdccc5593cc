import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Questions

/// Offline first: what was loaded when the program ran before is shown until the service has answered.
@Suite struct StackOverflowCacheTests {
  private let yesterday = Date(timeIntervalSinceReferenceDate: -86_400)

  private func scene(_ cache: MemoryQuestionCache, origin: Origin = .live) -> StackOverflowScene {
    let scene = StackOverflowScene(origin: origin, cache: cache)
    scene.start()
    scene.scheduler.advance()
    return scene
  }

  @Test func theLastListIsThereAtOnceWithItsAge() {
    let scene = scene(MemoryQuestionCache(1...40, at: yesterday))
    #expect(scene.rows == Array(1...40))
    #expect(scene.list.isFromThePast)
    #expect(scene.list.loadedAt == yesterday)
    #expect(scene.list.load == .reloading, "the service is asked meanwhile")
    #expect(scene.asked == [QuestionQuery()], "for a first page")
    scene.perform(.move(.lines(2)))
    scene.answer(0, .sample([50, 3, 1], hasMore: true))
    #expect(scene.rows == [50, 3, 1], "nothing of the past is left among the new ones")
    #expect(!scene.list.isFromThePast)
    #expect(scene.list.loadedAt == scene.scheduler.currentDate)
    #expect(scene.list.selection == 3, "which a person had chosen")
  }

  @Test func whereAPersonChoseNothingTheAnswerIsShownFromItsBeginning() {
    let scene = scene(MemoryQuestionCache([1, 2, 3]))
    #expect(scene.list.selection == 1)
    scene.answer(0, .sample([9, 8, 1]))
    #expect(scene.list.selection == 9)
  }

  @Test func withoutANetworkItStaysReadable() {
    let cache = MemoryQuestionCache([1, 2], at: yesterday)
    cache.add(.sample(1, answers: 3), at: yesterday)
    let scene = scene(cache)
    scene.fail(0, unreachable)
    #expect(scene.rows == [1, 2])
    #expect(scene.list.trouble?.error == unreachable)
    #expect(scene.list.isFromThePast)
    #expect(scene.list.load == .loaded(at: yesterday))
    scene.perform(.open)
    scene.scheduler.advance()
    #expect(scene.state.reading?.detail?.answers.count == 3)
    #expect(scene.state.reading?.isFromThePast == true)
    #expect(scene.state.reading?.loadedAt == yesterday)
    scene.failDetail(0, unreachable)
    #expect(scene.state.reading?.detail?.answers.count == 3)
    #expect(scene.state.reading?.trouble?.error == unreachable)
    scene.perform(.close, .move(.end), .move(.end))
    #expect(scene.asked.count == 1, "the past has no next page")
    scene.wait(60)
    #expect(scene.asked.count == 2, "the service is asked again")
    scene.answer(1, .sample([2]))
    #expect(!scene.list.isFromThePast && scene.list.trouble == nil)
  }

  @Test func aQuestionThatWasReadIsThereUntilTheServiceHasAnswered() {
    let cache = MemoryQuestionCache()
    cache.add(.sample(1, answers: 1), at: yesterday)
    let scene = scene(cache)
    scene.answer(0, .sample([1]))
    scene.perform(.open)
    scene.scheduler.advance()
    #expect(scene.state.reading?.load == .reloading)
    scene.answerDetail(0, .sample(1, answers: 2))
    #expect(scene.state.reading?.detail?.answers.count == 2)
    #expect(scene.state.reading?.isFromThePast == false)
    #expect(cache[1] == CachedDetail(detail: .sample(1, answers: 2), fetched: scene.scheduler.currentDate))
  }

  @Test func theAnswerThatCameFirstIsNotTakenAway() {
    let cache = MemoryQuestionCache([1], at: yesterday)
    cache.isAnswering.value = false
    let scene = scene(cache)
    scene.answer(0, .sample([2]))
    cache.isAnswering.value = true
    scene.scheduler.advance()
    #expect(scene.rows == [2])
    #expect(!scene.list.isFromThePast)
  }

  @Test func whatComesFromTheCacheAfterTheDemonstrationIsNotShown() {
    let cache = MemoryQuestionCache([1], at: yesterday)
    cache.isAnswering.value = false
    let scene = scene(cache)
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([1001], origin: .demo))
    scene.perform(.selectTab(0))
    cache.isAnswering.value = true
    scene.scheduler.advance()
    #expect(scene.rows == [])
    #expect(scene.list.load == .loading)
  }

  @Test func everyAnswerIsKeptWithAllRows() throws {
    let cache = MemoryQuestionCache()
    let scene = scene(cache)
    #expect(cache.read == [QuestionFeed()], "only what is shown is read")
    scene.answer(0, .sample(1...30, hasMore: true))
    let loaded = scene.scheduler.currentDate
    scene.wait(60)
    scene.perform(.move(.end), .move(.end))
    scene.answer(1, .sample(31...40))
    let kept = try #require(cache[QuestionFeed()])
    #expect(kept.page.questions.map(\.id) == Array(1...40))
    #expect(kept.fetched == loaded)
    #expect(cache.written.count == 2)
    scene.perform(.selectTab(1), .selectTab(0))
    #expect(cache.read.count == 2, "once for each tab")
  }

  @Test func nothingOfTheDemonstrationIsKept() {
    let cache = MemoryQuestionCache([1], at: yesterday)
    let scene = scene(cache, origin: .demo)
    #expect(cache.read.isEmpty)
    #expect(scene.rows == [])
    scene.answer(0, .sample([1001], origin: .demo))
    scene.perform(.open)
    scene.answerDetail(0, .sample(1001, origin: .demo))
    #expect(cache.written.isEmpty)
    #expect(cache[1001] == nil)
  }

  @Test func whereTheDemonstrationAnswersNothingOfTheLiveServiceIsShown() {
    let cache = MemoryQuestionCache([1, 2], at: yesterday)
    cache.add([3], of: QuestionFeed(tags: ["android"]))
    cache.add([4], of: QuestionFeed(tags: ["ios"]))
    let scene = scene(cache)
    scene.perform(.selectTab(1))
    scene.scheduler.advance()
    #expect(scene.rows == [3])
    scene.perform(.selectTab(0))
    scene.answer(0, .sample([1001], origin: .demo))
    #expect(scene.rows == [1001])
    #expect(scene.state.origin == .demo)
    scene.perform(.selectTab(1))
    scene.scheduler.advance()
    #expect(scene.rows == [], "the past of the live service is forgotten")
    scene.perform(.selectTab(2))
    scene.scheduler.advance()
    #expect(scene.rows == [])
    #expect(cache.read.count == 2)
  }

  @Test func theLastListOfAnotherOrderIsThereAtOnceToo() {
    let cache = MemoryQuestionCache([1])
    cache.add([7, 8], of: QuestionFeed(order: .votes))
    let scene = scene(cache)
    scene.answer(0, .sample([2]))
    scene.perform(.sort(.votes))
    scene.scheduler.advance()
    #expect(scene.rows == [7, 8])
    #expect(scene.list.order == .votes)
    #expect(scene.list.isFromThePast)
    scene.answer(1, .sample([8]))
    #expect(scene.rows == [8])
    #expect(cache[QuestionFeed(order: .votes)]?.page.questions.map(\.id) == [8])
    #expect(cache[QuestionFeed()]?.page.questions.map(\.id) == [2])
  }

  @Test func anotherOrderBeginsWithItsFirstRowAlsoFromTheCache() {
    let cache = MemoryQuestionCache([1])
    cache.add([3, 7, 2], of: QuestionFeed(order: .votes))
    let scene = scene(cache)
    scene.answer(0, .sample([1, 2, 3]))
    scene.perform(.move(.lines(1)), .sort(.votes))
    scene.scheduler.advance()
    #expect(scene.rows == [3, 7, 2])
    #expect(scene.list.selection == 3 && scene.list.selectedRow == 0)
    scene.answer(1, .sample([7, 2, 3]))
    #expect(scene.list.selection == 7 && scene.list.selectedRow == 0)
  }
}
