import Foundation
import Model

/// The world's own record of the events that the program must have received.
struct EventLedger {
  /// The titles that the list must show, in the order sent, with their arrival by the program's clock; a repeated event, and
  /// one from before the clock was set, has the distant past.
  private(set) var listed: [(title: String, time: Date)] = []
  /// What has been told of edits, by their titles.
  private(set) var facts: [String: (number: Int, facts: EditFacts)] = [:]
  /// The number of edits in each window, by the window's number on the program's clock.
  private(set) var edits: [Int: Int] = [:]
  /// The time by the program's clock from which the counts of windows are exact.
  private(set) var exactSince = Date.distantFuture
  /// The time by the program's clock from which the program knows the events' times exactly.
  ///
  /// After a clock change it lies in the future, until the program has measured the new offset.
  private var timesExactSince = Date.distantFuture
  private(set) var isConnected = false
  /// The time by the program's clock in which it may take new events for repeated ones, or misjudge their times.
  private var doubt = Date.distantPast..<Date.distantPast
  /// The time of the latest update, by the world's own clock.
  var toldAt = Date.distantPast

  mutating func forgetList() { (listed, facts) = ([], [:]) }

  /// Records facts about an edit, which arrive before it or after it.
  mutating func arrived(_ new: EditFacts, of event: WorldEvent) {
    if facts.count > 2_000 { facts = facts.filter { $0.value.number > event.number - 1_000 } }
    facts[event.title, default: (event.number, EditFacts())].facts.merge(new)
  }

  mutating func disconnected() {
    isConnected = false
    exactSince = .distantFuture
  }

  mutating func closed() {
    disconnected()
    edits = [:]
  }

  /// Records a new connection.
  ///
  /// - Parameter doubt: The seconds for which the program may take new events for repeated ones, or misjudge their times.
  mutating func connected(at now: Date, doubt seconds: TimeInterval = 0) {
    isConnected = true
    doubt = now..<now.addingTimeInterval(seconds)
    // Events of the former connection keep the times that its offset gave them.
    timesExactSince = doubt.contains(now) ? doubt.upperBound : min(timesExactSince, now)
    beginExactly(after: 0, at: now)
  }

  /// Starts exact counting after the given number of further complete windows.
  mutating func beginExactly(after windows: Int, at now: Date) {
    edits = [:]
    guard isConnected else {
      exactSince = .distantFuture
      return
    }
    let begin = doubt.contains(now) ? doubt.upperBound : now
    let next = (begin.timeIntervalSince1970 / 5).rounded(.up) * 5
    exactSince = Date(timeIntervalSince1970: next + Double(5 * windows))
  }

  /// Records that the program's clock was set; the program measures the new offset within two windows.
  mutating func clockWasSet(to now: Date) {
    beginExactly(after: 3, at: now)
    // By a clock that was ahead, they may seem to be still to come.
    listed = listed.map { ($0.title, .distantPast) }
    timesExactSince = max(now.addingTimeInterval(15), doubt.contains(now) ? doubt.upperBound : .distantPast)
  }

  /// Returns whether the program knows the exact times of events that arrived at `date`.
  func areTimesExact(at date: Date, now: Date) -> Bool { date >= timesExactSince && date <= now }

  /// Records an event that arrives now.
  mutating func arrived(_ event: WorldEvent, at now: Date, isCounted: Bool, isRepeated: Bool = false) {
    if !event.title.isEmpty { listed = listed.suffix(500) + [(event.title, isRepeated ? .distantPast : now)] }
    if event.kind == .unspecified, isCounted, !isRepeated {
      edits[Int((now.timeIntervalSince1970 / 5).rounded(.down)), default: 0] += 1
    }
  }
}
