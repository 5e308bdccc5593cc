import Foundation
import Model
import Signals
import SignalsTesting
import Testing

@testable import ViewModels

/// The pages after the first: asked for by going past the last row, and never of themselves.
@Suite struct StackOverflowPagesTests {
  @Test func movingPastTheLastRowFetchesTheNextPageWithoutRepeats() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.move(.end))
    #expect(scene.service.pages.keys.count == 1)
    #expect(scene.list.hasMore)
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.last?.page == 2)
    #expect(scene.list.isLoadingMore)
    scene.perform(.move(.lines(1)), .move(.pages(1)))
    #expect(scene.service.pages.keys.count == 2, "it is on its way")

    scene.service.pages.answer(1, .sample([3, 4, 5, 4], hasMore: true))
    #expect(scene.rows == [1, 2, 3, 4, 5])
    #expect(scene.list.selection == 3)
    #expect(!scene.list.isLoadingMore)

    scene.perform(.move(.end), .move(.lines(1)))
    scene.service.pages.answer(2, .sample([6]))
    #expect(!scene.list.hasMore)
    scene.perform(.move(.end), .move(.lines(1)))
    #expect(scene.service.pages.keys.map(\.page) == [1, 2, 3], "there is no more")
  }

  @Test func aPageThatFailedIsNotAskedForAgainWithinAMinute() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    scene.service.pages.fail(1, unreachable)
    #expect(scene.list.trouble?.error == unreachable)
    #expect(scene.list.load == .loaded(at: scene.list.loadedAt ?? .distantPast), "the first page stands")
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate + 60, "it says when it may be asked for again")
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.count == 2)
    scene.wait(61)
    #expect(scene.service.pages.keys.count == 2, "nobody has asked")
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.count == 3)
  }

  @Test func aPageIsNotAskedForAgainBeforeTheServiceAnswers() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    let until = scene.scheduler.currentDate + 300
    scene.service.pages.fail(1, .throttled(until: until))
    #expect(scene.list.trouble?.retry == until)
    scene.wait(120)
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.count == 2)
    scene.wait(181)
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.count == 3)
  }

  @Test func aPageThatFailsOrComesDoesNotCallOffTheRetryOfTheFirst() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.refresh)
    scene.service.pages.fail(1, unreachable)
    let trouble = scene.list.trouble
    scene.perform(.move(.lines(1)))
    scene.service.pages.fail(2, .connectionLost(host: "example.org"))
    #expect(scene.list.trouble == trouble)
    scene.wait(60.1)
    #expect(scene.service.pages.keys.map(\.page) == [1, 1, 2, 1])

    scene.service.pages.fail(3, unreachable)
    scene.perform(.move(.lines(1)))
    scene.service.pages.answer(4, .sample([2]))
    #expect(scene.rows == [1, 2])
    #expect(scene.list.trouble?.error == unreachable)
    scene.wait(119)
    #expect(scene.service.pages.keys.count == 5, "it goes on counting failures")
    scene.wait(2)
    #expect(scene.service.pages.keys.last?.page == 1)
    scene.service.pages.answer(5, .sample([3]))
    #expect(scene.list.trouble == nil)
    #expect(scene.rows == [3])
  }

  @Test func aRetryThatFallsDueTakesThePlaceOfAPageOnItsWay() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.refresh)
    scene.service.pages.fail(1, unreachable)
    scene.wait(59)
    scene.perform(.move(.lines(1)))
    scene.wait(2)
    #expect(scene.service.pages.keys.map(\.page) == [1, 1, 2, 1])
    #expect(scene.service.pages.open == [3])
  }

  @Test func aPageThatComesAfterAllTakesItsTroubleAway() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    scene.service.pages.fail(1, unreachable)
    scene.wait(61)
    scene.perform(.move(.lines(1)))
    scene.service.pages.answer(2, .sample([2]))
    #expect(scene.list.trouble == nil)
  }

  @Test func aRefreshTakesThePlaceOfAPageOnItsWay() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)), .refresh)
    #expect(scene.service.pages.open == [2])
    scene.service.pages.answer(2, .sample([2], hasMore: true))
    #expect(scene.rows == [2])
    scene.perform(.move(.lines(1)))
    #expect(scene.service.pages.keys.last?.page == 2, "the pages may be asked for anew after a refresh")
  }

  @Test func aClockThatIsSetBackEndsThePauseThatWasAskedFor() throws {
    let now = Date(timeIntervalSince1970: 1_400_000_000)
    var list = QuestionList(tab: QuestionTab(name: "Top", tag: nil))
    list.show(at: now)
    list.receive(.sample([1], hasMore: true), for: try #require(list.pending), at: now)
    list.move(.lines(1), visibleRows: 10, at: now)
    list.fail(.throttled(until: now + 300), for: try #require(list.pending), at: now)
    list.move(.lines(1), visibleRows: 10, at: now + 299)
    #expect(list.pending == nil)
    list.move(.lines(1), visibleRows: 10, at: now - 3_600)
    #expect(list.pending?.query.page == 2, "nobody knows how long ago it was asked for")
  }
}
