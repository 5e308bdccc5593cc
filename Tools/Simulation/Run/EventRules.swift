import Edits
import Foundation
import Model
import PaneKit
import Screen

/// Compares the listed events and the edit rate with the world's own records.
@UI
struct EventRules {
  /// The end of the last window whose count was compared.
  private var comparedUntil = Date.distantPast
  private var comparedBackfill = 0
  /// The time of the latest update after which facts were compared.
  private var comparedAt = Date.distantPast

  init() {}

  mutating func clockWasSet() { comparedUntil = .distantPast }

  mutating func faults(of state: WikipediaState, _ run: Simulation) -> [String] {
    let (world, events) = (run.world, run.feed.ledger)
    // The view model delivers its batches every 1/30 s.
    guard !state.isPaused, world.now.timeIntervalSince(events.toldAt) > 0.04 else { return [] }
    var faults: [String] = []
    if let selection = state.selection, !state.recent.contains(where: { $0.id == selection }) {
      faults.append("event \(selection) is selected and not shown")
    }
    // The events of a world without clients are of no kind that a person can choose.
    guard state.edits == .all || world.network == nil else { return faults }
    // What is ignored is told and not listed.
    if state.filter.words.isEmpty, state.ignoredCount == 0 {
      faults += listFaults(state, events, at: world.clock.currentDate)
    }
    return faults + factFaults(state, events) + windowFaults(state, run) + backfillFaults(state, run)
  }

  /// Checks that the list contains the latest events sent, with correct times.
  private func listFaults(_ state: WikipediaState, _ events: EventLedger, at now: Date) -> [String] {
    guard events.wikis.map({ $0 == state.wikis }) ?? true else { return [] }
    if let count = events.countSinceHistory { return faults(of: state, events, sinceHistory: count) }
    let expected = events.listed.suffix(WikipediaState.recentLimit)
    let shown = state.recent.sorted { $0.id > $1.id }
    // More are listed where a person is, and just after a filter.
    if shown.count < expected.count
      || shown.count > (expected.count < WikipediaState.recentLimit ? expected.count : WikipediaState.totalLimit)
      || !zip(shown, expected.reversed()).allSatisfy({ $0.event.title.string == $1.title })
    {
      let newest = shown.first?.event.title.string ?? "none"
      return [
        "\(shown.count) events are listed, the newest “\(newest)”; \(expected.count) were sent, the newest “\(expected.last?.title ?? "none")”"
      ]
    }
    if state.order == .time, state.recent.first?.id != shown.first?.id {
      return ["the newest event does not come first"]
    }
    // The 15 s allow for the delay, and for a clock change of less than two windows, which goes unnoticed and makes the
    // offset wrong until the next connection.
    guard let event = shown.first, let sent = expected.last, events.areTimesExact(at: sent.time, now: now) else {
      return []
    }
    let age = sent.time.timeIntervalSince(event.time)
    return (-0.001...15).contains(age) ? [] : ["the newest event is shown “\(age)” s before it came"]
  }

  /// Checks that the list contains as many events as it can, each that was told and none twice, where a list of recent changes
  /// has told some; and the latest of the stream.
  private func faults(of state: WikipediaState, _ events: EventLedger, sinceHistory count: Int) -> [String] {
    let limit = WikipediaState.recentLimit
    let titles = Set(state.recent.map(\.event.title.string))
    if titles.count != state.recent.count { return ["an event is listed twice after a history"] }
    if titles.count < min(limit, events.told.count) {
      return ["\(titles.count) events are listed after a history, and \(events.told.count) were told"]
    }
    if let stranger = titles.first(where: { !events.told.contains($0) }) {
      return ["“\(stranger)” is listed, which was not told"]
    }
    let latest = events.listed.suffix(min(count, limit))
    return latest.first { !titles.contains($0.title) }.map {
      ["“\($0.title)” is not listed, which came after a history"]
    }
      ?? []
  }

  /// Checks that the windows of a history count the edits that happened in them, as far as the clocks are known.
  private mutating func backfillFaults(_ state: WikipediaState, _ run: Simulation) -> [String] {
    guard let backfill = run.feed.ledger.pending, backfill.number != comparedBackfill else { return [] }
    comparedBackfill = backfill.number
    func told(_ counted: Int?, _ counts: ClosedRange<Int>) -> [String] {
      if let counted, counts.contains(counted) { return [] }
      return [
        "\(counted.map(String.init) ?? "nothing") was counted after a history where \(counts.lowerBound) to \(counts.upperBound) edits happened"
      ]
    }
    var total = 0
    for window in backfill.windows {
      let counted = state.chart.series.nearest(to: window.end, within: 0)?.value.map { Int(($0 * 5).rounded()) }
      let faults = told(counted, window.counts)
      guard faults.isEmpty else { return faults }
      total += counted ?? 0
    }
    // Single windows are compared with the tolerance of the clocks, all of them together only at their ends.
    return told(total, backfill.total)
  }

  /// Checks that each edit has what other streams have told of it, and nothing of another wiki's edit with its number.
  private mutating func factFaults(_ state: WikipediaState, _ events: EventLedger) -> [String] {
    guard events.toldAt != comparedAt else { return [] }
    comparedAt = events.toldAt
    for event in state.recent {
      guard let shown = event.event.edit?.facts else { continue }
      let told = events.facts[event.event.title.string]?.facts ?? EditFacts()
      if shown.risk != told.risk || shown.isReverted != told.isReverted {
        return ["“\(event.event.title)” has the facts “\(shown)”, and “\(told)” were told"]
      }
    }
    return []
  }

  /// Checks that each window with a continuous connection counts the edits that the world sent in it.
  private mutating func windowFaults(_ state: WikipediaState, _ run: Simulation) -> [String] {
    let events = run.feed.ledger
    let now = run.world.clock.currentDate.timeIntervalSince1970
    let last = ((now - 0.1) / 5).rounded(.down) * 5
    let first = max(events.exactSince.timeIntervalSince1970, comparedUntil.timeIntervalSince1970, last - 600)
    guard last > first, events.isConnected else { return [] }
    comparedUntil = Date(timeIntervalSince1970: last)
    for start in stride(from: first, to: last, by: 5) {
      let sent = events.edits[Int(start / 5)] ?? 0
      let counted = state.chart.series.nearest(to: start + 5, within: 0)?.value.map { Int(($0 * 5).rounded()) }
      if counted != sent {
        return ["\(counted.map(String.init) ?? "nothing") was counted where \(sent) edits were sent"]
      }
    }
    return []
  }
}
