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

  public init(
    pane: String? = nil, tab: QuestionFeed? = nil, orders: [QuestionFeed: QuestionOrder] = [:], isGreeted: Bool = false
  ) {
    self.pane = pane
    self.tab = tab
    self.orders = orders
    self.isGreeted = isGreeted
  }
}

/// One thing to remember. Programs that run at the same time overwrite each other's values one by one, never all at once.
public enum StateChange: Sendable, Hashable {
  case pane(String)
  case tab(QuestionFeed)
  /// `nil` where the settings' order is the chosen one again.
  case order(QuestionFeed, QuestionOrder?)
  case greeted
}

/// Where the state is kept between two runs of the program.
///
/// Nothing here fails for its caller: state that cannot be read is empty, one that cannot be written is told of once, by
/// ``notices``, and the program goes on.
public protocol StateStore: Sendable {
  /// The state as it was left, sent once, from any thread. The database is opened by the first start.
  var remembered: SignalProducer<RememberedState, Never> { get }
  /// Keeps a change, soon and in order; the caller does not wait.
  func keep(_ change: StateChange)
  /// What a person should be told: that a damaged file was set aside, that nothing can be written.
  var notices: Signal<SafeText, Never> { get }
}
