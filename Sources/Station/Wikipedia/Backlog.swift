/// An event of the feed, with its position in the order of all events and its identity.
struct FeedEvent: Sendable {
  /// Counts up by one from event to event.
  let sequence: Int
  /// With date and id set.
  let change: RecentChange
  let timestamp: Timestamp

  // Any numbers will do that no other event has.

  /// The id among the recent changes, `rcid`.
  var number: Int { 2_100_000_000 + sequence }
  var oldRevision: Int { 1_200_000_000 + sequence }
  var newRevision: Int { Self.firstRevision + sequence }
  static let firstRevision = 1_300_000_000
  var logNumber: Int { 160_000_000 + sequence }

  /// Whether MediaWiki's list of recent changes contains it. Sources: includes/Logging/PatrolLog.php, and
  /// AuthManager::autoCreateUser, which publishes nothing.
  var isListed: Bool {
    switch change.kind {
    case .log("patrol", _), .log("newusers", "autocreate"), .canary, .note: false
    case .edit, .new, .log, .categorize: true
    }
  }
}

/// The events of the last quarter of an hour, so that a client can resume where it was cut off.
struct Backlog: Sendable {
  private var events = PagedQueue<FeedEvent>()
  /// The sequence number of the next event.
  private(set) var end = 0
  let capacity: Int
  /// In milliseconds.
  let maximumAge: Int64

  init(capacity: Int = 15_000, maximumAge: Int64 = 15 * 60 * 1_000) {
    self.capacity = capacity
    self.maximumAge = maximumAge
  }

  /// The sequence number of the oldest stored event; ``end`` if there is none.
  var start: Int { end - events.count }

  var last: FeedEvent? { events.last }

  mutating func append(_ change: RecentChange, at timestamp: Timestamp) {
    events.append(FeedEvent(sequence: end, change: change, timestamp: timestamp))
    end += 1
    while let oldest = events.first,
      events.count > capacity || timestamp.milliseconds - oldest.timestamp.milliseconds > maximumAge
    {
      events.removeFirst()
    }
  }

  /// Returns at most `count` events from this sequence number on, or from the oldest stored one.
  func events(from sequence: Int, atMost count: Int) -> [FeedEvent] {
    let skipped = max(0, sequence - start)
    return Array(events.dropFirst(skipped).prefix(count))
  }

  /// Returns the events on a wiki's list of recent changes, the newest first.
  func changes(of wiki: String) -> [FeedEvent] {
    events.filter { $0.change.wiki == wiki && $0.isListed }.sorted {
      ($0.timestamp.seconds, $0.number) > ($1.timestamp.seconds, $1.number)
    }
  }

  /// Returns the revisions of a wiki's edits that have been tagged as reverted.
  func reverted(on wiki: String) -> Set<Int> {
    Set(
      events.compactMap { event -> Int? in
        guard event.change.wiki == wiki, case .note(let note) = event.change.kind,
          case .tags(let tags, _) = note.content, tags.contains("mw-reverted")
        else { return nil }
        return note.revision
      })
  }

  /// Returns the event of a wiki that created a revision.
  func event(makingRevision revision: Int, of wiki: String) -> FeedEvent? {
    let (sequence, overflows) = revision.subtractingReportingOverflow(FeedEvent.firstRevision)
    guard !overflows, (start..<end).contains(sequence), let event = events(from: sequence, atMost: 1).first else {
      return nil
    }
    return event.change.wiki == wiki ? event : nil
  }

  /// Returns where to resume after an event at this time: at the first event that is not older. The real service stores its
  /// position by the millisecond, so events of the same millisecond come again.
  func sequence(resumingFrom timestamp: Timestamp) -> Int {
    events.first { $0.timestamp >= timestamp }?.sequence ?? end
  }
}
