import Edits
import Foundation
import Model
import ModelTesting
import PaneKit
import Signals
import SignalsTesting
import Text

/// Whether memory stays flat while the Wikipedia pane's view model receives ten million events.
///
/// They come at 1,000 a second by a virtual clock, so they represent nearly three hours, and the view model updates its state
/// as often as it would.
struct MemoryMeasurement: Measurement {
  let name = "memory"

  private static let millions = 10
  private static let eventsPerSecond = 1_000
  /// Megabytes between the second million and the last: everything bounded (windows, rows, marks of sign-ups) has reached its
  /// bound by then.
  private static let goal = 1.0

  func measure() throws -> [Figure] {
    let scheduler = TestScheduler()
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    let observation = viewModel.state.signal.observeValues { _ in }
    defer { observation?.dispose() }
    viewModel.start()
    feed.input.send(value: .connected(source: .english))

    let first = scheduler.currentDate
    var number = 0
    var sizes: [Double] = []
    let time = try processorTime {
      for million in 1...Self.millions {
        while number < million * 1_000_000 {
          feed.input.send(value: .event(Self.event(number, at: scheduler.currentDate), isReplay: false))
          number += 1
          if number % 10 == 0 {
            scheduler.advance(to: first.addingTimeInterval(Double(number) / Double(Self.eventsPerSecond)))
          }
        }
        sizes.append(Double(try ProcessAccount(of: getpid()).residentSize) / 1e6)
      }
    }
    guard let rate = viewModel.state.value.rate, abs(rate - Double(Self.eventsPerSecond) * 0.7) < 5 else {
      throw Failure("the view model did not count the events")
    }
    let growth = sizes[Self.millions - 1] - sizes[1]
    return [
      Figure(
        what: "memory over 10,000,000 events",
        goal: "flat: ± \(Self.goal.text(0)) MB",
        measured: "\(growth.text(2)) MB from the 2nd million to the last",
        repetitions: "\(sizes.count) looks",
        isMet: abs(growth) <= Self.goal,
        note: "\(sparkline(sizes))  \(sizes.map { $0.text(1) }.joined(separator: " ")) MB"),
      Figure(
        what: "  an event through the view model",
        measured: "\((time.seconds / Double(number) * 1e9).text(0)) ns",
        repetitions: number.grouped),
    ]
  }

  /// The same proportions as ``EventPump``'s.
  private static func event(_ number: Int, at date: Date) -> WikiEvent {
    let kind: WikiEvent.Kind =
      switch number % 200 {
      case 0: .newuser
      case 1..<141: .unspecified
      case 141..<170: .talk
      case 170..<190: .user
      default: .special
      }
    let title: SafeText = kind == .unspecified ? "Article \(number % 7_919) of the river Łyna" : ""
    return WikiEvent(kind: kind, title: title, time: date)
  }
}
