import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Questions

/// The pages after the first: asked for by going past the last row, and never of themselves.
@Suite struct StackOverflowPagesTests {
  @Test func movingPastTheLastRowFetchesTheNextPageWithoutRepeats() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.move(.end))
    #expect(scene.asked.count == 1)
    #expect(scene.list.hasMore)
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.last?.page == 2)
    #expect(scene.list.isLoadingMore)
    scene.perform(.move(.lines(1)), .move(.lines(9)))
    #expect(scene.asked.count == 2, "it is on its way")

    scene.answer(1, .sample([3, 4, 5, 4], hasMore: true))
    #expect(scene.rows == [1, 2, 3, 4, 5])
    #expect(scene.list.selection == 3)
    #expect(!scene.list.isLoadingMore)

    scene.perform(.move(.end), .move(.lines(1)))
    scene.answer(2, .sample([6]))
    #expect(!scene.list.hasMore)
    scene.perform(.move(.end), .move(.lines(1)))
    #expect(scene.asked.map(\.page) == [1, 2, 3], "there is no more")
  }

  @Test func aPageThatFailedIsNotAskedForAgainWithinAMinute() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    scene.fail(1, unreachable)
    #expect(scene.list.trouble?.error == unreachable)
    #expect(scene.list.load == .loaded(at: scene.list.loadedAt ?? .distantPast), "the first page stands")
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate + 60, "it says when it may be asked for again")
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 2)
    scene.wait(61)
    #expect(scene.asked.count == 2, "nobody has asked")
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 3)
  }

  @Test func aPageIsNotAskedForAgainBeforeTheServiceAnswers() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    let until = scene.scheduler.currentDate + 300
    scene.fail(1, .throttled(until: until))
    #expect(scene.list.trouble?.retry == until)
    scene.wait(120)
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 2)
    scene.wait(181)
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 3)
  }

  @Test func aPageThatFailsOrComesDoesNotCallOffTheRetryOfTheFirst() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.refresh)
    scene.fail(1, unreachable)
    let trouble = scene.list.trouble
    scene.perform(.move(.lines(1)))
    scene.fail(2, .connectionLost(host: "example.org"))
    #expect(scene.list.trouble == trouble)
    scene.wait(60.1)
    #expect(scene.asked.map(\.page) == [1, 1, 2, 1])

    scene.fail(3, unreachable)
    scene.perform(.move(.lines(1)))
    scene.answer(4, .sample([2]))
    #expect(scene.rows == [1, 2])
    #expect(scene.list.trouble?.error == unreachable)
    scene.wait(119)
    #expect(scene.asked.count == 5, "it goes on counting failures")
    scene.wait(2)
    #expect(scene.asked.last?.page == 1)
    scene.answer(5, .sample([3]))
    #expect(scene.list.trouble == nil)
    #expect(scene.rows == [3])
  }

  @Test func aRetryThatFallsDueTakesThePlaceOfAPageOnItsWay() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.refresh)
    scene.fail(1, unreachable)
    scene.wait(59)
    scene.perform(.move(.lines(1)))
    scene.wait(2)
    #expect(scene.asked.map(\.page) == [1, 1, 2, 1])
    #expect(scene.service.pages.open == [3])
  }

  @Test func aPageThatComesAfterAllTakesItsTroubleAway() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)))
    scene.fail(1, unreachable)
    scene.wait(61)
    scene.perform(.move(.lines(1)))
    scene.answer(2, .sample([2]))
    #expect(scene.list.trouble == nil)
  }

  @Test func aRefreshTakesThePlaceOfAPageOnItsWay() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.move(.lines(1)), .refresh)
    #expect(scene.service.pages.open == [2])
    scene.answer(2, .sample([2], hasMore: true))
    #expect(scene.rows == [2])
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.last?.page == 2, "the pages may be asked for again after a refresh")
  }

  @Test func theEndOfTheListAsksForTheNextPageOnceItIsReached() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.move(.end))
    #expect(scene.asked.count == 1, "the first one goes there")
    scene.perform(.move(.end))
    #expect(scene.asked.last?.page == 2)
    #expect(scene.list.selection == 3)
    scene.answer(1, .sample([4, 5], hasMore: true))
    #expect(scene.list.selection == 5, "where the move was meant to lead")
    #expect(scene.asked.count == 2)
  }

  @Test func whoMovesWhileTheNextPageIsOnItsWayStaysThere() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.move(.end), .move(.end), .move(.lines(-1)))
    scene.answer(1, .sample([4, 5], hasMore: true))
    #expect(scene.list.selection == 2)
    scene.perform(.move(.end), .move(.lines(1)))
    scene.answer(2, .sample([6, 7], hasMore: true))
    #expect(scene.list.selection == 5, "a step past the end asks for more and goes no further")
    scene.perform(.move(.end), .move(.end))
    scene.fail(3, unreachable)
    scene.wait(61)
    scene.perform(.refresh)
    scene.answer(4, .sample(1...9, hasMore: true))
    #expect(scene.list.selection == 7, "a page that failed leads nowhere")
  }

  @Test func withEveryRowFilteredOutAMoveAsksForMore() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.editFilter)
    scene.type("nothing has it")
    scene.perform(.acceptFilter, .move(.end))
    #expect(scene.rows == [])
    #expect(scene.asked.last?.page == 2)
  }

  @Test func theNextPageIsNotAskedForWhileTheFirstIsUnderWay() {
    let scene = StackOverflowScene.loaded([.sample(1)], hasMore: true)
    scene.perform(.refresh, .move(.lines(1)))
    #expect(scene.service.pages.open == [1])
    #expect(scene.asked.count == 2)
  }
}

/// A refresh asks once for as much as is held.
@Suite struct StackOverflowRefreshTests {
  /// A pane with pages of thirty questions, counted from 1.
  private func loaded(pages: Int) -> StackOverflowScene {
    let scene = StackOverflowScene.loaded((1...30).map { .sample($0) }, hasMore: true)
    for page in 1..<pages {
      scene.perform(.move(.end), .move(.end))
      scene.answer(page, .sample(page * 30 + 1...page * 30 + 30, hasMore: true))
    }
    #expect(scene.rows == Array(1...pages * 30))
    return scene
  }

  @Test func twoPagesAreRefreshedInOne() {
    let scene = loaded(pages: 2)
    scene.perform(.select(45), .refresh)
    #expect(scene.asked.map(\.page) == [1, 2, 1])
    #expect(scene.asked.map(\.pageSize) == [30, 30, 60])
    // Two new questions have come in at the top.
    scene.answer(2, .sample([91, 92] + (1...58), hasMore: true))
    #expect(scene.rows == [91, 92] + (1...60), "what they pushed down stays below")
    #expect(scene.list.selection == 45)
    #expect(scene.list.selectedRow == 46)
    #expect(scene.list.loadedAt == scene.scheduler.currentDate)

    scene.perform(.move(.end), .move(.end))
    #expect(scene.asked.last?.page == 2)
    #expect(scene.asked.last?.pageSize == 60, "pages are counted in the size of the refresh")
    scene.answer(3, .sample(Array(59...90) + (101...128), hasMore: true))
    #expect(scene.rows == [91, 92] + (1...90) + (101...128))
  }

  @Test func theLastQuestionStaysSelectedThoughTheAnswerLeavesItOut() {
    let scene = loaded(pages: 2)
    scene.perform(.refresh)
    scene.answer(2, .sample([91] + (1...59), hasMore: true))
    #expect(scene.list.selection == 60)
    #expect(scene.list.selectedRow == 60)
  }

  @Test func atMostAHundredAreAskedForAndTheOlderStayBelow() {
    let scene = loaded(pages: 5)
    scene.perform(.refresh)
    #expect(scene.asked.last?.pageSize == 100)
    #expect(scene.asked.last?.page == 1)
    scene.answer(5, .sample([201] + (1...100).filter { $0 != 50 }, hasMore: true))
    #expect(scene.rows == [201] + (1...150).filter { $0 != 50 }, "50 is no longer among the first")

    // The page after it brings the older ones again, where the service has them now.
    scene.perform(.move(.end), .move(.end))
    #expect(scene.asked.last?.page == 2)
    #expect(scene.asked.last?.pageSize == 100)
    scene.answer(6, .sample([50] + Array(101...199), hasMore: true))
    #expect(scene.rows == [201] + (1...49) + (51...100) + [50] + (101...199))
  }

  @Test func aPageThatBringsNothingNewIsFollowedByTheNext() {
    let scene = loaded(pages: 8)
    scene.perform(.refresh)
    scene.answer(8, .sample(1...100, hasMore: true))
    #expect(scene.rows == Array(1...240))
    scene.perform(.move(.end), .move(.end))
    scene.answer(9, .sample(101...200, hasMore: true))
    #expect(scene.asked.map(\.page).suffix(2) == [2, 3])
    #expect(scene.list.isLoadingMore)
    scene.answer(10, .sample(201...300, hasMore: true))
    #expect(scene.rows == Array(1...300))
    #expect(!scene.list.isLoadingMore)
  }

  @Test func aServiceThatRepeatsItselfIsNotAskedForEver() {
    let scene = loaded(pages: 4)
    scene.perform(.refresh)
    scene.answer(4, .sample(1...100, hasMore: true))
    scene.perform(.move(.end), .move(.end))
    scene.answer(5, .sample(1...100, hasMore: true))
    #expect(scene.service.pages.open == [])
    #expect(scene.rows == Array(1...120))
  }

  @Test func atItsEndTheServiceHasSaidAllThereIs() {
    let scene = loaded(pages: 2)
    scene.perform(.refresh)
    scene.answer(2, .sample(1...20))
    #expect(scene.rows == Array(1...20))
    #expect(!scene.list.hasMore)
  }

  @Test func aListOfNothingButNewQuestionsTakesThePlaceOfTheOld() {
    let scene = loaded(pages: 2)
    scene.perform(.refresh)
    scene.answer(2, .sample(101...160, hasMore: true))
    #expect(scene.rows == Array(101...160))
    scene.perform(.move(.end), .move(.end))
    #expect(scene.asked.last?.page == 2)
    #expect(scene.asked.last?.pageSize == 60)
  }

  @Test func aRefreshShowsWhatHasChangedInAQuestion() {
    let scene = loaded(pages: 2)
    scene.perform(.refresh)
    scene.answer(2, QuestionPage(questions: [.sample(60, "Edited")], hasMore: true))
    #expect(scene.list.questions.first?.title == "Edited")
    #expect(scene.rows == [60])
  }
}
