import Charting
import Foundation
import Model
import PaneKit
import Text

/// The state of the Wikipedia pane.
public struct WikipediaState: Sendable, Equatable {
  public enum Connection: Sendable, Hashable {
    case connecting
    /// Events come of the wikis of `source`.
    case connected(source: WikiSelection)
    /// There is no connection. It is made again at the trouble's `retry`, or, without one, when a person refreshes.
    case waiting(ServiceFailure)
  }

  /// How the feed's requests have ended, for the diagnostics.
  public struct Requests: Sendable, Hashable {
    /// When the connection was made, if there is one.
    public var connectedAt: Date?
    /// The failure of the last connection, until there is another one.
    public var failure: ServiceFailure?
    /// When the list of past events was answered, since the last change of the source.
    public var historyAt: Date?
  }

  public var connection: Connection
  public var requests = Requests()
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
  public var recent: VisibleRows<RecentEvent> { didSet { lookUp() } }
  /// The number of events without the filter, at most ``totalLimit``.
  public var total: Int
  /// The filter of the list, which searches titles, users and comments; it does not affect the ticker and the chart.
  public var filter: FilterState
  /// The mistake in the filter's condition, with its column; the last correct condition is in force.
  public var filterMistake: SafeText?
  /// The condition that the listed events satisfy; `nil` for none.
  public var condition: Condition?
  /// ``RecentEvent/id`` of the selected event; `nil` while the list follows the newest.
  public var selection: Int? { didSet { lookUp() } }
  /// The row of the selected event among ``recent``.
  public private(set) var selectedRow: Int?
  /// The selected event, or the first edit of ``recent`` whose text can be requested if none is selected.
  public private(set) var pointed: RecentEvent?
  /// Whether any of ``recent`` is an edit.
  public private(set) var hasEdits: Bool
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
  public var missing: ServiceFailure?
  /// The number of events whose times cannot be true; they are shown at their arrival.
  public var oddTimeCount = 0
  /// The number of pages and users whose edits are left out.
  public var ignoredCount = 0
  /// Whether the list is ordered or filtered by the risk, or by what marks tell.
  public var needsRisk = false
  public var needsMarks = false
  /// The events that are marked for what is done with several.
  public var picks: Set<RecentEvent.ID> = []
  /// Whether the place beside the list is that of an edit: the open one, or the selected one.
  public var showsBeside = false
  /// The list's percentage of the lines of chart and list; `nil` for the standard one.
  public var listShare: Int?
  /// Whether the chart has a line that can be compared with an earlier time.
  public var canCompare = false

  /// The number of the latest events that are listed, or, with a filter, of the latest ones that it lets through. Without
  /// the filter as many are listed again, because as many of the latest events are kept in any case.
  public static let recentLimit = 2_000
  /// The number of rows above and below a selected or open event that stay with it, however many events come.
  public static let heldRows = 100
  /// The largest ``total``.
  public static let totalLimit = 2 * (recentLimit + 2 * heldRows + 1)

  /// - Parameters:
  ///   - total: The number of events in `recent` if `nil`.
  ///   - hasEdits: Looked up if `nil`, as are the next two, which the list knows.
  public init(
    connection: Connection = .connecting, origin: Origin = .live, wikis: WikiSelection = .english,
    edits: ShownEdits = .all, hasLinesApart: Bool = false, rate: Double? = nil,
    latestEdit: SafeText? = nil,
    chart: Chart, isFollowing: Bool = true, isPaused: Bool = false, recent: VisibleRows<RecentEvent> = [],
    total: Int? = nil, filter: FilterState = FilterState(), filterMistake: SafeText? = nil,
    condition: Condition? = nil, selection: Int? = nil, order: EventOrder = .time,
    hasEditors: Bool = false, hasRisks: Bool = false, hasFacts: Bool = false,
    read: Set<EditAnnotation.Key> = [], newCount: Int = 0, watchedCount: Int = 0,
    signUps: SignUps = SignUps(), hasEdits: Bool? = nil, selectedRow: Int? = nil, pointed: RecentEvent? = nil
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
    self.condition = condition
    self.selection = selection
    self.order = order
    self.hasEditors = hasEditors
    self.hasRisks = hasRisks
    self.hasFacts = hasFacts
    self.read = read
    self.newCount = newCount
    self.watchedCount = watchedCount
    self.signUps = signUps
    self.hasEdits = hasEdits ?? false
    self.selectedRow = selectedRow
    self.pointed = pointed
    if hasEdits == nil { lookUp() }
  }

  /// Looks through the rows, as the list need not.
  private mutating func lookUp() {
    hasEdits = recent.contains(where: \.isEdit)
    selectedRow = selection.flatMap(recent.row)
    pointed = selection == nil ? recent.first(where: \.hasRevision) : selectedRow.map { recent[$0] }
  }
}

extension WikipediaState {
  /// What leaves out events besides the text of the filter's field.
  public enum Condition: Sendable, Hashable {
    /// The settings' own (`wikipedia.filter`).
    case standing(EditCondition)
    /// One of `wikipedia.conditions`, which a person has chosen.
    case chosen(NamedCondition)

    var condition: EditCondition {
      switch self {
      case .standing(let condition): condition
      case .chosen(let named): named.condition
      }
    }

    /// The name of a chosen one.
    var name: SafeText? { if case .chosen(let named) = self { named.name } else { nil } }
  }

  /// Whether there is a connection to the live service.
  var isConnectedLive: Bool {
    if case .connected = connection { origin == .live } else { false }
  }

  /// Why events do not come: there is no connection, or no such wiki.
  public var trouble: ServiceFailure? {
    if case .waiting(let trouble) = connection { trouble } else { missing }
  }

  /// Whether a person has opened the edit.
  public func hasRead(_ event: RecentEvent) -> Bool { read.contains(event) }

  /// Whether the server sends events of the requested wikis. A server for a single wiki sends those of that wiki instead.
  public var followsWikis: Bool {
    if case .connected(let source) = connection { source == wikis } else { true }
  }
}
