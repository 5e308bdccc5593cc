import Clients
import Edits
import EditsEdge
import Foundation
import Model
import PaneKit
import Signals
import SignalsTesting

/// Events from the bytes of an event stream to the Wikipedia pane's view model: how many a core takes in a second, whether each
/// is counted once, and whether memory stays flat.
///
/// The clients are the program's own; only the network is left out (``StreamWire``). The view model updates its state as often
/// as it would at a thousand events a second.
struct StreamMeasurement: Measurement {
  let name = "stream"

  private static let millions = 10
  /// The number of events of all wikis, each of which is decoded.
  private static let decodedCount = 500_000
  /// Events a second on a core.
  private static let goal = 200_000.0
  /// Megabytes between the second million and the last.
  private static let memoryGoal = 1.0
  /// As many events as come in 1/30 s at a thousand a second.
  private static let batch = 33

  func measure() throws -> [Figure] {
    let english = try play(Self.millions * 1_000_000, of: .english)
    let all = try play(Self.decodedCount, of: .all)
    let growth = english.sizes[Self.millions - 1] - english.sizes[1]
    return [
      Figure(
        what: "events of all wikis, bytes to view model",
        goal: "≥ \(Int(Self.goal).grouped) a core-second",
        measured: "\(Int(english.rate).grouped), \((1e9 / english.rate).text(0)) ns each",
        repetitions: (Self.millions * 1_000_000).grouped,
        isMet: english.rate >= Self.goal,
        note: "of 20 events one is of the wiki that is shown; each of its edits is counted once"),
      Figure(
        what: "  where all wikis are shown",
        measured: "\(Int(all.rate).grouped), \((1e9 / all.rate).text(0)) ns each",
        repetitions: Self.decodedCount.grouped),
      Figure(
        what: "memory over them",
        goal: "flat: ± \(Self.memoryGoal.text(0)) MB",
        measured: "\(growth.text(2)) MB from the 2nd million to the last",
        repetitions: "\(english.sizes.count) looks",
        isMet: abs(growth) <= Self.memoryGoal,
        note: "\(sparkline(english.sizes))  \(english.sizes.map { $0.text(1) }.joined(separator: " ")) MB"),
    ]
  }

  private struct Result {
    /// Events a second of processor time.
    var rate: Double
    /// Resident megabytes after each million.
    var sizes: [Double]
  }

  private func play(_ count: Int, of wikis: WikiSelection) throws -> Result {
    let scheduler = TestScheduler()
    let wire = StreamWire()
    let feed = EventStreamsFeed(
      url: StreamWire.url, wikis: Property(value: wikis), isAnnotated: true,
      transport: Transport(version: "0", projectURL: "https://figures.example", wire: wire), clock: scheduler)
    var settings = WikipediaSettings()
    settings.wikis = wikis.names
    let viewModel = WikipediaViewModel(feed: feed, settings: Property(value: settings), scheduler: scheduler)
    let observation = viewModel.state.signal.observeValues { _ in }
    defer { observation?.dispose() }
    viewModel.start()
    // The rate begins with the first whole window.
    scheduler.advance(by: .seconds(5))
    wire.open()
    var time = Duration.zero
    var sizes: [Double] = []
    for first in stride(from: 0, to: count, by: Self.batch) {
      let end = min(first + Self.batch, count)
      let bytes = (first..<end).flatMap { StreamWire.event($0, at: scheduler.currentDate) }
      time += processorTime {
        wire.send(bytes)
        scheduler.advance(by: .milliseconds(33))
      }
      if end / 1_000_000 > first / 1_000_000 {
        sizes.append(Double(try ProcessAccount(of: getpid()).residentSize) / 1e6)
      }
    }
    // The end of the last window.
    scheduler.advance(by: .seconds(5))
    let counted = viewModel.state.value.chart.lines[0].series.points.reduce(0) { $0 + ($1.value ?? 0) * 5 }
    let expected = (0..<count).count { StreamWire.isEdit($0, of: wikis) }
    guard Int(counted.rounded()) == expected else {
      throw Failure("the view model counted \(counted.text(0)) edits of \(expected)")
    }
    return Result(rate: Double(count) / time.seconds, sizes: sizes)
  }
}
