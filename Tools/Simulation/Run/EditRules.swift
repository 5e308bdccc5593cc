import Edits
import Foundation
import Model
import PaneKit
import Screen

/// The rules of an open edit: its text is that of its revision, and while there is none, it is asked for or told to fail.
@UI
struct EditRules {
  /// The edit whose text has neither been asked for nor been told to fail, and the time since which that is so.
  private var idle: (key: String, since: Date)?

  init() {}

  mutating func faults(of edit: EditState?, _ run: Simulation) -> [String] {
    guard let edit, let revision = edit.opened.event.revision else {
      idle = nil
      return []
    }
    let key = StreamFeed.key(of: revision)
    guard edit.answer == nil, edit.trouble == nil, !run.world.ledger.isAsking(.changes, key) else {
      idle = nil
      return textFaults(edit, revision)
    }
    let since = idle.flatMap { $0.key == key ? $0.since : nil } ?? run.world.now
    idle = (key, since)
    // A person who steps from edit to edit asks for a text only where they stay.
    guard run.world.now.timeIntervalSince(since) > 1 else { return [] }
    return ["the text of the edit “\(key)” is neither asked for nor told to fail"]
  }

  private func textFaults(_ edit: EditState, _ revision: WikiRevision) -> [String] {
    guard case .diff(let diff) = edit.answer else { return [] }
    let lines = diff.hunks.flatMap(\.lines).map { $0.pieces.map(\.text.string).joined() }
    let expected = MediaWikiServer.line(revision.new, revision.wiki)
    return lines.contains(expected) ? [] : ["the edit “\(revision.new)” is shown with another text: “\(lines)”"]
  }
}
