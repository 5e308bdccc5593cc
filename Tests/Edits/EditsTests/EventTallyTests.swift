import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// What a list of events counts where rows come and go is what a look through all of its rows finds.
@Suite struct EventTallyTests {
  /// A list to which anything happens by chance, with what a slow look needs to know.
  private struct Afternoon {
    var list = EventList()
    var count = 0
    /// The newest event when a row was selected.
    var held: Int?

    mutating func happen(_ dice: inout some RandomNumberGenerator) {
      switch Int.random(in: 0..<12, using: &dice) {
      case 0..<5:
        let new = (0..<Int.random(in: 1...9, using: &dice)).map { _ in event(&dice) }
        list.insert(WikipediaBatch(events: new))
        list.showLatest()
      case 5: list.insert(WikipediaBatch(events: [event(&dice)]))
      case 6: list.move(.lines(Int.random(in: -3...3, using: &dice)))
      case 7: list.followNewest()
      case 8: list.sort(by: [EventOrder.time, .size, .risk].randomElement(using: &dice) ?? .time)
      case 9: if let row = list.rows.randomElement(using: &dice) { _ = list.mark(row, isRead: .random(using: &dice)) }
      case 10:
        let page = WatchedSubject(.page, "Page \(Int.random(in: 0..<4, using: &dice))", on: "enwiki")
        list.watch(WatchedEdits(byHand: [page]))
        list.showLatest()
      default: list.selectPointed()
      }
      if list.selected == nil { held = nil } else { held = held ?? list.rows.map(\.id).max() }
    }

    private mutating func event(_ dice: inout some RandomNumberGenerator) -> RecentEvent {
      defer { count += 1 }
      guard Bool.random(using: &dice) else { return .signUp(count) }
      return .edit(
        count, "Page \(Int.random(in: 0..<4, using: &dice))", change: Int.random(in: -99...99, using: &dice),
        risk: Bool.random(using: &dice) ? 0.5 : nil)
    }
  }

  @Test(arguments: 1...20) func theCountsAreThoseOfAllRows(seed: UInt64) {
    var dice = Chance(seed: seed)
    var afternoon = Afternoon()
    for step in 0..<200 {
      afternoon.happen(&dice)
      let (list, rows) = (afternoon.list, afternoon.list.rows)
      #expect(list.hasEdits == rows.contains { $0.event.edit != nil }, "after \(step) steps")
      #expect(list.pointed?.id == (list.selected ?? rows.first { $0.revision != nil })?.id, "after \(step) steps")
      #expect(list.selectedRow == list.selected.flatMap { rows.row(of: $0.id) }, "after \(step) steps")
      #expect(
        list.link == (list.selected.map(\.event.link) ?? rows.lazy.compactMap(\.event.link).first),
        "after \(step) steps")
      #expect(list.watchedCount == rows.count { $0.isWatched && !list.read.contains($0) }, "after \(step) steps")
      let new = afternoon.held.map { held in rows.count { $0.id > held } } ?? 0
      #expect(list.newCount == new, "after \(step) steps")
    }
  }
}
