/// The ids seen last, so that what a server sends again after a reconnect is known again. Holds a fixed number of a limited
/// length.
struct RecentIDs: Sendable {
  private var seen: Set<String> = []
  /// The ids in the order of their coming, the oldest at `next` once it is full.
  private var ring: [String] = []
  private var next = 0
  private let capacity: Int

  /// An id of more bytes is not kept, and so always new; Wikimedia's are UUIDs, of 36.
  static let lengthLimit = 256

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  /// Whether the id is new; it is known from then on.
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
