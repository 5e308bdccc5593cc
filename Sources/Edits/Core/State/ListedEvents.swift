import Text

/// The events that the list may show, the newest first.
///
/// These are the newest of all, for a filter that changes and for facts that come later; older ones that the filter lets
/// through, as long as the list has room; and those that are held, because a person is there.
struct ListedEvents: Sendable {
  private(set) var all: [RecentEvent] = []
  /// The latest edited article, also of those that are not listed.
  var latestEdit: SafeText?

  /// Adds events.
  ///
  /// - Parameters:
  ///   - events: New ones, the oldest first.
  ///   - past: Past ones, in any order.
  mutating func insert(_ events: [RecentEvent], past: [RecentEvent]) {
    if !events.isEmpty { all.insert(contentsOf: events.suffix(WikipediaState.recentLimit).reversed(), at: 0) }
    if !past.isEmpty { all = (all + past).sorted { $0.time > $1.time } }
  }

  /// Drops old events.
  ///
  /// - Parameter held: Returns the events that stay in any case.
  mutating func drop(except held: () -> Set<RecentEvent.ID>) {
    let limit = WikipediaState.recentLimit
    guard all.count > limit else { return }
    var (listed, places) = (0, [Int]())
    for place in all.indices {
      if listed < limit, all[place].isInScope, all[place].isFound {
        listed += 1
      } else if place >= limit {
        places.append(place)
      }
    }
    guard !places.isEmpty else { return }
    let stay = held()
    for place in places.reversed() where !stay.contains(all[place].id) { all.remove(at: place) }
  }

  /// Adds facts to the edits that they are about.
  ///
  /// - Parameter change: Called with each of these edits afterwards.
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts], _ change: (inout RecentEvent) -> Void) {
    // There are thousands of events, and in most cases facts about a few late ones.
    let revisions = facts.keys.map(\.revision)
    guard let first = revisions.min(), let last = revisions.max() else { return }
    for place in all.indices {
      guard let revision = all[place].revisionNumber, (first...last).contains(revision) else { continue }
      if all[place].amend(by: facts) { change(&all[place]) }
    }
  }

  /// The events in scope, in an order; the same array where nothing is left out, so that nothing is copied.
  func listed(by order: EventOrder) -> [RecentEvent] {
    let isWhole = all.indices.allSatisfy { all[$0].isInScope }
    return (isWhole ? all : all.filter(\.isInScope)).sorted(by: order)
  }

  /// Changes every event.
  mutating func update(_ change: (inout RecentEvent) -> Void) {
    for place in all.indices { change(&all[place]) }
  }
}
