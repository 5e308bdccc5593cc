import Foundation
import Model
import PaneKit
import Text

/// What one or several updates of the feed, or ends of windows, change in the pane, sent to the interface together.
///
/// There may be thousands of updates a second, so one of them allocates memory only for what it lists. A batch is bounded,
/// however much is added before it is taken.
struct WikipediaBatch: Sendable {
  /// Points of the rate, which replace earlier ones at the same times.
  var points: [RatePoint] = []
  /// In any order.
  var signUps: [SignUp] = []
  /// Events for the list, the oldest first.
  var events: [RecentEvent] = []
  /// Past events for the list, in any order.
  var past: [RecentEvent] = []
  /// Facts about edits of this batch or earlier ones, the latest at the end.
  var annotations: [EditAnnotation] = []
  /// The pages with the most editors; `nil` if they have not changed.
  var hotPages: [HotPage]?
  /// The number of events so far whose times cannot be true.
  var oddTimeCount = 0
  /// Whether there was an edit for which the bell rings.
  var ringsBell = false
  /// The watched edits as they happened; `nil` if there are none.
  var watched: DesktopNotice?
  /// The latest edited article; `nil` if there is none.
  var latestEdit: SafeText?
  /// The rate and the connection as they stand after it.
  var rate: EditCounts?
  var connection = WikipediaState.Connection.connecting
  var requests = WikipediaState.Requests()
  /// The origin of the data.
  var origin = Origin.live
  /// Counts the changes of the origin. Data from before the latest one is invalid.
  var era = 0

  /// The facts about each edit, of all ``annotations``.
  var facts: [EditAnnotation.Key: EditFacts] {
    Dictionary(annotations.map { ($0.key, $0.facts) }) { $0.merging($1) }
  }

  static let signUpLimit = 10_000
  /// The list has fewer edits in most cases, but several annotations may come for one.
  static let annotationLimit = 4_000

  /// Appends what comes next.
  mutating func append(_ next: WikipediaBatch) {
    if next.era != era { self = WikipediaBatch() }
    if !next.points.isEmpty { points += next.points }
    for signUp in next.signUps { signUps.append(signUp, keeping: Self.signUpLimit) }
    for event in next.events { events.append(event, keeping: WikipediaState.recentLimit) }
    if !next.past.isEmpty { append(past: next.past) }
    for annotation in next.annotations { annotations.append(annotation, keeping: Self.annotationLimit) }
    hotPages = next.hotPages ?? hotPages
    ringsBell = ringsBell || next.ringsBell
    watched = watched?.followed(by: next.watched) ?? next.watched
    latestEdit = next.latestEdit ?? latestEdit
    oddTimeCount = next.oddTimeCount
    (rate, connection, requests) = (next.rate, next.connection, next.requests)
    (origin, era) = (next.origin, next.era)
  }

  private mutating func append(past events: [RecentEvent]) {
    for event in events where event.event.kind == .newuser {
      signUps.append(SignUp(event.event, at: event.time), keeping: Self.signUpLimit)
    }
    past = Array((past + events).sorted { $0.time > $1.time }.prefix(WikipediaState.recentLimit))
  }
}

extension SignUp {
  init(_ event: WikiEvent, at time: Date) {
    self.init(time: time.timeIntervalSince1970, user: event.title, wiki: event.wiki)
  }
}

extension Array {
  /// Appends an element, and keeps at least the last `limit`: up to twice as many, so that removing costs little on average.
  fileprivate mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count >= 2 * limit { removeFirst(count - limit) }
  }
}
