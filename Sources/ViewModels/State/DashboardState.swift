import Foundation
import Text

/// A pane's name, which the command line and settings know it by.
public struct PaneID: Sendable, Hashable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }
}

/// What is above the panes: which has the focus, whether it is alone on the screen, and what the last line says.
public struct DashboardState: Sendable, Hashable {
  public var focus: PaneID
  /// Which panes are shown, and how they share the screen.
  public var layout: PaneLayout
  /// The focused pane is shown alone.
  public var isZoomed: Bool
  /// A short message after a command ("copied …"), which goes by itself.
  public var notice: SafeText?
  /// What is wrong with the settings, as long as that is so.
  public var mistakes: [SafeText]
  /// This is the first start: the last line says what is live, and which keys lead to all others.
  public var isGreeting: Bool

  public init(
    focus: PaneID, layout: PaneLayout, isZoomed: Bool = false, notice: SafeText? = nil, mistakes: [SafeText] = [],
    isGreeting: Bool = false
  ) {
    self.focus = focus
    self.layout = layout
    self.isZoomed = isZoomed
    self.notice = notice
    self.mistakes = mistakes
    self.isGreeting = isGreeting
  }

  /// The panes that are shown, in the order in which the focus goes through them.
  public var panes: [PaneID] { layout.panes }
}

/// What a command asks of the world outside the view models.
public enum Effect: Sendable, Hashable {
  case quit, redraw, suspend
  case open(URL)
  case copy(SafeText)
  /// The terminal's bell.
  case ring
}
