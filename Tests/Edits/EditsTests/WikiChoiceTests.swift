import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

private let start = Date(timeIntervalSince1970: 1_400_165_160)

/// Which wikis are shown: what the settings say, what a person types, and what was chosen before.
@Suite struct WikiChoiceTests {
  private let scheduler = TestScheduler(startDate: start)
  private let feed = ScriptedFeed()
  private let store = MemoryStateStore()
  private let settings = MutableProperty(WikipediaSettings())

  private func viewModel(hasStore: Bool = true) -> WikipediaViewModel {
    WikipediaViewModel(
      feed: feed, settings: Property(capturing: settings), memory: hasStore ? Memory(in: store, on: scheduler) : nil,
      scheduler: scheduler)
  }

  @Test func nothingIsRequestedBeforeTheChoicesOfTheLastRunAreKnown() {
    let viewModel = viewModel()
    scheduler.perform { viewModel.start() }
    feed.connect()
    scheduler.advance(by: .milliseconds(400))
    #expect(viewModel.state.value.connection == .connecting)
    store.arrive(RememberedState())
    scheduler.advance()
    feed.connect()
    scheduler.advance(by: .milliseconds(50))
    #expect(viewModel.state.value.connection == .connected(source: .english))
  }

  // MARK: - What is typed

  private func names(_ text: SafeText, current: WikiSelection = .english) -> [[String]] {
    WikiWords(text).suggestions(current: current).map(\.selection.names)
  }

  @Test(
    arguments: [
      ("de", ["dewiki"]), ("ger", ["dewiki"]), ("Deutsch", ["dewiki"]), ("frwiktionary", ["frwiktionary"]),
      ("de fr", ["dewiki", "frwiki"]), ("en,dewiktionary", ["enwiki", "dewiktionary"]), ("de de", ["dewiki"]),
      ("norwegian bokmål, de", ["nowiki", "dewiki"]), ("en norwegian bok", ["enwiki", "nowiki"]),
      ("all", []), ("zh-yue", ["zh_yuewiki"]), ("scnwiki", ["scnwiki"]), ("de, ", ["dewiki", "enwiki"]),
    ] as [(SafeText, [String])])
  func theFirstSuggestionIsWhatTheWordsSay(text: SafeText, expected: [String]) {
    #expect(names(text).first == expected)
  }

  @Test func withoutWordsAllWikisAreOfferedAndWhatIsShown() {
    #expect(names("").prefix(2) == [[], ["enwiki"]])
    #expect(names("", current: WikiSelection(["dewiki", "frwiki"])).prefix(2) == [["dewiki", "frwiki"], []])
  }

  @Test func aLanguageIsFoundByPartOfItsName() {
    #expect(names("slov") == [["skwiki"], ["slwiki"]])
    #expect(names("en slov") == [["enwiki", "skwiki"], ["enwiki", "slwiki"]])
  }

  @Test func theLastWordIsCompletedInItsPlace() {
    let completions = WikiWords("en, slovenia").suggestions(current: .english).map(\.completion)
    #expect(completions == ["en, slwiki"])
    let language = WikiWords("en, Simple Engl").suggestions(current: .english).map(\.completion)
    #expect(language == ["en, simplewiki"])
    #expect(WikiWords("en,").suggestions(current: .english).first?.completion == "en,dewiki")
  }

  @Test(
    arguments: [
      ("nonsense de", "no wiki is called nonsense"), ("../etc de", "no wiki is called ../etc"), ("nonsen", nil),
      (SafeText(oneLine: (0..<51).map { "a\($0)wiki" }.joined(separator: " ")), "at most 50 wikis"),
    ] as [(SafeText, SafeText?)])
  func whatNamesNoWikiIsSaid(text: SafeText, mistake: SafeText?) {
    #expect(WikiWords(text).mistake == mistake)
    #expect(WikiWords(text).suggestions(current: .english).isEmpty)
  }

  // MARK: - What holds

  @Test func whatWasSaidLastHoldsWhereverItWasSaid() {
    let viewModel = viewModel(hasStore: false)
    viewModel.start()
    #expect(viewModel.wikis.value == .english)
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki"]))) }
    #expect(viewModel.wikis.value.names == ["dewiki"] && viewModel.state.value.wikis.names == ["dewiki"])
    settings.value.wikis = ["frwiki"]
    #expect(viewModel.wikis.value.names == ["frwiki"])
    scheduler.perform { viewModel.send(.chooseWikis(.all)) }
    settings.value.url = URL(string: "https://example.org/")
    #expect(viewModel.wikis.value == .all, "another key of the settings")
  }

  @Test func aChoiceIsKeptUntilItIsWhatTheSettingsSay() {
    let viewModel = viewModel()
    viewModel.start()
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki"]))) }
    scheduler.perform { viewModel.send(.chooseWikis(.english)) }
    #expect(
      store.changes(of: EditChange.self) == [
        .choice(.wikis(Override(WikiSelection(["dewiki"]), of: .english))), .choice(.wikis(nil)),
      ])
  }

  @Test func theChoiceOfTheRunBeforeIsFoundBeforeTheFeedIsAsked() {
    let viewModel = viewModel()
    let started = Counter(viewModel.state.signal.filter { $0.connection != .connecting })
    viewModel.start()
    feed.connect()
    #expect(started.count == 0, "nothing is listened to yet")
    store.arrive(
      RememberedState(wikipedia: WikipediaChoices(wikis: Override(WikiSelection(["dewiki"]), of: .english))))
    scheduler.advance()
    #expect(viewModel.wikis.value.names == ["dewiki"])
    feed.input.send(value: .connected(source: WikiSelection(["dewiki"])))
    scheduler.advance(by: .milliseconds(50))
    #expect(viewModel.state.value.connection == .connected(source: WikiSelection(["dewiki"])))
    #expect(viewModel.state.value.followsWikis)
  }

  @Test func aChoiceThatWasMadeOfOtherSettingsIsForgotten() {
    settings.value.wikis = ["frwiki"]
    let viewModel = viewModel()
    viewModel.start()
    store.arrive(
      RememberedState(wikipedia: WikipediaChoices(wikis: Override(WikiSelection(["dewiki"]), of: .english))))
    scheduler.advance()
    #expect(viewModel.wikis.value.names == ["frwiki"])
  }

  @Test func aStoreThatDoesNotAnswerHoldsTheFeedUpForAMoment() {
    let viewModel = viewModel()
    viewModel.start()
    scheduler.advance(by: .milliseconds(501))
    feed.connect()
    scheduler.advance(by: .milliseconds(50))
    #expect(viewModel.state.value.connection == .connected(source: .english))
  }

  // MARK: - What is shown

  @Test func whatCameOfTheFormerWikisIsVoidAndTheConnectionStands() {
    let viewModel = viewModel(hasStore: false)
    viewModel.start()
    feed.connect()
    feed.edit("Before", at: start)
    scheduler.advance(by: .seconds(6))
    #expect(viewModel.state.value.rate == 0.2 && viewModel.state.value.recent.count == 1)
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki", "frwiki"]))) }
    feed.input.send(value: .selected(source: WikiSelection(["dewiki", "frwiki"])))
    feed.edit("After", at: scheduler.currentDate)
    feed.edit("And this", at: scheduler.currentDate)
    scheduler.advance(by: .milliseconds(50))
    let state = viewModel.state.value
    #expect(state.connection == .connected(source: WikiSelection(["dewiki", "frwiki"])))
    #expect(state.recent.map(\.event.title) == ["And this", "After"])
    #expect(state.chart.series.isEmpty && state.rate == nil)
    // The window in which it changed is not full.
    scheduler.advance(by: .seconds(10))
    #expect(viewModel.state.value.chart.series.points.map(\.value) == [0])
  }

  /// The feed learns of the choice a moment later, and may tell more of the former wiki until then.
  @Test func noRowOfAnotherWikiIsShownFromTheChoiceOn() {
    let viewModel = viewModel(hasStore: false)
    viewModel.start()
    feed.connect()
    func tell(of wiki: String?, _ title: SafeText) {
      let event = WikiEvent(kind: .unspecified, title: title, time: scheduler.currentDate, wiki: wiki)
      feed.input.send(value: .event(event, isReplay: false))
      scheduler.advance(by: .milliseconds(50))
    }
    scheduler.advance(by: .seconds(1))
    tell(of: "enwiki", "Before")
    tell(of: nil, "Of a feed that does not say")
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki"]))) }
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Of a feed that does not say"])
    tell(of: "enwiki", "On its way")
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Of a feed that does not say"])
    feed.input.send(value: .selected(source: WikiSelection(["dewiki"])))
    tell(of: "dewiki", "After")
    #expect(viewModel.state.value.recent.map(\.event.title) == ["After"])
  }

  @Test func withoutAConnectionNothingIsCountedOfOtherWikisEither() {
    let viewModel = viewModel(hasStore: false)
    viewModel.start()
    feed.connect()
    feed.input.send(value: .disconnected(unreachable, retry: nil))
    feed.input.send(value: .selected(source: WikiSelection(["dewiki"])))
    scheduler.advance(by: .seconds(20))
    guard case .waiting(let trouble) = viewModel.state.value.connection else {
      Issue.record("it waits no longer")
      return
    }
    #expect(trouble.since == start && viewModel.state.value.rate == nil)
  }

  @Test func aFeedOfOneWikiIsKnownByWhatItNames() {
    var state = WikipediaState(
      connection: .connected(source: .english), wikis: WikiSelection(["dewiki"]),
      chart: WikipediaModel(now: start).state.chart)
    #expect(!state.followsWikis)
    state.connection = .connecting
    #expect(state.followsWikis)
  }
}

/// Wikis that are chosen and do not exist.
@Suite struct MissingWikiTests {
  private let scheduler = TestScheduler(startDate: start)
  private let settings = MutableProperty(WikipediaSettings())
  private let cache = MemoryWikiCache()
  private let lists = MutableProperty<Result<[Wiki], ServiceError>>(.success([]))
  private let requests = MutableProperty(0)
  private let feed: ScriptedFeed

  init() {
    feed = ScriptedFeed(list: { [lists, requests] in
      requests.modify { $0 += 1 }
      return SignalProducer(result: lists.value)
    })
  }

  private func connected(_ wikis: [String]) -> WikipediaViewModel {
    settings.value.wikis = wikis
    let viewModel = WikipediaViewModel(
      feed: feed, settings: Property(capturing: settings), server: Property(value: "https://stream.example"),
      cache: cache, scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
    feed.input.send(value: .connected(source: WikiSelection(wikis)))
    scheduler.advance(by: .seconds(11))
    return viewModel
  }

  @Test func theListSaysThatThereIsNoSuchWikiAndNoRateIsTold() {
    lists.value = .success([Wiki("scnwiki", "Sicilian")])
    let state = connected(["zxcwiki"]).state.value
    #expect(state.trouble?.error == .notFound("an open wiki called zxcwiki; w chooses another"))
    #expect(state.rate == nil)
    #expect(requests.value == 1)
  }

  @Test func theKeptListSaysItToo() {
    cache.keep(CachedWikis([Wiki("scnwiki", "Sicilian")], fetched: start - 60), of: "https://stream.example")
    let viewModel = connected(["enwiki", "zxcwiki", "qwewiki"])
    #expect(
      viewModel.state.value.trouble?.error == .notFound("an open wiki called zxcwiki and 1 more; w chooses another"))
    #expect(viewModel.state.value.rate == 0, "the other one is there")
    #expect(requests.value == 0)
    scheduler.perform { viewModel.send(.chooseWikis(.english)) }
    #expect(viewModel.state.value.trouble == nil)
  }

  @Test func aWikiThatIsListedOrKnownIsNoTrouble() {
    lists.value = .success([Wiki("zxcwiki", "New")])
    #expect(connected(["zxcwiki"]).state.value.trouble == nil)
    #expect(connected(["scnwiki"]).state.value.trouble == nil)
    #expect(requests.value == 1)
  }

  @Test func aListThatDoesNotComeIsNoAnswer() {
    lists.value = .failure(unreachable)
    let state = connected(["qwewiki"]).state.value
    #expect(state.trouble == nil && requests.value == 1)
  }

  @Test func aClosedWikiThatWasChosenBeforeIsToldWithoutAList() {
    lists.value = .failure(unreachable)
    let state = connected(["enwikinews"]).state.value
    #expect(state.trouble?.error == .notFound("an open wiki called enwikinews; w chooses another"))
  }
}
