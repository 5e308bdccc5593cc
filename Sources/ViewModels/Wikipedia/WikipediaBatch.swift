import Charting
import Model
import Text

/// What came of one update of the feed, or of many of them: what crosses over to the interface.
///
/// It is bounded, however much comes before it is taken over.
struct WikipediaBatch: Sendable {
  /// Points of the rate, in the order of time.
  var points: [Series.Point] = []
  /// Times of sign-ups on the local clock.
  var signUps: [Double] = []
  /// Events for the list, the oldest first.
  var events: [RecentEvent] = []
  /// The latest edited article; `nil` if none was edited.
  var latestEdit: SafeText?
  /// The rate and the connection as they stand after it.
  var rate: Double?
  var connection = WikipediaState.Connection.connecting
  /// Where all this comes from.
  var origin = Origin.live
  /// Counts the changes of the origin. What came before the latest of them is void.
  var era = 0

  static let signUpLimit = 10_000

  /// Adds what came after it.
  mutating func append(_ next: WikipediaBatch) {
    if next.era != era { self = WikipediaBatch() }
    points += next.points
    signUps.append(next.signUps, keeping: Self.signUpLimit)
    events.append(next.events, keeping: WikipediaState.recentLimit)
    latestEdit = next.latestEdit ?? latestEdit
    (rate, connection, origin, era) = (next.rate, next.connection, next.origin, next.era)
  }
}

extension Array {
  /// Appends elements, and keeps at least the last `limit`: up to twice as many, so that it costs next to nothing for each.
  fileprivate mutating func append(_ elements: [Element], keeping limit: Int) {
    self += elements
    if count >= 2 * limit { removeFirst(count - limit) }
  }
}
