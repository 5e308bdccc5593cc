import Charting
import Model
import Text

/// What came of one update of the feed or of one tick, thousands a second if need be: so it takes no memory of its own but
/// where a window of the rate ends.
struct WikipediaStep: Sendable {
  /// Points of the rate. One that was told before is replaced by a later one of the same time.
  var points: [RatePoint] = []
  /// The time of a sign-up on the local clock.
  var signUp: Double?
  /// An event for the list.
  var event: RecentEvent?
  /// Events of the past for the list, in any order; those of sign-ups are marked as well.
  var past: [RecentEvent] = []
  /// The edited article.
  var latestEdit: SafeText?
  /// The rate and the connection as they stand after it.
  var rate: EditCounts?
  var connection: WikipediaState.Connection
  /// Where all this comes from.
  var origin: Origin
  /// Counts the changes of the origin. What came before the latest of them is void.
  var era: Int
}

/// What came of many steps: what crosses over to the interface.
///
/// It is bounded, however much comes before it is taken over.
struct WikipediaBatch: Sendable {
  /// Points of the rate. One that was told before is replaced by a later one of the same time.
  var points: [RatePoint] = []
  /// Times of sign-ups on the local clock.
  var signUps: [Double] = []
  /// Events for the list, the oldest first.
  var events: [RecentEvent] = []
  /// Events of the past for the list, in any order.
  var past: [RecentEvent] = []
  /// The latest edited article; `nil` if none was edited.
  var latestEdit: SafeText?
  /// The rate and the connection as they stand after it.
  var rate: EditCounts?
  var connection = WikipediaState.Connection.connecting
  /// Where all this comes from.
  var origin = Origin.live
  /// Counts the changes of the origin. What came before the latest of them is void.
  var era = 0

  static let signUpLimit = 10_000

  /// Adds what came after it.
  mutating func append(_ next: WikipediaStep) {
    if next.era != era { self = WikipediaBatch() }
    if !next.points.isEmpty { points += next.points }
    if let signUp = next.signUp { signUps.append(signUp, keeping: Self.signUpLimit) }
    if let event = next.event { events.append(event, keeping: WikipediaState.recentLimit) }
    if !next.past.isEmpty { append(past: next.past) }
    latestEdit = next.latestEdit ?? latestEdit
    (rate, connection, origin, era) = (next.rate, next.connection, next.origin, next.era)
  }

  private mutating func append(past events: [RecentEvent]) {
    for event in events where event.event.kind == .newuser {
      signUps.append(event.time.timeIntervalSince1970, keeping: Self.signUpLimit)
    }
    past = Array((past + events).sorted { $0.time > $1.time }.prefix(WikipediaState.recentLimit))
  }
}

extension Array {
  /// Appends an element, and keeps at least the last `limit`: up to twice as many, so that it costs next to nothing for each.
  fileprivate mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count >= 2 * limit { removeFirst(count - limit) }
  }
}
