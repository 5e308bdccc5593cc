import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// The selected edit beside its list, where there is space.
@Suite struct EditPreviewTests {
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

  private func press(_ actions: WikipediaViewModel.Action...) {
    for action in actions { scheduler.perform { viewModel.send(action) } }
  }
  private func pass(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }
  private var title: SafeText? { viewModel.presentedEdit.value?.opened.event.event.title }
  private var showsBeside: Bool { viewModel.state.value.showsBeside }

  @Test func onlyWhatAPersonSelectsIsAskedForAndOnlyWhereThereIsSpace() {
    press(.move(.lines(1)))
    pass(60_000)
    #expect(feed.asked.value == [] && title == nil && !showsBeside)
    press(.followNewest, .previewFits(true))
    pass(60_000)
    #expect(feed.asked.value == [] && title == nil && !showsBeside, "a list that nobody moved in follows the newest")
    press(.move(.lines(1)))
    #expect(title == "4" && showsBeside && viewModel.edit.value == nil)
    #expect(viewModel.presentedEdit.value?.load == .loading)
    pass(399)
    #expect(feed.asked.value == [])
    pass(1)
    #expect(feed.asked.value == [4])
    feed.answer(4, .success(.diff(EditDiff())))
    scheduler.advance()
    #expect(viewModel.presentedEdit.value?.answer == .diff(EditDiff()) && viewModel.edit.value == nil)
    #expect(viewModel.state.value.read.isEmpty, "what is only selected is not read")
    press(.previewFits(false))
    #expect(title == nil && !showsBeside)
  }

  @Test func ofThoseThatAPersonPassesNoneIsAskedForAndTheNextOneCancelsARequest() {
    press(.previewFits(true))
    for _ in 0..<2 {
      press(.move(.lines(1)))
      pass(200)
    }
    #expect(feed.asked.value == [] && title == "3")
    pass(210)
    #expect(feed.asked.value == [3] && feed.isWaiting(for: 3))
    press(.move(.lines(-1)))
    #expect(!feed.isWaiting(for: 3))
    pass(410)
    #expect(feed.asked.value == [3, 4] && feed.isWaiting(for: 4))
    press(.followNewest)
    #expect(!feed.isWaiting(for: 4) && title == nil)
  }

  @Test func anEditThatIsOpenedIsAskedForAtOnceAndOnce() {
    press(.previewFits(true), .move(.lines(1)))
    pass(100)
    press(.open)
    #expect(feed.asked.value == [4] && viewModel.edit.value?.opened.event.event.title == "4")
    pass(1_000)
    #expect(feed.asked.value == [4])
    press(.close)
    #expect(feed.isWaiting(for: 4) && title == "4" && viewModel.edit.value == nil, "it is beside the list again")
    feed.answer(4, .success(.diff(EditDiff())))
    scheduler.advance()
    press(.open)
    #expect(feed.asked.value == [4] && viewModel.edit.value?.answer == .diff(EditDiff()))
  }

  @Test func thePlaceStaysOverRowsWithoutATextAndWhileAFilterIsTyped() {
    press(.previewFits(true), .move(.lines(3)))
    #expect(title == nil && showsBeside, "a sign-up has no text")
    pass(1_000)
    #expect(feed.asked.value == [])
    press(.move(.lines(-1)), .filter(.begin), .filter(.edit(.insert("somebody"))))
    pass(1_000)
    #expect(viewModel.state.value.selection == nil && title == nil && showsBeside)
    press(.filter(.accept))
    #expect(!showsBeside)
  }

  @Test func whatComesFromElsewhereIsShownNoLonger() {
    press(.previewFits(true), .move(.lines(1)))
    feed.send(.connecting(.demo))
    feed.edit(9)
    scheduler.advance(by: .seconds(1))
    #expect(title == nil && !showsBeside && feed.asked.value == [])
  }
}
