import Model

/// The events that the list may show, the newest first: as many as it shows, and more for a condition that facts which come
/// later may satisfy.
struct ListedEvents: Sendable {
  private(set) var all: [RecentEvent] = []

  /// Adds events, and drops the oldest.
  ///
  /// - Parameters:
  ///   - events: New ones, the oldest first.
  ///   - past: Past ones, in any order.
  ///   - isWanted: Whether an event satisfies the conditions that hold; `nil` without any.
  mutating func insert(_ events: [RecentEvent], past: [RecentEvent], where isWanted: ((RecentEvent) -> Bool)?) {
    if !events.isEmpty {
      let new: [RecentEvent] = events.suffix(WikipediaState.recentLimit).reversed()
      all = Self.limited(new + all, where: isWanted)
    }
    if !past.isEmpty {
      all = Self.limited((all + past).sorted { $0.time > $1.time }, where: isWanted)
    }
  }

  /// Returns the events that stay, of those from the newest on.
  private static func limited(_ events: [RecentEvent], where isWanted: ((RecentEvent) -> Bool)?) -> [RecentEvent] {
    let limit = WikipediaState.recentLimit
    guard let isWanted else { return Array(events.prefix(limit)) }
    var count = 0
    var kept: [RecentEvent] = []
    for (place, event) in events.enumerated() {
      let isWanted = isWanted(event)
      if isWanted { count += 1 }
      if place < WikipediaState.pendingLimit || isWanted && count <= limit { kept.append(event) }
    }
    return kept
  }

  /// Adds facts to the edits that they are about.
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts]) {
    for row in all.indices { all[row].amend(by: facts) }
  }

  /// Marks the edits that are watched.
  mutating func mark(_ watch: [EditWatch]) {
    for row in all.indices { all[row].isWatched = watch.matches(all[row].event) }
  }
}
