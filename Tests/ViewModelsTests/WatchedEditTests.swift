import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import ViewModels

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
}
