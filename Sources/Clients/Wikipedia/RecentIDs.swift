/// The ids seen last, so that what a server sends again after a reconnect is known again. Holds a fixed number.
struct RecentIDs: Sendable {
  private var seen: Set<String> = []
  /// The ids in the order of their coming, the oldest at `next` once it is full.
  private var ring: [String] = []
  private var next = 0
  private let capacity: Int

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  /// Whether the id is new; it is known from then on.
  mutating func insert(_ id: String) -> Bool {
    guard seen.insert(id).inserted else { return false }
    if ring.count < capacity {
      ring.append(id)
    } else {
      seen.remove(ring[next])
      ring[next] = id
      next = (next + 1) % capacity
    }
    return true
  }
}
