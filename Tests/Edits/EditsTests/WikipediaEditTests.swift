import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Edits that are opened from the list.
@Suite struct WikipediaEditTests {
  private let feed = EditFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
  private let viewModel: WikipediaViewModel

  /// Edits of the pages 1 to 4, the newest first, and below the second a sign-up.
  init() {
    viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.send(.connected(source: .english))
    for number in 1...2 { feed.edit(number) }
    feed.send(.event(WikiEvent(kind: .newuser, title: "Somebody", time: nil), isReplay: false))
    for number in 3...4 { feed.edit(number) }
    scheduler.advance(by: .seconds(1))
  }

  private func press(_ body: (WikipediaViewModel) -> Void) { scheduler.perform { body(viewModel) } }
  private var edit: EditState? { viewModel.edit.value }
  private var title: SafeText? { edit?.opened.event.event.title }
  private var asked: [Int] { feed.asked.value }

  private func answer(_ number: Int, _ answer: EditAnswer = .diff(EditDiff())) {
    feed.answer(number, .success(answer))
    scheduler.advance()
  }

  @Test func theFrameComesAtOnceAndTheTextWhenItIsThere() {
    #expect(edit == nil)
    press { $0.send(.open) }
    #expect(title == "4" && edit?.load == .loading && edit?.answer == nil)
    #expect(viewModel.state.value.selection == viewModel.state.value.recent.first?.id)
    #expect(asked == [4])
    answer(4)
    #expect(edit?.answer == .diff(EditDiff()) && edit?.load == .loaded(at: scheduler.currentDate))
    press { $0.send(.close) }
    #expect(edit == nil)
  }

  @Test func aPersonStepsFromEditToEditAndOnlyWhereTheyRestIsAsked() {
    press { $0.send(.open) }
    #expect(edit?.opened.hasNext == true && edit?.opened.hasPrevious == false)
    press { $0.send(.step(1)) }
    press { $0.send(.step(1)) }
    #expect(title == "2", "the sign-up is no edit")
    #expect(asked == [4] && edit?.load == .loading)
    scheduler.advance(by: .milliseconds(150))
    #expect(asked == [4, 2])
    press { $0.send(.step(1)) }
    press { $0.send(.step(1)) }
    #expect(title == "1" && edit?.opened.hasNext == false)
    press { $0.send(.step(-1)) }
    #expect(
      title == "2"
        && viewModel.state.value.recent.first { $0.id == viewModel.state.value.selection }?.event.title == "2")
  }

  @Test func whatWasReadIsNotAskedForAgainButWhatIsHiddenIs() {
    press { $0.send(.open) }
    answer(4)
    press { $0.send(.step(1)) }
    scheduler.advance(by: .seconds(1))
    answer(3, .absent(.hidden))
    #expect(edit?.answer == .absent(.hidden))
    press { $0.send(.step(-1)) }
    #expect(edit?.answer == .diff(EditDiff()) && edit?.load == .idle)
    press { $0.send(.step(1)) }
    scheduler.advance(by: .seconds(1))
    #expect(asked == [4, 3, 3])
  }

  @Test func aFailureIsToldAndAskedAgainByItselfOrByAPerson() {
    press { $0.send(.open) }
    feed.answer(4, .failure(unreachable))
    scheduler.advance()
    #expect(edit?.trouble?.error == unreachable && edit?.load == .idle)
    press { $0.send(.refreshEdit) }
    #expect(asked == [4, 4] && edit?.load == .loading)
    feed.answer(4, .failure(unreachable))
    scheduler.advance(by: .seconds(61))
    #expect(asked == [4, 4, 4])
    answer(4)
    #expect(edit?.trouble == nil && edit?.answer != nil)
  }

  @Test func anEditThatIsClosedOrLeftIsNoLongerAskedFor() {
    press { $0.send(.open) }
    #expect(feed.isWaiting(for: 4))
    press { $0.send(.close) }
    #expect(!feed.isWaiting(for: 4))
  }

  @Test func theOpenEditStaysWhenTheListComesFromElsewhere() {
    press { $0.send(.open) }
    answer(4)
    feed.send(.connecting(.demo))
    feed.edit(9)
    scheduler.advance(by: .seconds(1))
    #expect(title == "4" && edit?.answer != nil && edit?.opened.origin == .live)
    #expect(edit?.opened.hasNext == false && edit?.opened.hasPrevious == false)
  }

  @Test func inTheBrowserItIsTheDifferenceButNeverAStrangersForTheDemonstration() {
    press { $0.send(.open) }
    #expect(edit?.opened.link?.absoluteString == "https://en.wikipedia.org/w/index.php?diff=104&oldid=103")
    var opened = edit?.opened
    opened?.origin = .demo
    #expect(opened?.link?.absoluteString == "https://en.wikipedia.org/wiki/4")
  }

  @Test func aSearchIsOfTheOpenEdit() {
    press { $0.send(.open) }
    press { $0.send(.search(.begin)) }
    press { $0.send(.search(.edit(.insert("one")))) }
    press { $0.send(.search(.accept)) }
    #expect(edit?.opened.search.words == FilterWords("one") && edit?.opened.search.isEditing == false)
    #expect(!viewModel.state.value.filter.isShown)
    press { $0.send(.step(1)) }
    #expect(edit?.opened.search.isShown == false)
  }

  @Test func theListIsOrderedByTimeOrBySize() {
    func titles() -> [SafeText] { viewModel.state.value.recent.map(\.event.title) }
    #expect(titles() == ["4", "3", "Somebody", "2", "1"])
    feed.edit(7, change: -900)
    feed.edit(8, change: 900)
    feed.edit(9, change: 20)
    scheduler.advance(by: .seconds(1))
    press { $0.send(.sort(.size)) }
    #expect(titles() == ["8", "7", "9", "4", "3", "Somebody", "2", "1"])
    feed.edit(10, change: 1_000)
    scheduler.advance(by: .seconds(1))
    #expect(titles().first == "10" && viewModel.state.value.order == .size)
    press { $0.send(.sort(.time)) }
    #expect(titles().prefix(3) == ["10", "9", "8"])
  }

  @Test func whatComesWhileASelectionHoldsTheListIsCountedUntilItIsGoneTo() {
    func count() -> Int { viewModel.state.value.newCount }
    feed.edit(5)
    scheduler.advance(by: .seconds(1))
    #expect(count() == 0)
    press { $0.send(.move(.lines(2))) }
    feed.edit(6)
    feed.edit(7)
    scheduler.advance(by: .seconds(1))
    #expect(count() == 2)
    press { $0.send(.move(.lines(1))) }
    // What is only now known of the past is not new.
    let past = WikiEvent(kind: .unspecified, title: "Past", time: scheduler.currentDate - 90)
    feed.send(.history(WikiHistory(events: [past], start: scheduler.currentDate - 600)))
    scheduler.advance(by: .seconds(1))
    #expect(count() == 2)
    press { $0.send(.move(.start)) }
    #expect(count() == 0 && viewModel.state.value.selection == nil)
  }

  @Test func usersAndCommentsAreFilteredToo() {
    feed.edit(5, by: "Łukasz", "typo")
    scheduler.advance(by: .seconds(1))
    for text in ["lukasz", "typo", "5 typo"] as [SafeText] {
      press { $0.send(.filter(.begin)) }
      press { $0.send(.filter(.edit(.insert(text)))) }
      press { $0.send(.filter(.accept)) }
      #expect(viewModel.state.value.recent.map(\.event.title) == ["5"], "\(text)")
      press { $0.send(.filter(.clear)) }
    }
  }

  @Test func whatWasOpenedIsReadUntilItIsMarkedAsUnread() {
    func read() -> [SafeText] {
      viewModel.state.value.recent.filter { viewModel.state.value.hasRead($0) }.map(\.event.title)
    }
    press { $0.send(.open) }
    press { $0.send(.step(1)) }
    #expect(read() == ["4", "3"])
    press { $0.send(.markUnread) }
    press { $0.send(.close) }
    #expect(read() == ["4"])
    press { $0.send(.move(.lines(-1))) }
    press { $0.send(.markUnread) }
    #expect(read() == [])
  }

  private func event(_ id: Int, at seconds: Double = 0) -> RecentEvent {
    let edit = WikiEdit(revision: WikiRevision(wiki: "enwiki", old: id + 1, new: id + 2))
    let event = WikiEvent(kind: .unspecified, title: SafeText(id), time: nil, lengthChange: 5, edit: edit)
    return RecentEvent(id: id, event: event, time: scheduler.currentDate + seconds)
  }

  @Test func whatWasReadIsForgottenWithWhatHasLeftTheList() {
    let now = scheduler.currentDate
    var model = WikipediaModel(now: now)
    for id in 0..<5_000 {
      model.reduce(.batch(WikipediaBatch(events: [event(id)]), at: now))
      for action in [.open, .close, .followNewest] as [WikipediaViewModel.Action] {
        model.reduce(.action(action, at: now))
      }
    }
    let (read, shown) = (model.state.read, model.state.recent.compactMap(\.event.annotationKey))
    #expect(read.isSuperset(of: shown) && read.count <= 4_001)
  }

  @Test func ofEditsThatChangedAsMuchTheLaterComesFirst() {
    let now = scheduler.currentDate
    var model = WikipediaModel(now: now)
    model.reduce(.batch(WikipediaBatch(events: [event(0), event(1, at: 1)]), at: now))
    // What is told of the past afterwards has the larger numbers.
    model.reduce(.batch(WikipediaBatch(past: [event(2, at: -60)]), at: now))
    model.reduce(.action(.sort(.size), at: now))
    #expect(model.state.recent.map(\.id) == [1, 0, 2])
  }

  @Test func whatIsHeldIsBounded() {
    var held = HeldEdits()
    func key(_ number: Int) -> OpenedEdit.Key {
      OpenedEdit.Key(revision: WikiRevision(wiki: "enwiki", old: 1, new: number), origin: .live)
    }
    for number in 1...60 { held.insert(key(number), .diff(EditDiff())) }
    #expect(held.answer(of: key(10)) == nil && held.answer(of: key(11)) != nil)
    // Two megabytes each.
    let large = EditDiff(newPage: String(repeating: String(repeating: "a", count: 99) + "\n", count: 20_000))
    for number in 61...65 { held.insert(key(number), .diff(large)) }
    #expect(held.answer(of: key(61)) == nil && held.answer(of: key(65)) != nil)
  }
}

/// A feed whose edits' texts wait until a test answers.
final class EditFeed: WikiFeed {
  let origin = Origin.live
  let asked = MutableProperty<[Int]>([])
  private let waiting = MutableProperty<[Int: Signal<EditAnswer, ServiceError>.Observer]>([:])
  private let feed = Signal<WikiFeedUpdate, Never>.pipe()

  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer(feed.output)
  }

  func send(_ update: WikiFeedUpdate) { feed.input.send(value: update) }

  /// An edit of the page that has a number as its title.
  func edit(_ number: Int, change: Int? = nil, by user: SafeText? = nil, _ comment: SafeText = "") {
    let revision = WikiRevision(wiki: "enwiki", old: number + 99, new: number + 100)
    let event = WikiEvent(
      kind: .unspecified, title: SafeText(number), time: nil, lengthChange: change,
      address: "https://en.wikipedia.org/wiki/\(number)",
      edit: WikiEdit(revision: revision, user: user, comment: comment))
    send(.event(event, isReplay: false))
  }

  func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let number = edit.new - 100
      asked.modify { $0.append(number) }
      waiting.modify { $0[number] = observer }
      lifetime.observeEnded { [waiting] in waiting.modify { $0[number] = nil } }
    }
  }

  func isWaiting(for number: Int) -> Bool { waiting.value[number] != nil }

  func answer(_ number: Int, _ result: Result<EditAnswer, ServiceError>) {
    let observer = waiting.value[number]
    switch result {
    case .success(let answer):
      observer?.send(value: answer)
      observer?.sendCompleted()
    case .failure(let error): observer?.send(error: error)
    }
  }
}
