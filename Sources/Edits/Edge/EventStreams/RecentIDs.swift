import Text

/// The most recent ids, for recognising events that a server repeats after a reconnection. It holds a fixed number of ids of
/// limited length.
struct RecentIDs: Sendable {
  private var seen: Set<String> = []
  /// The ids in order of arrival. Once the ring is full, the oldest is at `next`.
  private var ring: [String] = []
  private var next = 0
  private let capacity: Int

  /// A longer id, in bytes, is not kept, and so is always new. Wikimedia's ids are UUIDs of 36 bytes.
  static let lengthLimit = TextLimit.id.scalars

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  /// Remembers an id. Returns whether it is new.
  mutating func insert(_ id: String) -> Bool {
    guard id.utf8.count <= Self.lengthLimit else { return true }
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
