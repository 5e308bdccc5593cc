import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

extension QuestionTab {
  /// A tab with one tag, which is its name too.
  static func sample(_ tag: String, name: SafeText? = nil) -> QuestionTab {
    QuestionTab(name: name ?? SafeText(oneLine: tag), feed: QuestionFeed(tags: [tag]))
  }
}

/// Tabs come and go while the program runs.
@Suite struct StackOverflowSettingsTests {
  private let a = QuestionTab.sample("a")
  private let b = QuestionTab.sample("b")
  private let c = QuestionTab.sample("c")
  private let d = QuestionTab.sample("d")

  /// Three tabs, the second of which is shown and loaded.
  private func scene() -> StackOverflowScene {
    let scene = StackOverflowScene(tabs: [a, b, c], selectedTab: 1)
    scene.start()
    scene.answer(0, .sample(1...9))
    return scene
  }

  private func tag(_ scene: StackOverflowScene) -> String? { scene.list.feed.tags.first }

  @Test func aTabThatStaysKeepsWhatItHas() {
    let scene = scene()
    scene.perform(.editFilter)
    scene.type("question")
    scene.perform(.acceptFilter, .move(.lines(4)), .open)
    scene.answerDetail(0, .sample(5))
    let before = scene.state
    let changes = Counter(scene.viewModel.state.signal)
    scene.list([c, d, .sample("b", name: "B"), a])
    var expected = before
    (expected.tabs, expected.selectedTab) = (["c", "d", "B", "a"], 2)
    expected.tabIDs = [c.id, d.id, b.id, a.id]
    expected.unread = [0, 0, 8, 0]
    #expect(scene.state == expected)
    #expect(changes.count == 1, "nothing is shown in between")
    #expect(scene.asked.count == 1 && scene.askedDetails.count == 1, "nothing is asked for again")
    scene.perform(.close)
    #expect(scene.list.selection == 5)
    #expect(scene.list.filter.words == FilterWords("question"))
  }

  @Test func aTabThatGoesEndsItsRequests() {
    let scene = scene()
    scene.perform(.refresh, .selectTab(0), .selectTab(2))
    #expect(scene.service.pages.open == [1, 2, 3])
    scene.list([b, c])
    #expect(scene.service.pages.open == [1, 3])
    scene.list([c])
    #expect(scene.service.pages.open == [3])
    #expect(tag(scene) == "c")
  }

  @Test func aTabThatComesIsLoadedWhenItIsFirstShown() {
    let scene = scene()
    scene.list([a, b, c, d])
    #expect(scene.asked.count == 1)
    scene.perform(.selectTab(3))
    #expect(scene.asked.last?.feed == d.feed)
    #expect(scene.list.load == .loading)
  }

  @Test func aTabThatGoesAndComesBackIsANewOne() {
    let scene = scene()
    scene.list([a, c])
    scene.list([a, b, c])
    scene.perform(.selectTab(1))
    #expect(tag(scene) == "b")
    #expect(scene.rows.isEmpty && scene.asked.last?.feed == b.feed)
  }

  @Test func whenTheShownTabGoesItsRightNeighbourIsShownElseItsLeft() {
    for (tabs, tag) in [([a, c], "c"), ([a, d, c], "c"), ([c, a], "c"), ([a], "a"), ([d, a], "a"), ([d], "d")] {
      let scene = scene()
      scene.list(tabs)
      #expect(self.tag(scene) == tag, "\(tabs.map(\.name))")
      #expect(scene.state.tabs[scene.state.selectedTab].string == tag)
      #expect(scene.asked.last?.feed.tags == [tag], "it is asked for")
    }
  }

  @Test func noTabsAreTheStandardOnesAndEqualFeedsAreOneTab() {
    let scene = scene()
    scene.list([])
    #expect(scene.state.tabs.count == QuestionTab.standard.count)
    scene.list([a, a, .sample("a", name: "again"), b])
    #expect(scene.state.tabs == ["a", "b"])
  }

  @Test func commandsGoToTheShownTabAlone() {
    let scene = scene()
    scene.perform(.selectTab(0))
    scene.answer(1, .sample(11...19))
    scene.perform(.move(.lines(3)), .editFilter)
    scene.type("1")
    scene.perform(.selectTab(1))
    #expect(scene.list.selection == 1)
    #expect(!scene.list.filter.isShown)
    scene.perform(.refresh)
    #expect(scene.asked.count == 3 && scene.asked.last?.feed == b.feed)
  }
}

/// A tab that is shown is asked again by itself, where a person wants that.
@Suite struct StackOverflowRefreshPeriodTests {
  private func scene(_ period: TimeInterval?) -> StackOverflowScene {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.setRefreshPeriod(period)
    return scene
  }

  @Test func withoutAPeriodNothingIsAskedAgain() {
    let scene = scene(nil)
    scene.wait(86_400)
    #expect(scene.asked.count == 1)
    #expect(scene.scheduler.scheduledCount == 0)
  }

  @Test func theShownTabIsAskedAgainAndItsSelectionStays() {
    let scene = scene(300)
    scene.perform(.move(.lines(2)))
    scene.wait(298)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
    #expect(scene.rows == [1, 2, 3, 4, 5], "the rows stay until the new ones are there")
    scene.answer(1, .sample([9, 8, 1, 2, 3, 4]))
    #expect(scene.rows == [1, 2, 3, 4, 5], "nothing jumps while a person reads further down")
    #expect(scene.state.news == [2, 0, 0, 0, 0])
    #expect(scene.list.selection == 3)
    scene.perform(.move(.start))
    #expect(scene.rows == [9, 8, 1, 2, 3, 4], "at the top of the list what is new joins it")
    #expect(scene.list.selection == 1)
    scene.wait(300)
    #expect(scene.asked.count == 3)
  }

  @Test func lessThanAMinuteIsAMinute() {
    let scene = scene(5)
    scene.wait(58)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
  }

  @Test func aTabThatIsNotShownWaitsUntilItIs() {
    let scene = scene(120)
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([7]))
    scene.wait(119)
    #expect(scene.asked.count == 2)
    scene.perform(.selectTab(0))
    #expect(scene.asked.map(\.feed.tags) == [[], ["android"], []], "its time has passed")
    scene.answer(2, .sample([1]))
    scene.perform(.selectTab(1), .selectTab(0))
    #expect(scene.asked.count == 3, "neither's time has passed")
  }

  @Test func thePeriodChangesWhileTheProgramRuns() {
    let scene = scene(3_600)
    scene.wait(600)
    scene.setRefreshPeriod(300)
    scene.scheduler.advance()
    #expect(scene.asked.count == 2, "by the new period it is due")
    scene.answer(1, .sample([1]))
    scene.setRefreshPeriod(nil)
    scene.wait(86_400)
    #expect(scene.asked.count == 2)
  }

  @Test func theLastTenthOfTheDaysRequestsIsLeftToThePerson() {
    let scene = scene(60)
    scene.wait(60)
    scene.answer(1, QuestionPage(questions: [.sample(1)], quotaRemaining: 29, quotaMax: 300))
    scene.wait(3_600)
    #expect(scene.asked.count == 2)
    scene.perform(.refresh)
    scene.answer(2, QuestionPage(questions: [.sample(1)], quotaRemaining: 300, quotaMax: 300))
    scene.wait(60)
    #expect(scene.asked.count == 4, "a new day")
  }

  @Test func afterAFailureItIsAskedSoonerAndThenAtItsPeriodAgain() {
    let scene = scene(3_600)
    scene.perform(.refresh)
    scene.fail(1, unreachable)
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate + 60)
    scene.wait(60)
    scene.answer(2, .sample([1]))
    scene.wait(3_599)
    #expect(scene.asked.count == 3)
    scene.wait(1)
    #expect(scene.asked.count == 4)
  }
}
