import Foundation
import PaneKit

/// What is asked about all events of a list, counted where they come and go, so that neither a frame nor a command looks through
/// thousands of rows.
struct EventTally: Sendable {
  // Of the rows.

  /// Whether any row is an edit.
  private(set) var hasEdits = false
  /// The first row whose text can be requested.
  private(set) var firstEdit: Int?
  /// The page of the first row that has one.
  private(set) var firstLink: URL?
  /// The number of rows that have come since a moment.
  var newCount = 0

  // Of all events, filtered or not.

  /// The event with the greatest number.
  private(set) var newest: RecentEvent?
  /// The watched edits; for each whether it has been read.
  private var watched: [EditAnnotation.Key: Bool] = [:]
  /// The number of watched edits that have not been read.
  private(set) var unreadCount = 0

  /// Counts the rows.
  ///
  /// - Parameter held: The newest event at the moment from which on rows are new; `nil` if none is. Past events that were
  ///   loaded later are not new.
  mutating func count(_ rows: VisibleRows<RecentEvent>, since held: RecentEvent?) {
    (hasEdits, firstEdit, firstLink, newCount) = (false, nil, nil, 0)
    rows.look { row, event in
      hasEdits = hasEdits || event.isEdit
      if firstEdit == nil, event.hasRevision { firstEdit = row }
      if firstLink == nil, event.hasPage { firstLink = event.event.link }
      if let held, event.id > held.id, event.time >= held.time { newCount += 1 }
      return held != nil || !hasEdits || firstEdit == nil || firstLink == nil
    }
  }

  /// Counts all events.
  mutating func count(all events: [RecentEvent], read: Set<EditAnnotation.Key>) {
    (newest, unreadCount) = (nil, 0)
    watched.removeAll(keepingCapacity: true)
    for place in events.indices {
      if newest.map({ $0.id < events[place].id }) ?? true { newest = events[place] }
      guard events[place].isWatched else { continue }
      let key = events[place].event.annotationKey
      let isRead = key.map(read.contains) ?? false
      if let key { watched[key] = isRead }
      if !isRead { unreadCount += 1 }
    }
  }

  /// Takes the mark of an edit, which need not be in the list.
  mutating func mark(_ edit: EditAnnotation.Key, isRead: Bool) {
    guard let wasRead = watched[edit], wasRead != isRead else { return }
    watched[edit] = isRead
    unreadCount += isRead ? -1 : 1
  }
}
