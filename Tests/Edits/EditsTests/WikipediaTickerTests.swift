import Foundation
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits

/// The latest edit in the pane's first line, which changes slowly enough to be read.
@Suite struct WikipediaTickerTests {
  private let feed = ScriptedFeed()
  private let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_400_165_160))

  @Test func itChangesAtMostOnceASecond() {
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    var titles: [SafeText?] = []
    viewModel.start()
    feed.connect()
    for number in 0..<100 {
      feed.edit("Page \(number)")
      scheduler.advance(by: .milliseconds(100))
      if titles.last != viewModel.ticker.value { titles.append(viewModel.ticker.value) }
    }
    #expect((10...12).contains(titles.count), "\(titles) in ten seconds")
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.ticker.value == "Page 99")
  }

  @Test func ofOtherWikisNoTitleStays() {
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.edit("English")
    scheduler.advance(by: .seconds(1))
    #expect(viewModel.ticker.value == "English")
    scheduler.perform { viewModel.send(.chooseWikis(WikiSelection(["dewiki"]))) }
    #expect(viewModel.ticker.value == nil)
  }
}
