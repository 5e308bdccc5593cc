import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The tab with the questions that a person keeps.
@Suite struct KeptTabTests {
  private let store = MemoryStateStore()
  private let cache = MemoryQuestionCache()
  private let scene: StackOverflowScene

  init() {
    scene = StackOverflowScene(tabs: [QuestionTab.standard[0]], store: store, cache: cache)
  }

  private func keep(_ ids: Int..., site: String = "stackoverflow") {
    for id in ids {
      store.keep(.keep(CachedDetail(detail: .sample(id, answers: 2), fetched: .distantPast), site: site))
    }
  }

  /// A pane whose first tab has these questions, and which then shows those that are kept.
  private func begin(with ids: [Int] = [1, 2]) {
    scene.start()
    scene.scheduler.perform {
      store.arrive(RememberedState(marks: QuestionMarks(kept: Set(store.keptDetails.value.keys))))
    }
    scene.wait(0)
    scene.answer(0, .sample(ids))
    scene.perform(.openTab(.kept()))
    scene.wait(0)
  }

  @Test func whatIsKeptIsListedTheLastFirstAndNobodyIsAsked() {
    keep(7, 9, 8)
    keep(5, site: "unix")
    begin()
    #expect(scene.state.tabs == ["Top", "Kept"])
    #expect(scene.rows == [8, 9, 7] && !scene.list.hasMore)
    scene.perform(.refresh, .move(.end), .move(.lines(1)))
    scene.wait(3_600)
    #expect(scene.asked.map(\.feed) == [QuestionFeed()], "only the first tab")
    #expect(cache.read == [QuestionFeed()] && cache.written == [QuestionFeed()])
    scene.perform(.openTab(.kept(of: "unix")))
    scene.wait(0)
    #expect(scene.state.tabs.last == "unix kept" && scene.rows == [5])
  }

  @Test func aRowGoesWhenItsQuestionIsNoLongerKept() {
    keep(7, 8, 9)
    begin()
    scene.perform(.move(.lines(1)), .toggleKept)
    scene.wait(0)
    #expect(scene.rows == [9, 7] && scene.list.selection == 7)
    #expect(store.changes(of: QuestionChange.self).last == .drop(QuestionKey(site: "stackoverflow", id: 8)))
  }

  @Test func whatIsTakenOffWhileItIsReadCanBeKeptAgain() {
    keep(7, 8)
    begin()
    scene.perform(.open)
    scene.wait(0)
    scene.perform(.toggleKept)
    scene.wait(0)
    #expect(scene.rows == [7] && scene.state.reading?.question.id == 8, "it stays open")
    scene.answerDetail(0, .sample(8))
    scene.perform(.toggleKept)
    scene.wait(0)
    #expect(scene.rows == [8, 7])
  }

  @Test func whatIsKeptElsewhereJoinsTheListAndIsNoNews() {
    keep(7)
    begin()
    scene.perform(.selectTab(0), .toggleKept)
    scene.answerDetail(0, .sample(1))
    scene.perform(.selectTab(1))
    scene.wait(0)
    #expect(scene.rows == [1, 7])
    #expect(scene.state.news == [])
  }

  @Test func itIsFilteredAndReadWithoutANetwork() {
    keep(7, 8)
    scene.start()
    scene.wait(0.5)
    scene.fail(0, unreachable)
    scene.perform(.openTab(.kept()))
    scene.wait(0)
    #expect(scene.rows == [8, 7] && scene.list.trouble == nil)
    scene.perform(.editFilter, .edit(.insert("7")))
    scene.wait(0.2)
    #expect(scene.rows == [7])
    scene.perform(.acceptFilter, .open)
    scene.wait(0)
    scene.failDetail(0, unreachable)
    #expect(scene.state.reading?.detail?.answers.count == 2)
  }

  @Test func whatIsGoneFromTheSiteCanStillBeRead() {
    keep(7)
    begin()
    scene.perform(.open)
    scene.failDetail(0, .notFound("question 7"))
    #expect(scene.state.reading?.detail?.answers.count == 2)
    #expect(scene.state.reading?.trouble?.error == .notFound("question 7"))
    scene.perform(.close)
    #expect(scene.rows == [7])
  }

  @Test func noTimerRefreshesIt() {
    keep(7)
    scene.setRefreshPeriod(60)
    begin()
    let before = scene.list.loadedAt
    scene.wait(3_600)
    #expect(scene.list.loadedAt == before)
    scene.perform(.refresh)
    scene.wait(0)
    #expect(scene.list.loadedAt != before)
  }

  @Test func theDemonstrationHasNone() {
    keep(7)
    begin()
    scene.perform(.selectTab(0), .refresh)
    scene.answer(1, .sample([1], origin: .demo))
    scene.perform(.selectTab(1))
    scene.wait(0)
    #expect(scene.rows == [] && scene.state.origin == .demo)
    scene.perform(.selectTab(0), .refresh)
    scene.wait(1)
    scene.answer(2, .sample([1]))
    scene.perform(.selectTab(1))
    scene.wait(0)
    #expect(scene.rows == [7] && scene.state.origin == .live)
  }
}
