import Foundation
import Text

/// Invents what follows an edit: who made it, the prediction of a revert, and sometimes the revert.
///
/// Delays and shares are those of the real streams: a page change comes two seconds after the edit, a prediction some
/// seconds later, for articles of Wikipedias only, and never for a new page.
struct NoteInventor: Sendable {
  /// The events to come, the next one first.
  private var pending: [RecentChange] = []
  private var random: SeededGenerator
  private let patrollers: [String]

  init(seed: UInt64, words: EditWords = .demo) {
    random = SeededGenerator(seed: ~seed)
    patrollers = words.users.filter { Author($0, isBot: false).edits > 500 }
  }

  /// The time of the next event.
  var date: Date? { pending.first?.date }

  mutating func next() -> RecentChange? { pending.isEmpty ? nil : pending.removeFirst() }

  /// Drops the events before a date.
  mutating func skip(to date: Date) { pending.removeAll { $0.date.map { $0 < date } ?? true } }

  /// Plans what follows an event.
  mutating func follow(_ event: FeedEvent) {
    let change = event.change
    let isNew: Bool
    switch change.kind {
    case .edit: isNew = false
    case .new: isNew = true
    case .log, .categorize, .canary, .note: return
    }
    let author = Author(change.user, isBot: change.isBot)
    plan(.author(edits: author.edits, age: author.age), of: event.newRevision, change, after: delay(0.6, 3))
    if let reverted = change.reverts {
      plan(.tags(["mw-rollback"], before: []), of: event.newRevision, change, after: 0.05)
      for revision in reverted { plan(.tags(["mw-reverted"], before: []), of: revision, change, after: delay(5, 20)) }
    }
    guard !isNew, change.namespace == 0, change.wiki.ends(with: "wiki"),
      !["commonswiki", "wikidatawiki"].contains(change.wiki), random.unit() < 0.985
    else { return }
    let risk = risk(of: change, by: author)
    plan(.risk(risk), of: event.newRevision, change, after: delay(3, 9))
    if risk > 0.9, change.wiki == "enwiki", random.unit() < 0.6 { planRevert(of: event) }
  }

  private mutating func risk(of change: RecentChange, by author: Author) -> Double {
    let lot = random.unit()
    let risk = change.isBot || change.reverts != nil ? 0.04 * lot : author.isNew ? pow(lot, 0.7) : 0.7 * lot * lot
    return (max(0.002, risk) * 10_000).rounded() / 10_000
  }

  private mutating func planRevert(of event: FeedEvent) {
    guard case .edit(let old, let new) = event.change.kind, let patroller = patrollers.randomElement(using: &random),
      patroller != event.change.user
    else { return }
    var revert = event.change
    revert.kind = .edit(oldLength: new, newLength: old)
    revert.user = patroller
    (revert.isBot, revert.isMinor, revert.id) = (false, true, nil)
    revert.comment = "Reverted 1 edit by \(event.change.user)"
    revert.reverts = event.newRevision...event.newRevision
    insert(revert, at: event.timestamp.date.addingTimeInterval(delay(8, 40)))
  }

  private mutating func delay(_ shortest: TimeInterval, _ longest: TimeInterval) -> TimeInterval {
    shortest + (longest - shortest) * random.unit()
  }

  private mutating func plan(
    _ content: EditNote.Content, of revision: Int, _ change: RecentChange, after delay: TimeInterval
  ) {
    var note = change
    note.kind = .note(EditNote(content, of: revision))
    note.id = nil
    if let date = change.date { insert(note, at: date.addingTimeInterval(delay)) }
  }

  private mutating func insert(_ change: RecentChange, at date: Date) {
    var change = change
    change.date = date
    let place = pending.lastIndex { ($0.date ?? .distantPast) <= date }.map { $0 + 1 } ?? 0
    pending.insert(change, at: place)
  }

  /// An invented author, who is the same in every run.
  private struct Author {
    var edits: Int
    /// The seconds since the registration.
    var age: TimeInterval

    init(_ name: String, isBot: Bool) {
      let hash = Int(name.stableHash % 1_000_000)
      let day: TimeInterval = 86_400
      if name.begins(with: "~") {
        (edits, age) = (1 + hash % 6, 600 + TimeInterval(hash % 50_000))
      } else if !isBot, hash % 11 == 0 {
        (edits, age) = (hash % 9, TimeInterval(1 + hash % 3) * day)
      } else {
        (edits, age) = (12 + hash % 60_000, TimeInterval(30 + hash % 6_000) * day)
      }
    }

    var isNew: Bool { edits < 10 }
  }
}
