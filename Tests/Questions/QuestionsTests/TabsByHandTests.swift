import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Tabs that a person opens, closes and moves.
@Suite struct TabsByHandTests {
  private let bash = QuestionFeed(site: "unix", tags: ["bash"])
  private var standard: [QuestionTab] { QuestionTab.standard }

  @Test func aTabIsOpenedAtTheEndAndAsksForItsFeed() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(.openTab(bash))
    #expect(scene.state.tabs.last == "unix bash")
    #expect(scene.state.selectedTab == 5)
    scene.wait(1)
    #expect(scene.asked.map(\.feed) == [bash])
    #expect(store.changes(of: QuestionChange.self).contains(.tabFate(bash, .opened)))
    scene.perform(.selectTab(0), .openTab(bash))
    #expect(scene.state.tabs.count == 6, "a feed has one tab")
    #expect(scene.state.selectedTab == 5)
  }

  @Test func closedTabsComeBackTheLastFirst() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(.selectTab(1), .closeTab, .closeTab)
    #expect(scene.state.tabs == ["Top", "Ruby", "Windows Phone"])
    #expect(scene.state.selectedTab == 1)
    scene.perform(.reopenTab)
    #expect(scene.state.tabs == ["Top", "iOS", "Ruby", "Windows Phone"])
    #expect(scene.state.tabs[scene.state.selectedTab] == "iOS")
    scene.perform(.reopenTab, .reopenTab)
    #expect(scene.state.tabs == ["Top", "Android", "iOS", "Ruby", "Windows Phone"])
    #expect(!scene.state.canReopen)
    let fates = store.changes(of: QuestionChange.self).compactMap { change -> String? in
      guard case .tabFate(let feed, let fate) = change else { return nil }
      return "\(feed.tags[0]) \(fate?.rawValue ?? "as in the settings")"
    }
    #expect(fates == ["android closed", "ios closed", "ios as in the settings", "android as in the settings"])
  }

  @Test func theLeftNeighbourIsShownWhereThereIsNoneOnTheRight() {
    let scene = StackOverflowScene()
    scene.perform(.selectTab(4), .closeTab)
    #expect(scene.state.selectedTab == 3)
  }

  @Test func theLastTabStays() {
    let scene = StackOverflowScene(tabs: [standard[0], standard[1]])
    scene.perform(.closeTab)
    #expect(!scene.state.canClose)
    scene.perform(.closeTab, .closeTab)
    #expect(scene.state.tabs == ["Android"])
  }

  @Test func aTabMovesAndStopsAtTheEnds() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.perform(.moveTab(1), .moveTab(1), .moveTab(-1))
    #expect(scene.state.tabs == ["Android", "Top", "iOS", "Ruby", "Windows Phone"])
    #expect(scene.state.selectedTab == 1)
    scene.perform(.moveTab(-9), .moveTab(-1), .moveTab(99))
    #expect(scene.state.tabs == ["Android", "iOS", "Ruby", "Windows Phone", "Top"])
    #expect(store.changes(of: QuestionChange.self).last == .tabOrder(scene.state.tabIDs))
  }

  @Test func settingsAndTabsByHandChangeUnderEachOther() {
    let scene = StackOverflowScene(tabs: Array(standard.prefix(3)))
    scene.perform(.openTab(bash), .selectTab(1), .closeTab, .selectTab(0), .moveTab(1))
    #expect(scene.state.tabs == ["iOS", "Top", "unix bash"])
    scene.list([standard[1], standard[3], standard[2], QuestionTab(name: "Shell", feed: bash)])
    #expect(scene.state.tabs == ["Ruby", "iOS", "Shell"], "closed stays closed, the settings' name counts")
    scene.list([standard[1]])
    #expect(scene.state.tabs == ["unix bash"], "what was opened by hand stays")
    scene.perform(.reopenTab)
    #expect(scene.state.tabs.sorted { $0.string < $1.string } == ["Android", "unix bash"])
  }

  @Test func whatWasDoneBeforeIsThereAgain() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(.openTab(QuestionFeed(tags: ["zsh"])))
    scene.scheduler.perform {
      store.arrive(
        RememberedState(
          tab: bash,
          tabs: TabChanges(opened: [bash], closed: [standard[2].id], order: [bash, standard[1].id])))
    }
    scene.wait(0.1)
    #expect(scene.state.tabs == ["Top", "unix bash", "zsh", "Android", "Ruby", "Windows Phone"])
    #expect(scene.state.tabs[scene.state.selectedTab] == "zsh", "what a person has done meanwhile counts for more")
  }

  @Test func aTabThatWasOpenedByHandIsShownAgain() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.scheduler.perform { store.arrive(RememberedState(tab: bash, tabs: TabChanges(opened: [bash]))) }
    scene.wait(0.1)
    #expect(scene.asked.map(\.feed) == [bash])
  }

  @Test func aQuestionThatIsOnTwoTabsIsAskedForOnce() {
    let scene = StackOverflowScene()
    scene.start()
    scene.answer(0, .sample([1]))
    scene.perform(.open)
    scene.answerDetail(0, .sample(1))
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([1]))
    scene.perform(.open)
    #expect(scene.askedDetails == [1])
    #expect(scene.state.reading?.detail?.answers.count == 2)
  }
}

@Suite struct FeedWordsTests {
  @Test(
    arguments: [
      ("swift concurrency", QuestionFeed(tags: ["swift", "concurrency"])),
      ("Swift|ios", QuestionFeed(tags: ["swift", "ios"], matching: .any, order: .activity)),
      ("swift | ios", QuestionFeed(tags: ["swift", "ios"], matching: .any, order: .activity)),
      ("site:unix bash ", QuestionFeed(site: "unix", tags: ["bash"])),
      ("site:unix", QuestionFeed(site: "unix")),
      ("c++ c++", QuestionFeed(tags: ["c++"])),
      ("", nil), ("site:", nil), ("  ", nil), ("a b c d e f", nil),
    ] as [(SafeText, QuestionFeed?)])
  func wordsAreAFeed(text: SafeText, feed: QuestionFeed?) {
    #expect(FeedWords(text).feed == feed)
  }

  @Test(
    arguments: [
      ("k", QuestionFeed.kept(), false), ("kept", .kept(), true), ("site:unix KEPT ", .kept(of: "unix"), true),
      ("", nil, false), ("site:unix", nil, false), ("kepto", nil, false), ("swift kept", nil, false),
    ] as [(SafeText, QuestionFeed?, Bool)])
  func whatIsKeptHasAWord(text: SafeText, feed: QuestionFeed?, isNamed: Bool) {
    #expect(FeedWords(text).kept == feed && FeedWords(text).nameKept == isNamed)
  }

  @Test(
    arguments: [
      ("swift con", "concurrency", "swift concurrency"), ("con", "concurrency", "concurrency"),
      ("swift|i", "ios", "swift|ios"), ("site:un", "unix", "site:unix"), ("bash site:un", "unix", "bash site:unix"),
    ] as [(SafeText, SafeText, SafeText)])
  func theLastWordIsCompleted(text: SafeText, word: SafeText, completed: SafeText) {
    #expect(FeedWords.completing(text, with: word) == completed)
  }
}

/// Tags and sites while a person types.
@Suite struct FeedCompletionTests {
  private let scene = StackOverflowScene()
  private let text = MutableProperty<SafeText>("")

  private func type(_ text: SafeText, for seconds: Double = 0.3) {
    scene.scheduler.perform { self.text.value = text }
    scene.wait(seconds)
  }

  private func followed(_ scene: StackOverflowScene) -> Property<FeedSuggestions> {
    scene.scheduler.perform { scene.viewModel.suggestions(for: Property(capturing: text)) }
  }

  @Test func aPauseOfTypingIsOneRequestFromTwoLettersOn() {
    let suggestions = followed(scene)
    type("s", for: 1)
    type("sw", for: 0.2)
    type("swi", for: 0.2)
    #expect(scene.directory.tags.keys == [])
    scene.wait(0.1)
    #expect(scene.directory.tags.keys == ["stackoverflow/swi"])
    #expect(suggestions.value.isLoading)
    scene.directory.tags.answer(0, [Questions.Tag(name: "swift", count: 300)])
    scene.wait(0)
    #expect(suggestions.value.words.map(\.word) == ["swift"])
    type("swif")
    #expect(suggestions.value.words.map(\.word) == ["swift"], "the last answer stays until the next one")
    type("site:unix ba")
    #expect(scene.directory.tags.keys.last == "unix/ba")
    #expect(scene.directory.tags.open == [2], "the one before it is cancelled")
  }

  @Test func aTagIsUnknownOnceTheServiceHasSaidWhatItKnows() {
    let suggestions = followed(scene)
    type("hask")
    #expect(!suggestions.value.isUnknown, "nothing has been said")
    scene.directory.tags.answer(0, [Questions.Tag(name: "haskell", count: 300)])
    scene.wait(0)
    #expect(suggestions.value.isUnknown)
    type("haskell", for: 0)
    #expect(!suggestions.value.isUnknown, "of this word nothing has been said")
    scene.wait(0.3)
    scene.directory.tags.answer(1, [Questions.Tag(name: "haskell", count: 300)])
    scene.wait(0)
    #expect(!suggestions.value.isUnknown)
    type("haskell ")
    #expect(!suggestions.value.isUnknown && suggestions.value.words == [])
  }

  @Test func sitesAreAskedForOnceInAWeek() {
    let cache = MemoryQuestionCache()
    let scene = StackOverflowScene(cache: cache)
    let suggestions = followed(scene)
    func type(_ text: SafeText) {
      scene.scheduler.perform { self.text.value = text }
      scene.wait(0.3)
    }
    type("site:uni")
    scene.directory.allSites.answer(
      0,
      SiteList([
        Site(id: "meta.unix", name: "M"), Site(id: "unix", name: "Unix & Linux"),
        Site(id: "unity", name: "U", isClosed: true),
      ]))
    scene.wait(0)
    #expect(suggestions.value.words.map(\.word) == ["unix", "meta.unix"])
    type("site:met")
    #expect(suggestions.value.words.map(\.word) == ["meta.unix"])
    scene.wait(6 * 86_400)
    type("site:un")
    #expect(scene.directory.allSites.keys.count == 1)
    scene.wait(86_401)
    type("site:unix")
    #expect(scene.directory.allSites.keys.count == 2)
  }

  @Test func nothingIsCompletedInAPauseAndThenWhatStandsThere() {
    let suggestions = followed(scene)
    type("swi")
    let error = ServiceError.throttled(until: nil)
    scene.directory.tags.fail(0, error)
    for text in ["swif", "swift", "site:uni", "swi"] as [SafeText] { type(text, for: 5) }
    #expect(scene.directory.tags.keys.count == 1 && scene.directory.allSites.keys.isEmpty)
    #expect(suggestions.value.trouble == error && !suggestions.value.isLoading)
    scene.wait(39)
    #expect(scene.directory.tags.keys.count == 1)
    scene.wait(1)
    #expect(scene.directory.tags.keys.count == 2)
    scene.directory.tags.answer(1, [Questions.Tag(name: "swift", count: 300)])
    scene.wait(0)
    #expect(suggestions.value.trouble == nil && suggestions.value.words.map(\.word) == ["swift"])
  }

  @Test func whatNeedsAPersonIsNotCompletedAgainInTheSameWords() {
    let suggestions = followed(scene)
    let error = ServiceError.refused(name: "bad_parameter", message: "inname")
    type("swi")
    scene.directory.tags.fail(0, error)
    type("swif")
    scene.directory.tags.answer(1, [Questions.Tag(name: "swift", count: 300)])
    type("swi")
    #expect(scene.directory.tags.keys == ["stackoverflow/swi", "stackoverflow/swif"])
    #expect(suggestions.value.trouble == error && !suggestions.value.isLoading)
  }

  @Test func sitesThatNeedAPersonAreNotAskedForWithEachLetter() {
    let suggestions = followed(scene)
    type("site:u")
    scene.directory.allSites.fail(0, .httpStatus(401, host: "example.org"))
    for text in ["site:un", "site:uni"] as [SafeText] { type(text, for: 5) }
    #expect(scene.directory.allSites.keys.count == 1)
    #expect(suggestions.value.trouble == .httpStatus(401, host: "example.org"))
    type("uni")
    #expect(scene.directory.tags.keys == ["stackoverflow/uni"], "tags are another request")
  }

  @Test func completionStopsWhileTheDaysRequestsRunLow() {
    scene.start()
    scene.answer(0, QuestionPage(questions: [], quotaRemaining: 9, quotaMax: 300))
    let suggestions = followed(scene)
    type("swift")
    #expect(scene.directory.tags.keys == [])
    #expect(suggestions.value.text == "swift")
  }
}
