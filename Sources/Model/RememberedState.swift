import Foundation
import Signals
import Text

/// What a person left when the program ended, and finds again at the next start.
public struct RememberedState: Sendable, Hashable {
  /// The pane that had the focus, by its name.
  public var pane: String?
  /// The tab of questions that was shown, by its feed as the settings have it.
  public var tab: QuestionFeed?
  /// The orders that were chosen by hand, by the feed as the settings have it.
  public var orders: [QuestionFeed: QuestionOrder]
  /// The greeting of the first start was shown.
  public var isGreeted: Bool
  /// What was done to the tabs by hand.
  public var tabs: TabChanges
  /// The questions that were read, and which of them are kept, of all servers.
  public var marks: QuestionMarks
  /// Lists have one line a row.
  public var isDense: Bool
  /// What was chosen of the rooms.
  public var rooms: RoomChoices
  /// When rooms were beyond their limits, the newest first.
  public var events: [RoomEvent]

  public init(
    pane: String? = nil, tab: QuestionFeed? = nil, orders: [QuestionFeed: QuestionOrder] = [:], isGreeted: Bool = false,
    tabs: TabChanges = TabChanges(), marks: QuestionMarks = QuestionMarks(), isDense: Bool = false,
    rooms: RoomChoices = RoomChoices(), events: [RoomEvent] = []
  ) {
    self.pane = pane
    self.tab = tab
    self.orders = orders
    self.isGreeted = isGreeted
    self.tabs = tabs
    self.marks = marks
    self.isDense = isDense
    self.rooms = rooms
    self.events = events
  }
}

/// What a person did to the tabs, as differences to those of the settings, so that both can change.
public struct TabChanges: Sendable, Hashable {
  /// What became of a tab.
  public enum Fate: String, Sendable, Hashable {
    case opened, closed
  }

  /// Tabs that the settings do not have, in the order in which they were opened.
  public var opened: [QuestionFeed]
  /// Tabs that were closed, the latest at the end.
  public var closed: [QuestionFeed]
  /// The order of all tabs when one of them was moved last; empty where none was.
  public var order: [QuestionFeed]

  public init(opened: [QuestionFeed] = [], closed: [QuestionFeed] = [], order: [QuestionFeed] = []) {
    self.opened = opened
    self.closed = closed
    self.order = order
  }
}

/// What a server said of the day's requests, whose count begins at midnight UTC.
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

/// One thing to remember. Programs that run at the same time overwrite each other's values one by one, never all at once.
///
/// What is about a question or a quota belongs to its server, and nothing of the demonstration is kept. Tabs, orders and the
/// rest are the person's, whatever server is asked.
public enum StateChange: Sendable, Hashable {
  case pane(String)
  case tab(QuestionFeed)
  /// `nil` where the settings' order is the chosen one again.
  case order(QuestionFeed, QuestionOrder?)
  case greeted
  /// `nil` where the tab is as the settings have it again.
  case tabFate(QuestionFeed, TabChanges.Fate?)
  case tabOrder([QuestionFeed])
  /// A question was read at a time, when it had so many answers.
  case read(QuestionKey, answers: Int, at: Date)
  case unread(QuestionKey)
  /// A question to be kept with its answers, in the place of what was kept of it.
  case keep(CachedDetail, site: String)
  case drop(QuestionKey)
  case quota(RememberedQuota, of: QuestionServer)
  case isDense(Bool)
  /// A room's line is not drawn, or is again.
  case isHidden(Room.Mark, Bool)
  /// The room that is shown alone; `nil` where all are.
  case alone(Room.Mark?)
  /// How much time the chart of the rooms shows.
  case span(RoomSpan)
  /// A room is, or was, beyond a limit. It takes the place of the same event as it was told before.
  case event(RoomEvent)
}

/// Where the state is kept between two runs of the program.
///
/// Nothing here fails for its caller: state that cannot be read is empty, one that cannot be written is told of once, by
/// ``notices``, and the program goes on.
public protocol StateStore: Sendable {
  /// The state as it was left, sent once, from any thread. The database is opened by the first start.
  var remembered: SignalProducer<RememberedState, Never> { get }
  /// A question that is kept, with its answers; `nil` where it is not. Sent once, from any thread.
  func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never>
  /// The questions of a site that are kept, without their bodies, the one kept last first. Sent once, from any thread.
  func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never>
  /// Sends when another question is kept, one is kept in a newer form, or one no longer; from any thread. What other
  /// programs do is not told.
  var keptChanges: Signal<Void, Never> { get }
  /// What a server said last of the day's requests, to any program that shares the state; `nil` where it said nothing.
  /// Sent once, from any thread.
  func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never>
  /// Keeps a change, soon and in order; the caller does not wait.
  func keep(_ change: StateChange)
  /// Keeps an event that begins, and sends whether no program has told it before, once, from any thread. `true` where
  /// nothing can be kept.
  func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never>
  /// What a person should be told: that a damaged file was set aside, that nothing can be written.
  var notices: Signal<SafeText, Never> { get }
}

extension StateStore {
  public func kept(_ question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  public func keptQuestions(of site: String, from server: QuestionServer) -> SignalProducer<[Question], Never> {
    SignalProducer(value: [])
  }
  public var keptChanges: Signal<Void, Never> { .never }
  public func quota(of server: QuestionServer) -> SignalProducer<RememberedQuota?, Never> { SignalProducer(value: nil) }
  public func tellFirst(_ event: RoomEvent) -> SignalProducer<Bool, Never> {
    SignalProducer { () -> Result<Bool, Never> in
      keep(.event(event))
      return .success(true)
    }
  }
}
