import Foundation
import Model
import Text

/// A person's choices in the Wikipedia pane, which are restored at the next start.
public struct WikipediaChoices: Sendable, Hashable {
  /// The wikis that are shown; `nil` where they are those of the settings.
  public var wikis: Override<WikiSelection>?
  /// The edits that are shown; `nil` where they are those of the settings.
  public var shown: Override<ShownEdits>?
  /// The name of the condition that is chosen of those of the settings; `nil` for the settings' own filter. A name that they do
  /// not have any more stands for that, too.
  public var condition: SafeText?
  /// Whether the chart has a line for each kind of editor.
  public var hasLinesApart: Bool
  /// The seconds that the chart shows; `nil` for its own.
  public var span: TimeInterval?
  /// The order of the list of events.
  public var order: EventOrder
  /// The pages and users that are watched besides those of the settings.
  public var watched: Set<WatchedSubject>
  /// The pages and users whose edits are left out.
  public var ignored: Set<WatchedSubject>
  /// The list's percentage of the lines of chart and list; `nil` for the standard one.
  public var listShare: Int?

  /// Whether the line of an earlier time is behind that of the present.
  public var showsBackdrop: Bool

  /// The number of pages and users that can be watched by key, and of those that can be ignored.
  public static let watchLimit = 500
  /// The spans that can be remembered.
  public static let spans: ClosedRange<TimeInterval> = 60...366 * 86_400
  /// The possible percentages of the list.
  public static let listShares = 5...95

  public init(
    wikis: Override<WikiSelection>? = nil, shown: Override<ShownEdits>? = nil, condition: SafeText? = nil,
    hasLinesApart: Bool = false, span: TimeInterval? = nil, order: EventOrder = .time,
    watched: Set<WatchedSubject> = [],
    ignored: Set<WatchedSubject> = [], listShare: Int? = nil, showsBackdrop: Bool = false
  ) {
    self.wikis = wikis
    self.shown = shown
    self.condition = condition
    self.hasLinesApart = hasLinesApart
    self.span = span
    self.order = order
    self.watched = watched
    self.ignored = ignored
    self.listShare = listShare
    self.showsBackdrop = showsBackdrop
  }

  /// Replaces one of the choices.
  public mutating func reduce(_ change: Change) {
    switch change {
    case .wikis(let choice): wikis = choice
    case .shown(let choice): shown = choice
    case .condition(let name): condition = name
    case .hasLinesApart(let areApart): hasLinesApart = areApart
    case .span(let seconds): span = seconds
    case .order(let order): self.order = order
    case .watch(let subject, true): watched.insert(subject)
    case .watch(let subject, false): watched.remove(subject)
    case .ignore(let subject, true): ignored.insert(subject)
    case .ignore(let subject, false): ignored.remove(subject)
    case .listShare(let share): listShare = share
    case .showsBackdrop(let shows): showsBackdrop = shows
    }
  }
}

extension WikipediaChoices {
  /// A new value of one of the choices.
  public enum Change: Sendable, Hashable {
    case wikis(Override<WikiSelection>?)
    case shown(Override<ShownEdits>?)
    case condition(SafeText?)
    case hasLinesApart(Bool)
    case span(TimeInterval)
    case order(EventOrder)
    /// Whether a page or a user is watched.
    case watch(WatchedSubject, Bool)
    /// Whether a page or a user is ignored.
    case ignore(WatchedSubject, Bool)
    case listShare(Int)
    case showsBackdrop(Bool)

    /// What is chosen.
    public var kind: Kind {
      switch self {
      case .wikis: .wikis
      case .shown: .shown
      case .condition: .condition
      case .hasLinesApart: .hasLinesApart
      case .span: .span
      case .order: .order
      case .watch: .watched
      case .ignore: .ignored
      case .listShare: .listShare
      case .showsBackdrop: .showsBackdrop
      }
    }
  }

  /// What can be chosen.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case wikis, shown, condition, hasLinesApart, span, order, watched, ignored, listShare, showsBackdrop
  }
}
