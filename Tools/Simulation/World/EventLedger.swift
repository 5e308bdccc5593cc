import Edits
import Foundation
import Model
import PaneKit

/// The world's own record of the events that the program must have received.
struct EventLedger {
  /// The titles that the list must show, in the order sent, with their arrival by the program's clock; a repeated event, and
  /// one from before the clock was set, has the distant past.
  private(set) var listed: [(title: String, time: Date)] = []
  /// The titles of all events that the list may show, including those that a list of recent changes has told.
  private(set) var told: Set<String> = []
  /// The number of events that the stream has sent since the latest history; `nil` if there was no history.
  private(set) var countSinceHistory: Int?
  /// What the latest history must have counted, as long as that can be compared.
  var pending: Backfill?
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
  /// The wikis of which the client tells, which the program may have changed a moment ago; `nil` if there is one only.
  var wikis: WikiSelection?
  /// The time by the program's clock in which it may take new events for repeated ones, or misjudge their times.
  private var doubt = Date.distantPast..<Date.distantPast
  /// Whether the program's clock was set without a connection, so that events seem to come later than over the last one.
  private var wasSetWhileAway = false
  /// The seconds after a connection for which the program takes events that seem to come late for repeated ones.
  private static let catchingUp: TimeInterval = 60
  /// The time of the latest update, by the world's own clock.
  var toldAt = Date.distantPast

  mutating func forgetList() {
    (listed, facts) = ([], [:])
    (told, countSinceHistory, pending) = ([], nil, nil)
  }

  /// Records facts about an edit, which arrive before it or after it.
  mutating func arrived(_ new: EditFacts, of event: WorldEvent) {
    if facts.count > 2_000 { facts = facts.filter { $0.value.number > event.number - 1_000 } }
    facts[event.title, default: (event.number, EditFacts())].facts.merge(new)
  }

  mutating func disconnected() {
    isConnected = false
    pending = nil
    exactSince = .distantFuture
  }

  /// Records that the program does not observe the feed any more: the next one begins without events.
  mutating func closed() {
    disconnected()
    edits = [:]
    wasSetWhileAway = false
    forgetList()
  }

  /// Records a new connection.
  ///
  /// - Parameter doubt: The seconds for which the program may take new events for repeated ones, or misjudge their times.
  mutating func connected(at now: Date, doubt seconds: TimeInterval = 0) {
    isConnected = true
    doubt = now..<now.addingTimeInterval(wasSetWhileAway ? max(seconds, Self.catchingUp) : seconds)
    wasSetWhileAway = false
    // Events of the former connection keep the times that its offset gave them.
    timesExactSince = doubt.contains(now) ? doubt.upperBound : min(timesExactSince, now)
    // The program waits for the first event, and until one that repeats what was missed has caught up.
    beginExactly(after: 2, at: now)
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

  /// Records that other wikis were chosen, whose events are counted from now on, as soon as the program knows its clock.
  mutating func otherWikis(at now: Date) {
    forgetList()
    let former = exactSince
    beginExactly(after: 0, at: now)
    if isConnected, former != .distantFuture { exactSince = max(exactSince, former) }
  }

  /// Records that the program's clock was set; the program measures the new offset within two windows.
  mutating func clockWasSet(to now: Date) {
    pending = nil
    wasSetWhileAway = wasSetWhileAway || !isConnected
    beginExactly(after: 3, at: now)
    // By a clock that was ahead, they may seem to be still to come.
    listed = listed.map { ($0.title, .distantPast) }
    timesExactSince = max(now.addingTimeInterval(15), doubt.contains(now) ? doubt.upperBound : .distantPast)
  }

  /// Returns whether the program knows the exact times of events that arrived at `date`.
  func areTimesExact(at date: Date, now: Date) -> Bool { date >= timesExactSince && date <= now }

  /// Whether the program may take the events that arrive now for repeated ones.
  func isDoubtful(at now: Date) -> Bool { doubt.contains(now) }

  /// Records an event that arrives now, and that may have been told before.
  ///
  /// - Returns: Whether it was new.
  @discardableResult
  mutating func arrived(_ event: WorldEvent, at now: Date, isCounted: Bool, isRepeated: Bool = false) -> Bool {
    if !event.title.isEmpty {
      guard told.insert(event.title).inserted else { return false }
      list(event, at: isRepeated ? .distantPast : now)
      if let count = countSinceHistory { countSinceHistory = count + 1 }
    }
    if event.kind == .unspecified, isCounted, !isRepeated {
      edits[Int((now.timeIntervalSince1970 / 5).rounded(.down)), default: 0] += 1
    }
    return true
  }

  /// Records an event of a list of recent changes.
  ///
  /// - Returns: Whether it had not been told before.
  mutating func looked(up event: WorldEvent) -> Bool {
    guard told.insert(event.title).inserted else { return false }
    countSinceHistory = 0
    list(event, at: .distantPast)
    return true
  }

  private mutating func list(_ event: WorldEvent, at time: Date) {
    listed.append((event.title, time))
    if listed.count > 2 * WikipediaState.recentLimit { listed.removeFirst(listed.count - WikipediaState.recentLimit) }
  }
}

/// The edits that windows must have counted after a history, as far as it can be known.
struct Backfill {
  /// Counted from 1.
  var number: Int
  /// The period by the program's clock of which everything is known.
  var period: Range<Date>
  /// The times by the program's clock at which edits happened.
  var edits: [Date] = []
  /// Edits that the program may not have counted: it took them for repeated ones.
  var uncounted: [Date] = []
  /// The seconds by which the program may place an edit too early, and too late: a list's times are whole seconds, and the
  /// difference of the clocks is known only from answers that take a while.
  var early: TimeInterval = 1.5
  var late: TimeInterval

  /// The whole windows, by their ends, with the least and greatest number of edits that they can have.
  var windows: [(end: Double, counts: ClosedRange<Int>)] {
    guard let span else { return [] }
    return stride(from: span.lowerBound, to: span.upperBound, by: 5).map { ($0 + 5, counts(from: $0, to: $0 + 5)) }
  }

  /// The least and greatest number of edits in all of these windows together.
  var total: ClosedRange<Int> { span.map { counts(from: $0.lowerBound, to: $0.upperBound) } ?? 0...0 }

  /// The whole windows of the period, in seconds since 1970.
  private var span: Range<Double>? {
    let first = ((period.lowerBound.timeIntervalSince1970 + late) / 5).rounded(.up) * 5
    let last = ((period.upperBound.timeIntervalSince1970 - 0.1) / 5).rounded(.down) * 5
    return first < last ? first..<last : nil
  }

  private func counts(from start: Double, to end: Double) -> ClosedRange<Int> {
    func surely(_ date: Date) -> Bool {
      let time = date.timeIntervalSince1970
      return start <= time - early && time + late < end
    }
    func possibly(_ date: Date) -> Bool {
      let time = date.timeIntervalSince1970
      return start <= time + late && time - early < end
    }
    let most = edits.count(where: possibly) + uncounted.count(where: possibly)
    return edits.count(where: surely)...most
  }
}
