import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// A tab that joins several sites: each with its own pages and its own trouble.
@Suite struct JoinedTabTests {
  private static let feed = QuestionFeed(otherSites: ["unix"], order: .votes)
  private let scene = StackOverflowScene(tabs: [QuestionTab(name: "Both", feed: feed)])

  /// A page of questions with these scores, which are their numbers too.
  private static func page(_ scores: [Int], hasMore: Bool = false) -> QuestionPage {
    let questions = scores.map { Question(id: $0, title: "Question \($0)", score: $0, answerCount: 0) }
    return QuestionPage(questions: questions, hasMore: hasMore)
  }

  /// What is shown, as the site's first letter and the number.
  private var rows: [String] { scene.list.questions.map { "\($0.site.first ?? "?")\($0.id)" } }
  private var asked: [String] { scene.asked.map { "\($0.feed.site) \($0.page)" } }

  private func load(_ here: QuestionPage, _ there: QuestionPage) {
    scene.start()
    scene.answer(0, here)
    scene.answer(1, there)
  }

  @Test func eachSiteIsAskedOnceAndTheirQuestionsAreOneList() {
    load(Self.page([9, 7]), Self.page([8, 7]))
    #expect(
      scene.asked.map(\.feed) == Self.feed.parts && Self.feed.parts.map(\.sites) == [["stackoverflow"], ["unix"]])
    #expect(rows == ["s9", "u8", "s7", "u7"] && scene.list.total == 4 && !scene.list.hasMore)
    scene.perform(.refresh)
    #expect(asked == ["stackoverflow 1", "unix 1", "stackoverflow 1", "unix 1"])
  }

  @Test func theSameNumberOnTwoSitesIsTwoRows() {
    load(Self.page([7]), Self.page([7]))
    scene.perform(.select(QuestionIdentity(site: "unix", id: 7)))
    #expect(scene.list.selectedRow == 1)
    scene.perform(.inTab(.open))
    #expect(scene.service.details.keys == [7] && scene.state.reading?.question.site == "unix")
    #expect(scene.state.marks.read.keys.map(\.site) == ["unix"], "only that of the row's own site is read")
    scene.perform(.inTab(.stepQuestion(-1)))
    #expect(scene.state.reading?.question.site == "stackoverflow", "the other one is its neighbour")
    scene.perform(.inTab(.close), .toggleKept)
    #expect(scene.state.marks.kept.map(\.site) == ["stackoverflow"])
    scene.perform(.markUnread)
    #expect(scene.state.marks.read.keys.map(\.site) == ["unix"])
    scene.perform(.inTab(.openListed(QuestionIdentity(site: "unix", id: 7))))
    #expect(scene.state.reading?.question.site == "unix", "a jump to a number goes to its site")
    scene.perform(.toggleAllRead)
    #expect(Set(scene.state.marks.read.keys.map(\.site)) == ["stackoverflow", "unix"])
  }

  @Test func pastTheEndOnlyTheSiteWhoseNextPageFollowsIsAsked() {
    load(Self.page([9, 7, 6], hasMore: true), Self.page([8, 5, 4], hasMore: true))
    #expect(rows == ["s9", "u8", "s7", "s6"], "what comes after the last known question of a site waits")
    #expect(scene.list.hasMore)
    scene.perform(.inTab(.move(.end)), .inTab(.move(.end)))
    #expect(asked.dropFirst(2) == ["stackoverflow 2"] && scene.list.isLoadingMore)
    scene.answer(2, Self.page([5, 3], hasMore: true))
    #expect(rows == ["s9", "u8", "s7", "s6", "s5", "u5", "u4"])
    #expect(scene.list.selection == QuestionIdentity(site: "unix", id: 4), "G arrives at the end")
    scene.perform(.inTab(.move(.end)))
    #expect(asked.dropFirst(3) == ["unix 2"])
    scene.answer(3, Self.page([1]))
    #expect(rows.suffix(2) == ["u4", "s3"], "the last one of unix waits for a page of stackoverflow")
  }

  @Test func theFailureOfOneLeavesTheOthersAndIsToldByName() throws {
    scene.start()
    scene.fail(1, .timedOut(host: "a.example", seconds: 30))
    #expect(rows.isEmpty && scene.list.load == .loading, "the other one may still answer")
    scene.answer(0, Self.page([9, 7], hasMore: true))
    #expect(rows == ["s9", "s7"])
    let trouble = try #require(scene.list.trouble)
    #expect(trouble.sites == ["unix"] && trouble.retry != nil)
    scene.wait(61)
    #expect(asked.dropFirst(2) == ["unix 1"], "only the one that failed is asked again")
    scene.answer(2, Self.page([8]))
    #expect(rows == ["s9", "u8", "s7"] && scene.list.trouble == nil)
  }

  @Test func aFailureOfAllNeedsNoNames() {
    scene.start()
    for index in 0..<2 { scene.fail(index, .unreachable(host: "a.example", reason: "no route")) }
    #expect(scene.list.trouble?.sites == [] && scene.list.troubles.count == 1)
  }

  @Test func differentFailuresAreAllKnown() {
    scene.start()
    scene.fail(0, .timedOut(host: "a.example", seconds: 30))
    scene.fail(1, .refused(name: "bad_parameter", message: "No site found for name `unix`"))
    #expect(scene.list.troubles.map(\.sites) == [["stackoverflow"], ["unix"]])
    #expect(scene.list.troubles.map { $0.retry == nil } == [false, true], "an unknown site is not asked again")
  }

  @Test func theFirstAnswerOfASlowSiteIsNoNewsAndMovesNothing() {
    scene.start()
    scene.answer(0, Self.page([9, 7], hasMore: true))
    #expect(rows == ["s9", "s7"], "nobody waits for a site that is slow for ever")
    scene.perform(.select(7))
    scene.answer(1, Self.page([8]))
    #expect(rows == ["s9", "u8", "s7"] && scene.list.selection == 7 && scene.state.news.isEmpty)
  }

  @Test func aListThatNobodyHasTouchedBeginsAtItsStart() {
    scene.start()
    scene.answer(1, Self.page([8]))
    scene.answer(0, Self.page([9, 7]))
    #expect(rows == ["s9", "u8", "s7"] && scene.list.selectedRow == 0)
  }

  @Test func aFailedNextPageIsNotWaitedFor() {
    load(Self.page([9, 7], hasMore: true), Self.page([8, 5, 4]))
    #expect(rows == ["s9", "u8", "s7"])
    scene.perform(.inTab(.move(.end)), .inTab(.move(.end)))
    scene.fail(2, .timedOut(host: "a.example", seconds: 30))
    #expect(rows == ["s9", "u8", "s7", "u5", "u4"] && scene.list.trouble?.sites == ["stackoverflow"])
  }

  @Test func anotherOrderIsAskedOfEachAndNothingOfTheOldOneIsMixedIn() {
    load(Self.page([9]), Self.page([8]))
    scene.perform(.sort(.hot))
    #expect(scene.asked.dropFirst(2).map(\.feed.order) == [.hot, .hot])
    scene.answer(2, Self.page([1, 2]))
    #expect(rows == ["s1", "s2"])
    scene.answer(3, Self.page([3]))
    #expect(rows == ["s1", "u3", "s2"], "the sites take turns")
  }

  @Test func anotherSourceTakesTheOthersRowsAway() {
    load(Self.page([9]), Self.page([8]))
    scene.perform(.refresh)
    scene.answer(2, .sample([7], origin: .demo))
    #expect(rows == ["s7"] && scene.state.origin == .demo)
  }

  @Test func aSearchAsksEachSiteAndItsTabAsksNoneAgain() {
    load(Self.page([9]), Self.page([8]))
    let text = MutableProperty<SafeText>("bash")
    let findings = scene.viewModel.findings(for: Property(capturing: text))
    let ended = findings.producer.start()
    defer { ended.dispose() }
    scene.wait(1)
    #expect(scene.asked.dropFirst(2).map(\.feed.site) == ["stackoverflow", "unix"])
    scene.answer(2, Self.page([5, 4]))
    scene.fail(3, .timedOut(host: "a.example", seconds: 30))
    #expect(findings.value.questions.map(\.id) == [5, 4] && findings.value.failedSites == ["unix"])
    text.value = "bash array"
    scene.wait(1)
    scene.answer(4, Self.page([5, 4]))
    scene.answer(5, Self.page([5]))
    #expect(findings.value.questions.map { "\($0.site) \($0.id)" } == ["stackoverflow 5", "unix 5", "stackoverflow 4"])
    guard let feed = findings.value.feed else { return #expect(Bool(false), "there is a search") }
    scene.perform(.openTab(feed), .inTab(.openListed(QuestionIdentity(site: "unix", id: 5))))
    scene.scheduler.advance()
    #expect(rows == ["s5", "u5", "s4"] && scene.asked.count == 6 && scene.state.reading?.question.site == "unix")
  }

  @Test func offlineThereIsWhatWasKeptOfEachSite() {
    let yesterday = Date(timeIntervalSinceReferenceDate: -86_400)
    let cache = MemoryQuestionCache([9, 7], of: Self.feed.parts[0], at: yesterday)
    let offline = StackOverflowScene(tabs: [QuestionTab(name: "Both", feed: Self.feed)], cache: cache)
    offline.start()
    offline.scheduler.advance()
    #expect(offline.rows == [9, 7] && offline.list.loadedAt == yesterday && offline.list.isFromThePast)
    offline.answer(1, Self.page([8]))
    #expect(cache[Self.feed.parts[1]]?.page.questions.map(\.id) == [8] && cache[Self.feed] == nil, "each by itself")
    offline.fail(0, .timedOut(host: "a.example", seconds: 30))
    #expect(offline.list.total == 3 && offline.list.loadedAt == yesterday, "as old as the oldest of it")
    #expect(offline.list.trouble?.sites == ["stackoverflow"])
  }

  @Test func aPersonTypesSeveralSites() {
    let words = FeedWords("site:unix site:superuser.com bash site:unix.stackexchange.com")
    #expect(words.feed?.sites == ["unix", "superuser"] && words.feed?.tags == ["bash"])
    #expect(QuestionTab(byHand: QuestionFeed(otherSites: ["unix"])).name == "stackoverflow+unix")
    let many = FeedWords("site:a site:b site:c site:d site:e site:f")
    #expect(many.feed == nil && many.mistake == "a list joins 5 sites at most, these are 6")
  }

  @Test func theFilterFindsASite() {
    load(Self.page([9, 7]), Self.page([8]))
    scene.perform(.inTab(.field(.begin)))
    scene.type("unix")
    scene.perform(.inTab(.field(.accept)))
    #expect(rows == ["u8"])
  }
}
