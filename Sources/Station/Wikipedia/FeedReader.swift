/// One client's position in the feed. Decides what to send next and when to disconnect a client; sends nothing itself.
///
/// A client that reads slowly takes no memory: events that it has not read stay in the shared backlog.
struct FeedReader {
  enum Step {
    /// Events to write now; ask again afterwards.
    case send([FeedEvent])
    /// Nothing to do until there are new events or the connection accepts more.
    case wait
    /// The client has not read for too long.
    case giveUp
  }

  /// The number of new events after which a client that reads nothing is disconnected.
  static let patience = 1_000
  private static let batch = 16

  /// The sequence number of the next event to send.
  private(set) var position: Int
  /// The end of the feed when the connection stopped accepting more.
  private var stalledAt: Int?

  init(position: Int) {
    self.position = position
  }

  mutating func step(_ backlog: Backlog, isWritable: Bool) -> Step {
    guard isWritable else {
      let stalledAt = self.stalledAt ?? backlog.end
      self.stalledAt = stalledAt
      return backlog.end - stalledAt > Self.patience ? .giveUp : .wait
    }
    stalledAt = nil
    let events = backlog.events(from: position, atMost: Self.batch)
    guard let last = events.last else { return .wait }
    position = last.sequence + 1
    return .send(events)
  }
}
