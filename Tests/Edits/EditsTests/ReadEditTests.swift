import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Edits that were read stay so over restarts, by their server.
@Suite struct ReadEditTests {
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_400_165_160))
  private let feed = ScriptedFeed()
  private let store = MemoryStateStore(RememberedState())
  private let server = MutableProperty<SafeText?>("https://a/")

  private func started() -> WikipediaViewModel {
    let viewModel = WikipediaViewModel(
      feed: feed, server: Property(capturing: server), memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
    feed.connect()
    for revision in 1...3 {
      let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: revision + 100, new: revision))
      feed.input.send(
        value: .event(
          WikiEvent(kind: .unspecified, title: SafeText(revision), time: scheduler.currentDate, edit: edit),
          isReplay: false))
    }
    scheduler.advance(by: .milliseconds(50))
    return viewModel
  }

  private func key(_ revision: Int) -> EditAnnotation.Key { EditAnnotation.Key(wiki: "enwiki", revision: revision) }

  private func read(_ viewModel: WikipediaViewModel) -> [SafeText] {
    viewModel.state.value.recent.filter(viewModel.state.value.hasRead).map(\.event.title)
  }

  @Test func whatWasReadEarlierIsReadAndWhatIsOpenedIsStored() {
    store.readEdits.value = ["https://a/": [key(1)], "https://b/": [key(2)]]
    let viewModel = started()
    #expect(read(viewModel) == ["1"])
    scheduler.perform { viewModel.send(.open) }
    #expect(read(viewModel) == ["3", "1"])
    #expect(store.readEdits.value["https://a/"] == [key(1), key(3)])
    scheduler.perform { viewModel.send(.markUnread) }
    #expect(store.readEdits.value["https://a/"] == [key(1)])
    // A change of something else stores no mark again.
    store.readEdits.value = [:]
    scheduler.perform { viewModel.send(.close) }
    #expect(store.readEdits.value == [:])
  }

  @Test func marksOfAnotherServerCountOnceItIsAsked() {
    store.readEdits.value = ["https://b/": [key(2)]]
    let viewModel = started()
    #expect(read(viewModel) == [])
    scheduler.perform { server.value = "https://b/" }
    scheduler.advance()
    #expect(read(viewModel) == ["2"])
  }

  @Test func whatIsMarkedAsUnreadBeforeTheMarksAreReadStaysSo() {
    store.readEdits.value = ["https://a/": [key(3)]]
    store.isReadable.value = false
    let viewModel = started()
    scheduler.perform { viewModel.send(.open) }
    scheduler.perform { viewModel.send(.markUnread) }
    scheduler.perform { store.isReadable.value = true }
    scheduler.advance()
    #expect(read(viewModel) == [])
  }

  @Test func nothingOfTheDemonstrationIsStored() {
    let viewModel = started()
    feed.input.send(value: .connecting(.demo))
    feed.input.send(value: .connected(source: .english))
    let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: 8, new: 9))
    feed.input.send(
      value: .event(
        WikiEvent(kind: .unspecified, title: "9", time: scheduler.currentDate, edit: edit), isReplay: false))
    scheduler.advance(by: .milliseconds(50))
    scheduler.perform { viewModel.send(.open) }
    #expect(read(viewModel) == ["9"])
    #expect(store.readEdits.value == [:])
  }
}
