import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// Memory stays flat however many events come.
///
/// 20,000 events by default, since each is a batch of its own here, for which 2,000 rows are listed. In full, the ten million
/// of twelve busy days, in an optimised build:
///
///     REACTUI_ENDURANCE_EVENTS=10000000 \
///       swift test -c release -Xswiftc -enable-testing --filter WikipediaEnduranceTests
@Suite struct WikipediaEnduranceTests {
  @Test func memoryStaysFlatWhateverComes() throws {
    let events = ProcessInfo.processInfo.environment["REACTUI_ENDURANCE_EVENTS"].flatMap { Int($0) } ?? 20_000
    let feed = ScriptedFeed()
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_400_165_160))
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()

    func run(_ count: Int) {
      for number in 0..<count {
        let kind = number % 50 == 0 ? WikiEvent.Kind.newuser : .unspecified
        feed.send(kind, "Page \(number)", at: scheduler.currentDate)
        // Ten events a second: a day's history is full after 864,000 of them.
        scheduler.advance(by: .milliseconds(100))
      }
    }

    // Until everything that is kept is full, or as far as that goes in a short run.
    let warmUp = min(events / 2, 1_000_000)
    run(warmUp)
    let before = try residentBytes()
    let piecesBefore = pieces(of: viewModel.state.value)
    run(events - warmUp)
    let after = try residentBytes()

    #expect(viewModel.state.value.recent.count == WikipediaState.recentLimit)
    #expect(viewModel.state.value.rate == 9.8)
    let bound = 86_400 / 5 + 10_000 + WikipediaState.recentLimit + 2
    #expect(pieces(of: viewModel.state.value) <= bound)
    if warmUp >= 900_000 { #expect(pieces(of: viewModel.state.value) <= piecesBefore + 10) }
    // The process's memory is this test's own only when it runs alone, as it does in the full run.
    if warmUp >= 900_000 { #expect(after - before < 16 << 20, "\(before) → \(after) bytes") }
  }

  private func pieces(of state: WikipediaState) -> Int {
    state.chart.series.count + state.chart.annotations.count + state.recent.count
  }

  /// The process's resident memory, from `/proc`.
  private func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    let pages = try #require(fields.count > 1 ? Int(fields[1]) : nil)
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
