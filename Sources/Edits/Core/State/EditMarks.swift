extension Set<EditAnnotation.Key> {
  /// Whether an event's edit is among them; never for an event without a revision.
  public func contains(_ event: RecentEvent) -> Bool { event.event.annotationKey.map(contains) ?? false }
}

/// The edits that a person has read, in this run and in earlier ones.
struct EditMarks: Sendable {
  private(set) var read: Set<EditAnnotation.Key> = []
  /// The edits that were marked as unread, whatever the marks of earlier runs say.
  private var unread: Set<EditAnnotation.Key> = []

  /// More marks than are stored.
  private static let limit = 4_000

  /// - Returns: The edit whose mark is to be stored; `nil` for an event without a revision.
  mutating func mark(_ event: RecentEvent, isRead: Bool) -> EditAnnotation.Key? {
    guard let edit = event.event.annotationKey else { return nil }
    if isRead { read.insert(edit) } else { read.remove(edit) }
    if isRead { unread.remove(edit) } else { unread.insert(edit) }
    return edit
  }

  /// Adds the marks of earlier runs, except where this run says otherwise.
  mutating func recall(_ marks: Set<EditAnnotation.Key>) { read.formUnion(marks.subtracting(unread)) }

  /// Removes marks of edits that are not listed, once there are too many.
  mutating func limit(to edits: some Sequence<RecentEvent>) {
    guard read.count > Self.limit || unread.count > Self.limit else { return }
    let listed = Set(edits.lazy.compactMap(\.event.annotationKey))
    read.formIntersection(listed)
    unread.formIntersection(listed)
  }
}
