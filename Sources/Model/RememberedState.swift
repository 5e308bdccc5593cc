import Foundation
import Signals
import Text

/// The state of the program that is restored at the next start.
public struct RememberedState: Sendable, Hashable {
  /// The pane that had the focus, by name.
  public var pane: String?
  /// The selected tab of questions, by its feed in the settings.
  public var tab: QuestionFeed?
  /// The orders that a person chose, by the feed in the settings.
  public var orders: [QuestionFeed: QuestionOrder]
  /// Whether the greeting of the first start was shown.
  public var isGreeted: Bool
  /// A person's changes to the tabs.
  public var tabs: TabChanges
  /// The questions that were read and those that are kept, of all servers.
  public var marks: QuestionMarks
  /// Whether each row of a list has only one line.
  public var isDense: Bool
  /// The large pane's percentage of the width, where a person has moved its border.
  public var share: Override<Int?>?
  /// The name of the layout that a person chose instead of that of the settings, which is told by its key.
  public var layout: Override<String>?
  /// A person's choices about rooms.
  public var rooms: RoomChoices
  /// The times when rooms were beyond their limits, the newest first.
  public var events: [RoomEvent]
  /// What was chosen of Wikipedia.
  public var wikipedia: WikipediaChoices
  /// What was chosen last in the palette.
  public var palette: PaletteHistory

  public init(
    pane: String? = nil, tab: QuestionFeed? = nil, orders: [QuestionFeed: QuestionOrder] = [:], isGreeted: Bool = false,
    tabs: TabChanges = TabChanges(), marks: QuestionMarks = QuestionMarks(), isDense: Bool = false,
    share: Override<Int?>? = nil, layout: Override<String>? = nil, rooms: RoomChoices = RoomChoices(),
    events: [RoomEvent] = [],
    wikipedia: WikipediaChoices = WikipediaChoices(), palette: PaletteHistory = PaletteHistory()
  ) {
    self.pane = pane
    self.tab = tab
    self.orders = orders
    self.isGreeted = isGreeted
    self.tabs = tabs
    self.marks = marks
    self.isDense = isDense
    self.share = share
    self.layout = layout
    self.rooms = rooms
    self.events = events
    self.wikipedia = wikipedia
    self.palette = palette
  }
}

/// A person's changes to the tabs, stored as differences to the settings, so that both can change.
public struct TabChanges: Sendable, Hashable {
  /// A change to a tab.
  public enum Fate: String, Sendable, Hashable {
    case opened, closed
  }

  /// Tabs that are not in the settings, in the order in which they were opened.
  public var opened: [QuestionFeed]
  /// Tabs that were closed, the latest at the end.
  public var closed: [QuestionFeed]
  /// The order of all tabs after one was moved last; empty if none was.
  public var order: [QuestionFeed]

  public init(opened: [QuestionFeed] = [], closed: [QuestionFeed] = [], order: [QuestionFeed] = []) {
    self.opened = opened
    self.closed = closed
    self.order = order
  }
}

/// A server's information on the day's requests, which are counted from midnight UTC.
public struct RememberedQuota: Sendable, Hashable {
  public var remaining: Int
  public var max: Int?
  public var date: Date

  public init(remaining: Int, max: Int?, date: Date) {
    self.remaining = remaining
    self.max = max
    self.date = date
  }
}

/// A change of the remembered state. Programs that run at the same time overwrite single values of each other, never the
/// whole state.
///
/// Marks and quotas belong to a server, and those of the demonstration are not stored. Tabs, orders and the rest belong to
/// the person, whatever server is asked.
public enum StateChange: Sendable, Hashable {
  case pane(String)
  case tab(QuestionFeed)
  /// `nil` restores the settings' order.
  case order(QuestionFeed, QuestionOrder?)
  case greeted
  /// `nil` restores the settings' tab.
  case tabFate(QuestionFeed, TabChanges.Fate?)
  case tabOrder([QuestionFeed])
  /// A question was read at a time, when it had the given number of answers.
  case read(QuestionKey, answers: Int, at: Date)
  case unread(QuestionKey)
  /// A question to be kept with its answers, replacing an earlier version.
  case keep(CachedDetail, site: String)
  case drop(QuestionKey)
  case quota(RememberedQuota, of: QuestionServer)
  case isDense(Bool)
  /// The large pane's percentage of the width; `nil` where it is that of the settings again.
  case share(Override<Int?>?)
  /// The layout by its name instead of that of the settings by its key; `nil` for that of the settings.
  case layout(Override<String>?)
  /// Whether a room's line is hidden.
  case isHidden(Room.Mark, Bool)
  /// The only room that is shown; `nil` for all.
  case alone(Room.Mark?)
  /// The duration that the rooms' chart shows.
  case span(RoomSpan)
  /// The order of the rooms' legend.
  case roomOrder(RoomOrder)
  /// A room is or was beyond a limit. Replaces an earlier version of the same event.
  case event(RoomEvent)
  /// A choice in the Wikipedia pane.
  case wikipedia(WikipediaChoices.Change)
  /// What was chosen last in the palette.
  case palette(PaletteHistory)
  /// Rates of edits of a source, of which nothing older than a date is kept.
  case rates([KeptRate], of: String, oldest: Date)
  /// An edit was read, of the wikis that a server reports.
  case readEdit(EditAnnotation.Key, of: String, at: Date)
  case unreadEdit(EditAnnotation.Key, of: String)
}

/// The store of the state between two runs of the program.
///
/// Errors do not reach the caller: unreadable state is empty, a failure to write is reported once by ``notices``, and the
/// program continues.
public protocol StateStore: Sendable {
  /// Sends the state of the last run once, on any thread. The first start opens the database.
  var remembered: SignalProducer<RememberedState, Never> { get }
  /// Sends a kept question with its answers; `nil` if it is not kept. Sends once, on any thread.
  func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never>
  /// Sends the kept questions of a site without their bodies, the one kept last first. Sends once, on any thread.
  func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never>
  /// Sends when a question is kept, kept in a newer version, or no longer kept; on any thread. Changes by other programs are
  /// not reported.
  var keptChanges: Signal<Void, Never> { get }
  /// Sends a server's last information on the day's requests, from any program that shares the state; `nil` if there is none.
  /// Sends once, on any thread.
  func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never>
  /// Sends the stored rates of a source of edits in the order of time, once, on any thread.
  func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never>
  /// Sends the edits that were read, of the wikis that a server reports, once, on any thread.
  func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never>
  /// Stores a change asynchronously and in order.
  func keep(_ change: StateChange)
  /// Stores an event that begins, and sends whether this program is the first to report it, once, on any thread. `true` if
  /// nothing can be stored.
  func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never>
  /// Stores that a rule has met something, and sends whether this program is the first to do so, once, on any thread. `true` if
  /// nothing can be stored.
  func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never>
  /// Sends what a rule has met in all programs that share the state, the latest first, once, on any thread.
  func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never>
  /// Forgets that a rule has met something, which may happen again.
  func release(_ subject: String, by rule: String)
  /// Sends the events of rooms beyond their limits that any program sharing the state has stored, once, on any thread.
  var roomEvents: SignalProducer<[RoomEvent], Never> { get }
  /// Sends messages to the person: that a damaged file was set aside, that nothing can be written.
  var notices: Signal<SafeText, Never> { get }
}

extension StateStore {
  public func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  public func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    SignalProducer(value: [])
  }
  public var keptChanges: Signal<Void, Never> { .never }
  public var roomEvents: SignalProducer<[RoomEvent], Never> { SignalProducer(value: []) }
  public func rates(of source: String, since start: Date, now: Date) -> SignalProducer<[KeptRate], Never> {
    SignalProducer(value: [])
  }
  public func readEdits(of server: String) -> SignalProducer<Set<EditAnnotation.Key>, Never> {
    SignalProducer(value: [])
  }
  public func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> { SignalProducer(value: nil) }
  public func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never> {
    SignalProducer(value: true)
  }
  public func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never> {
    SignalProducer(value: [])
  }
  public func release(_ subject: String, by rule: String) {}
  public func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    SignalProducer { () -> Result<Bool, Never> in
      keep(.event(event))
      return .success(true)
    }
  }
}
