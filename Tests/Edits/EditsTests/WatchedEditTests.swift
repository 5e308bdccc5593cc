import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Edits that a person watches: marked, counted, and once for each with the bell.
@Suite struct WatchedEditTests {
  private let feed = ScriptedFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let settings: MutableProperty<WikipediaSettings>
  private let viewModel: WikipediaViewModel
  private let rings = MutableProperty(0)

  init() {
    var settings = WikipediaSettings()
    settings.watch = [EditWatch(.title("Saturn"), ringsBell: true), EditWatch(.user("Vand77"))]
    self.settings = MutableProperty(settings)
    viewModel = WikipediaViewModel(feed: feed, settings: Property(self.settings), scheduler: scheduler)
    viewModel.bells.observeValues { [rings] in rings.modify { $0 += 1 } }
    viewModel.start()
    scheduler.advance(by: .seconds(1))
    feed.connect()
  }

  private func edit(_ title: SafeText, by user: SafeText = "Maria", revision: Int = 7, isReplay: Bool = false) {
    send(title, by: user, revision: revision, isReplay: isReplay)
    scheduler.advance(by: .seconds(1))
  }

  private func send(_ title: SafeText, by user: SafeText = "Maria", revision: Int = 7, isReplay: Bool = false) {
    let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: nil, new: revision), user: user)
    let event = WikiEvent(kind: .unspecified, title: title, time: nil, wiki: "enwiki", edit: edit)
    feed.input.send(value: .event(event, isReplay: isReplay))
  }

  private var marks: [Bool] { viewModel.state.value.recent.map(\.isWatched) }

  @Test func watchedEditsAreMarkedAndCountedUntilTheyAreOpened() {
    edit("Saturn")
    edit("Mars", revision: 8)
    edit("Venus", by: "Vand77", revision: 9)
    #expect(marks == [true, false, true] && viewModel.state.value.watchedCount == 2)
    scheduler.perform { viewModel.send(.open) }
    #expect(viewModel.state.value.watchedCount == 1)
    scheduler.perform { viewModel.send(.markUnread) }
    #expect(viewModel.state.value.watchedCount == 2)
  }

  @Test func theBellRingsOnceForEachAndNotForWhatIsRepeated() {
    edit("Saturn")
    #expect(rings.value == 1)
    scheduler.advance(by: .seconds(60))
    edit("Venus", by: "Vand77")
    edit("Saturn", isReplay: true)
    #expect(rings.value == 1)
    let key = EditAnnotation.Key(wiki: "enwiki", revision: 7)
    feed.input.send(value: .annotated(EditAnnotation(key, EditFacts(risk: 0.5))))
    scheduler.advance(by: .seconds(1))
    #expect(rings.value == 1, "an annotation is no edit")
    edit("Saturn")
    #expect(rings.value == 2)
  }

  @Test func theBellIsNotLostAmongWhatComesWithIt() {
    for title: SafeText in ["Mars", "Saturn", "Venus"] { send(title) }
    scheduler.advance(by: .seconds(1))
    #expect(rings.value == 1)
  }

  @Test func theDesktopIsToldHowManyCameTogetherButNotOfWhatIsRepeated() {
    let notices = MutableProperty<[DesktopNotice]>([])
    viewModel.batches.compactMap(\.watched).observeValues { notice in notices.modify { $0.append(notice) } }
    edit("Mars")
    edit("Saturn", isReplay: true)
    #expect(notices.value == [])
    edit("Saturn")
    for _ in 1...3 { send("Venus", by: "Vand77") }
    send("Mars")
    scheduler.advance(by: .seconds(1))
    #expect(notices.value.first == DesktopNotice(.watched, "Saturn") && notices.value.last?.text == "Venus")
    #expect(notices.value.reduce(0) { $0 + $1.count } == 4)
  }

  @Test func otherSettingsHoldForTheListAndForWhatComes() {
    edit("Saturn")
    edit("Mars")
    scheduler.perform { settings.modify { $0.watch = [EditWatch(.title("Mars"), ringsBell: true)] } }
    #expect(marks == [true, false])
    edit("Mars")
    #expect(marks == [true, true, false] && rings.value == 2)
    scheduler.perform { settings.modify { $0.watch = [] } }
    #expect(marks == [false, false, false] && viewModel.state.value.watchedCount == 0)
  }

  @Test func watchedEditsStayWatchedAfterAnotherOrigin() {
    feed.input.send(value: .restarted(.demo))
    feed.connect()
    edit("Saturn")
    #expect(marks == [true] && rings.value == 1)
  }

  // MARK: - By key

  private static let mars = WatchedSubject(.page, "Mars", on: "enwiki")

  private func notices(_ actions: WikipediaViewModel.Action...) -> [SafeText] {
    let notices = MutableProperty<[SafeText]>([])
    let observation = viewModel.notices.observeValues { notice in notices.modify { $0.append(notice) } }
    for action in actions { scheduler.perform { viewModel.send(action) } }
    observation?.dispose()
    return notices.value
  }

  @Test func aKeyWatchesTheSelectedEditsPageAndTheSameKeyStopsIt() {
    edit("Mars")
    edit("Venus", revision: 8)
    #expect(notices(.watchPage()) == [], "nothing is selected")
    #expect(notices(.select(0), .watchPage()) == ["Watching “Mars” on enwiki; again: no longer"])
    #expect(marks == [false, true] && viewModel.watched.value.byHand == [Self.mars])
    edit("Mars", revision: 9)
    #expect(marks == [true, false, true] && viewModel.state.value.watchedCount == 2 && rings.value == 0)
    #expect(notices(.watchPage()) == ["No longer watching “Mars” on enwiki"])
    #expect(marks == [false, false, false])
  }

  @Test func aKeyWatchesTheOpenEditsUserOrThatOfAnotherList() throws {
    edit("Mars", by: "Ingrid")
    edit("Venus", revision: 8)
    #expect(
      notices(.select(0), .open, .followNewest, .watchUser()) == ["Watching “Ingrid” on enwiki; again: no longer"])
    let other = try #require(viewModel.state.value.recent.first)
    #expect(notices(.watchPage(of: other)) == ["Watching “Venus” on enwiki; again: no longer"])
    #expect(marks == [true, true])
  }

  /// What the settings watch is theirs; what is watched by key stays when they change.
  @Test func theSettingsAreNotChangedByAKey() {
    edit("Saturn")
    edit("Mars", by: "Vand77", revision: 8)
    #expect(notices(.select(0), .watchPage()) == ["The settings watch “Saturn” on enwiki: see wikipedia.watch"])
    #expect(notices(.select(1), .watchUser()) == ["The settings watch “Vand77” on enwiki: see wikipedia.watch"])
    #expect(notices(.watchPage()).count == 1 && viewModel.watched.value.byHand == [Self.mars])
    #expect(
      notices(.unwatch(.setting(EditWatch(.user("Vand77"))))) == [
        "The settings watch that: remove it from wikipedia.watch"
      ])
    scheduler.perform { settings.modify { $0.watch = [EditWatch(.title("Mars"))] } }
    #expect(marks == [true, false])
    #expect(notices(.unwatch(.byHand(Self.mars))) == ["The settings still watch “Mars” on enwiki: see wikipedia.watch"])
    #expect(marks == [true, false] && viewModel.watched.value.byHand.isEmpty)
  }

  @Test func whatIsWatchedByKeyStaysWatchedAfterAnotherOrigin() {
    edit("Mars")
    #expect(notices(.select(0), .watchPage()).count == 1)
    feed.input.send(value: .restarted(.demo))
    feed.connect()
    edit("Mars", revision: 8)
    #expect(marks == [true])
  }

  // MARK: - Ignored

  private var titles: [SafeText] { viewModel.state.value.recent.map(\.event.title) }

  @Test func theOpenEditStaysUntilAPersonLeavesIt() {
    edit("Mars")
    edit("Venus", revision: 8)
    #expect(notices(.select(0), .open, .ignore(Self.mars, true)).count == 1)
    edit("Mars", revision: 9)
    #expect(titles == ["Venus", "Mars"] && viewModel.edit.value?.opened.event.id == 0)
    #expect(viewModel.state.value.ignoredCount == 1)
    scheduler.perform { viewModel.send(.close) }
    #expect(titles == ["Venus", "Mars"], "it is selected")
    scheduler.perform { viewModel.send(.followNewest) }
    #expect(titles == ["Venus"])
    #expect(notices(.ignore(Self.mars, false)) == ["No longer ignoring “Mars” on enwiki"])
    #expect(titles == ["Mars", "Venus", "Mars"])
  }

  /// The rate is that of all edits.
  @Test func whatIsIgnoredIsCountedAndNotInTheTicker() {
    var (intake, other) = (WikipediaIntake(), WikipediaIntake())
    _ = intake.reduce(.watch(WatchedEdits(ignored: [Self.mars])))
    let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: nil, new: 7), user: "Maria")
    let event = WikiEvent(kind: .unspecified, title: "Mars", time: nil, wiki: "enwiki", edit: edit)
    let now = Date(timeIntervalSince1970: 1_795_200_000)
    func play(_ intake: inout WikipediaIntake) -> WikipediaBatch {
      var batch = intake.reduce(.update(.connected(source: .english), at: now))
      for seconds in [0.5, 6] {
        batch.append(intake.reduce(.update(.event(event, isReplay: false), at: now + seconds)))
        batch.append(intake.reduce(.tick(now + (seconds < 5 ? 5 : 10))))
      }
      return batch
    }
    let (ignored, shown) = (play(&intake), play(&other))
    #expect(ignored.latestEdit == nil && shown.latestEdit == "Mars")
    #expect(ignored.points == shown.points && shown.points.contains { ($0.value ?? 0) > 0 })
  }

  @Test func moreThanTheLimitAreNotIgnored() {
    var model = WikipediaModel(now: .distantPast)
    let many = (0..<WikipediaChoices.watchLimit).map { WatchedSubject(.page, SafeText($0), on: "enwiki") }
    model.reduce(.recall(WikipediaChoices(ignored: Set(many))))
    let effects = model.reduce(.action(.ignore(Self.mars, true), at: .distantPast))
    #expect(effects == [.tell("500 pages and users are ignored: remove some first")])
  }

  @Test func aUserWhoIsHiddenCannotBeWatched() {
    let event = WikiEvent(kind: .unspecified, title: "Mars", time: nil, wiki: "enwiki")
    #expect(
      notices(.watchUser(of: RecentEvent(id: 99, event: event, time: .distantPast))) == [
        "The user of this edit is unknown"
      ])
    let signUp = WikiEvent(kind: .newuser, title: "Ada", time: nil, wiki: "enwiki")
    #expect(
      notices(.watchPage(of: RecentEvent(id: 98, event: signUp, time: .distantPast))) == [
        "This event has no page to watch"
      ])
  }

  @Test func moreThanTheLimitAreNotWatched() {
    var model = WikipediaModel(now: .distantPast)
    let many = (0..<WikipediaChoices.watchLimit).map { WatchedSubject(.page, SafeText($0), on: "enwiki") }
    model.reduce(.recall(WikipediaChoices(watched: Set(many))))
    let event = WikiEvent(kind: .unspecified, title: "Mars", time: nil, wiki: "enwiki")
    let effects = model.reduce(
      .action(.watchPage(of: RecentEvent(id: 0, event: event, time: .distantPast)), at: .distantPast))
    #expect(effects == [.tell("500 pages and users are watched: remove some first")])
  }
}
