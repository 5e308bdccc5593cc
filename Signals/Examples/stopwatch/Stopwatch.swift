// The stopwatch of the tutorial: what it shows follows from keys and from time, and from nothing else.

import Signals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Something that happens to a stopwatch.
enum Step: Sendable {
  case key(Character, Date)
  case tick(Date)
}

/// What a stopwatch shows.
struct Face: Sendable, Equatable {
  var isRunning = false
  var seconds = 0.0
  var laps: [Double] = []
  /// When the time that is shown was last added to.
  private var latest = Date(timeIntervalSinceReferenceDate: 0)

  mutating func take(_ step: Step) {
    switch step {
    case .tick(let date): run(to: date)
    case .key(" ", let date):
      run(to: date)
      (isRunning, latest) = (!isRunning, date)
    case .key("l", let date):
      run(to: date)
      laps.append(seconds)
    case .key("r", _): self = Face()
    case .key: break
    }
  }

  private mutating func run(to date: Date) {
    guard isRunning else { return }
    seconds += date.timeIntervalSince(latest)
    latest = date
  }

  /// The face as lines of text.
  var lines: [String] {
    let sign = isRunning ? ">" : "="
    return ["\(sign) \(Self.text(seconds))"] + laps.enumerated().map { "  lap \($0 + 1): \(Self.text($1))" }
  }

  private static func text(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 600):\(tenths / 100 % 6)\(tenths / 10 % 10).\(tenths % 10)"
  }
}

/// A stopwatch that keys control.
final class Stopwatch: Sendable {
  let face: Property<Face>
  private let (lifetime, token) = Lifetime.make()

  init(keys: Signal<Character, Never>, on clock: any DateScheduler) {
    let (ticks, tick) = Signal<Date, Never>.pipe()
    let steps = Signal.merge(keys.map { Step.key($0, clock.currentDate) }, ticks.map { Step.tick($0) })
    face = Property(initial: Face(), then: steps.take(during: lifetime).scan(into: Face()) { $0.take($1) })
    lifetime += SignalProducer.timer(interval: .milliseconds(100), on: clock)
      .active(while: face.map(\.isRunning))
      .startWithValues { tick.send(value: $0) }
  }
}
