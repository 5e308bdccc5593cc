import Charting
import Foundation
import Model
import Text

/// The state of the Wikipedia pane.
public struct WikipediaState: Sendable, Equatable {
  public enum Connection: Sendable, Hashable {
    case connecting
    /// Events come of the wikis of `source`.
    case connected(source: WikiSelection)
    /// There is no connection. It is made again at the trouble's `retry`, or, without one, when a person refreshes.
    case waiting(Trouble)
  }

  public var connection: Connection
  public var origin: Origin
  /// The wikis whose events are requested.
  public var wikis: WikiSelection
  /// The edits that are listed. Their kinds of editors are also those that are counted.
  public var edits: ShownEdits
  /// Whether the chart has a line for each kind of editor.
  public var hasLinesApart: Bool
  /// Edits per second in the last window of 5 s; `nil` before the first full window and without a connection.
  public var rate: Double?
  /// The latest edited article, for the ticker.
  public var latestEdit: SafeText?
  public var chart: Chart
  public var isFollowing: Bool
  /// Whether rate, latest edit, chart and list are frozen; counting continues.
  public var isPaused: Bool
  /// The filtered events, the newest first.
  public var recent: VisibleRows<RecentEvent>
  /// The number of events without the filter, at most ``recentLimit``.
  public var total: Int
  /// The filter of the list, which searches titles, users and comments; it does not affect the ticker and the chart.
  public var filter: FilterState
  /// The mistake in the filter's condition, with its column; the last correct condition is in force.
  public var filterMistake: SafeText?
  /// Whether the settings leave out events by a condition (`wikipedia.filter`).
  public var hasStandingFilter: Bool
  /// ``RecentEvent/id`` of the selected event; `nil` while the list follows the newest.
  public var selection: Int?
  /// The order of the list.
  public var order: EventOrder
  /// Whether the feed predicts reverts, so that there is a column for the risk and an order by it.
  public var hasRisks: Bool
  /// Whether the feed has reported who made an edit.
  public var hasEditors: Bool
  /// Whether the feed reports who is new and what was reverted, so that there are marks for them.
  public var hasFacts: Bool
  /// The edits that a person has opened, also in earlier runs.
  public var read: Set<EditAnnotation.Key>
  /// The number of ``recent`` that have come since a selection holds the list.
  public var newCount: Int
  /// The number of watched edits in the list, filtered or not, that a person has not opened.
  public var watchedCount: Int
  /// The users of the sign-ups that ``chart`` marks, as far as they are known.
  public var signUps: SignUps
  /// Chosen wikis that do not exist; `nil` if there are none, as far as is known.
  public var missing: Trouble?
  /// The number of events whose times cannot be true; they are shown at their arrival.
  public var oddTimeCount = 0

  public static let recentLimit = 200
  /// The number of the latest events that are kept for a condition, which facts that come later may satisfy: all edits of all
  /// wikis of some 25 seconds. Of older ones, ``recentLimit`` stay that satisfy it.
  public static let pendingLimit = 1_000

  /// - Parameter total: The number of events in `recent` if `nil`.
  public init(
    connection: Connection = .connecting, origin: Origin = .live, wikis: WikiSelection = .english,
    edits: ShownEdits = .all, hasLinesApart: Bool = false, rate: Double? = nil,
    latestEdit: SafeText? = nil,
    chart: Chart, isFollowing: Bool = true, isPaused: Bool = false, recent: VisibleRows<RecentEvent> = [],
    total: Int? = nil, filter: FilterState = FilterState(), filterMistake: SafeText? = nil,
    hasStandingFilter: Bool = false, selection: Int? = nil, order: EventOrder = .time,
    hasEditors: Bool = false, hasRisks: Bool = false, hasFacts: Bool = false,
    read: Set<EditAnnotation.Key> = [], newCount: Int = 0, watchedCount: Int = 0,
    signUps: SignUps = SignUps()
  ) {
    self.connection = connection
    self.origin = origin
    self.wikis = wikis
    self.edits = edits
    self.hasLinesApart = hasLinesApart
    self.rate = rate
    self.latestEdit = latestEdit
    self.chart = chart
    self.isFollowing = isFollowing
    self.isPaused = isPaused
    self.recent = recent
    self.total = total ?? recent.count
    self.filter = filter
    self.filterMistake = filterMistake
    self.hasStandingFilter = hasStandingFilter
    self.selection = selection
    self.order = order
    self.hasEditors = hasEditors
    self.hasRisks = hasRisks
    self.hasFacts = hasFacts
    self.read = read
    self.newCount = newCount
    self.watchedCount = watchedCount
    self.signUps = signUps
  }
}

extension WikipediaState {
  /// Whether there is a connection to the live service.
  var isConnectedLive: Bool {
    if case .connected = connection { origin == .live } else { false }
  }

  /// Why events do not come: there is no connection, or no such wiki.
  public var trouble: Trouble? {
    if case .waiting(let trouble) = connection { trouble } else { missing }
  }

  /// Whether a person has opened the edit.
  public func hasRead(_ event: RecentEvent) -> Bool { read.contains(event) }

  /// Whether the server sends events of the requested wikis. A server for a single wiki sends those of that wiki instead.
  public var followsWikis: Bool {
    if case .connected(let source) = connection { source == wikis } else { true }
  }
}

/// The order of the list of recent events.
public enum EventOrder: String, Sendable, Hashable, CaseIterable {
  /// The newest first.
  case time
  /// The edits with the largest changes first.
  case size
  /// The edits with the highest risk first, and those without one at the end.
  case risk
}

/// A row of the list of recent events.
public struct RecentEvent: Sendable, Hashable, Identifiable {
  /// Numbers the events of this run, from 0.
  public let id: Int
  public internal(set) var event: WikiEvent
  /// The event's own time by the local clock, or its arrival if it had none.
  public let time: Date
  /// Whether a person watches such edits.
  public internal(set) var isWatched: Bool

  public init(id: Int, event: WikiEvent, time: Date, isWatched: Bool = false) {
    self.id = id
    self.event = event
    self.time = time
    self.isWatched = isWatched
  }
}

extension RecentEvent: Searchable {
  public var searchedTexts: [SafeText] {
    guard let edit = event.edit else { return [event.title] }
    return [event.title] + [edit.user, edit.comment].compactMap(\.self)
  }
}
