import Edits
import Foundation
import Text

/// Joins the notices about edits with the edits, in whichever order they come.
///
/// ```
/// edit, notice:  the edit is remembered; the notice becomes an annotation of it
/// notice, edit:  the notice is held; its facts become part of the edit
/// ```
///
/// The number of edits and of notices is limited, whatever a server sends.
struct EditJoin: Sendable {
  /// The facts about an edit that have come together.
  private struct Known: Sendable {
    var facts = EditFacts()
    /// The time of the notice with the risk.
    var riskTime: Date?
    /// Identifies the edit's page, in less memory than its title; 0 while unknown.
    var page = 0

    /// Takes over facts, and returns those that are new; `nil` if none are.
    mutating func take(_ new: EditFacts, at time: Date?) -> EditFacts? {
      var news = new
      if let time, let riskTime, time <= riskTime { news.risk = nil }
      if news.risk != nil { riskTime = time ?? riskTime }
      let before = facts
      facts.merge(news)
      guard facts != before else { return nil }
      // What was known before is left out, so that a revert is counted once.
      if before.isRevert { news.isRevert = false }
      if before.isReverted { news.isReverted = false }
      return news
    }
  }

  /// The edits that have been delivered.
  private var edits = RecentTable<EditAnnotation.Key, Known>(capacity: Self.editLimit)
  /// Notices about edits that have not been delivered.
  private var held = RecentTable<EditAnnotation.Key, Known>(capacity: Self.heldLimit)
  /// The latest reverted revisions of pages, for edits that arrive after their revert.
  private var reverts = RecentTable<Int, ClosedRange<Int>>(capacity: Self.revertLimit)

  /// Several minutes of all wikis.
  static let editLimit = 8192
  static let heldLimit = 4096
  static let revertLimit = 512
  /// The seconds for which a notice waits for its edit. Most come after it, or less than a second before.
  static let patience: TimeInterval = 300

  /// The number of held notices.
  var heldCount: Int { held.count }

  /// Takes an edit, and adds the facts of earlier notices to it.
  mutating func take(_ event: inout WikiEvent, at now: Date) {
    guard let key = event.annotationKey, let edit = event.edit else { return }
    var known = held.remove(key, notBefore: now.addingTimeInterval(-Self.patience)) ?? Known()
    known.page = Self.page(event.title, of: key.wiki)
    known.facts.merge(edit.facts)
    if let range = reverts.value(known.page, notBefore: now.addingTimeInterval(-Self.patience)),
      range.contains(key.revision)
    {
      known.facts.isReverted = true
    }
    event.edit?.facts = known.facts
    edits.set(key, known, at: now)
  }

  /// Takes a notice, and returns annotations of edits that have been delivered.
  mutating func take(_ notice: EditNotice, at now: Date) -> [EditAnnotation] {
    var annotations: [EditAnnotation] = []
    if notice.facts != EditFacts(),
      let annotation = add(notice.facts, at: notice.time, to: notice.key, now: now)
    {
      annotations.append(annotation)
    }
    guard let reverted = notice.reverted else { return annotations }
    let page = Self.page(SafeText(title: notice.title), of: notice.key.wiki)
    reverts.set(page, reverted, at: now)
    let keys = edits.keys { key, known in
      known.page == page && reverted.contains(key.revision) && key.wiki == notice.key.wiki
    }
    for key in keys {
      if let annotation = add(EditFacts(isReverted: true), at: notice.time, to: key, now: now) {
        annotations.append(annotation)
      }
    }
    return annotations
  }

  private mutating func add(
    _ facts: EditFacts, at time: Date?, to key: EditAnnotation.Key, now: Date
  ) -> EditAnnotation? {
    if let news = edits.change(key, { $0.take(facts, at: time) }) { return news.map { EditAnnotation(key, $0) } }
    var known = held.remove(key, notBefore: now.addingTimeInterval(-Self.patience)) ?? Known()
    _ = known.take(facts, at: time)
    held.set(key, known, at: now)
    return nil
  }

  private static func page(_ title: SafeText, of wiki: String) -> Int {
    var hasher = Hasher()
    hasher.combine(wiki)
    hasher.combine(title)
    return hasher.finalize()
  }
}
