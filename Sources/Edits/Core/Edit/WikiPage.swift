import Foundation
import PaneKit
import Text

/// A page of a wiki that belongs to an edit, for a browser.
enum WikiPage: Sendable, CaseIterable {
  /// The list of all changes of the edited page.
  case history
  /// The page on which one writes to the user.
  case talk
  /// The form that undoes the edit. Opening it changes nothing.
  case undo
}

extension OpenedEdit {
  /// Returns the address of a page; `nil` for the demonstration, and if something of it is unknown.
  func link(to page: WikiPage) -> URL? {
    let title = event.event.title.string
    guard event.event.isEdit, !title.isEmpty else { return nil }
    switch page {
    case .history: return index([("title", title), ("action", "history")])
    case .talk:
      // Every wiki knows the English names of namespaces.
      return event.event.edit?.user.flatMap { $0.isEmpty ? nil : index([("title", "User_talk:\($0.string)")]) }
    case .undo:
      guard let revision = event.revision, let old = revision.old else { return nil }
      return index([
        ("title", title), ("action", "edit"), ("undo", "\(revision.new)"), ("undoafter", "\(old)"),
      ])
    }
  }

  /// Returns why a page cannot be opened; `nil` if it can.
  func obstacle(to page: WikiPage) -> SafeText? {
    if link(to: page)?.isWebPage == true { return nil }
    if origin == .demo { return "The edit is made up, so no wiki has a page for it" }
    switch page {
    case .talk where event.event.edit?.user == nil: return "No user is known here"
    case .undo where event.revision != nil && event.revision?.old == nil:
      return "The edit created the page, so it cannot be undone"
    default: return DashboardCommands.noLink
    }
  }
}
