/// One client's place in the feed. Decides what to send next and when to give a client up; sends nothing itself.
///
/// A client that reads slowly costs no memory: what it has not taken yet stays in the backlog that all share.
struct FeedReader {
  enum Step {
    /// To be written now; ask again afterwards.
    case send([FeedEvent])
    /// Nothing to do until there is news or the connection takes more.
    case wait
    /// The client has not read for too long.
    case giveUp
  }

  /// Events that may pass by while the connection takes nothing more.
  static let patience = 1_000
  private static let batch = 16

  /// The sequence number of the next event to send.
  private(set) var position: Int
  /// Where the feed's end was when the connection stopped taking more.
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
