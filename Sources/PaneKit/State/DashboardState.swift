import Foundation
import Model
import Text

/// A pane's name on the command line and in settings.
public struct PaneID: Sendable, Hashable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral value: String) { name = value }
}

/// The state above the panes: the focused pane, whether it is alone on the screen, and the content of the last line.
public struct DashboardState: Sendable, Hashable {
  public var focus: PaneID
  /// The visible panes, and their shares of the screen.
  public var layout: PaneLayout
  /// The names of the settings' other layouts, in order.
  public var layoutNames: [String] = []
  /// The name of the layout that is shown; `nil` for the one that the settings give no name.
  public var layoutName: String?
  /// The settings of the colours.
  public var theme = ThemeSettings()
  /// The name of the theme that a person chose instead of that of the settings; `nil` for theirs.
  public var themeName: String?
  /// Whether all charts show the same span.
  public var joinsSpans = false
  /// Whether only the focused pane is shown.
  public var isZoomed: Bool
  /// A short message after a command ("copied …"), which disappears by itself.
  public var notice: SafeText?
  /// Whether messages that come by themselves wait, because the last line tells the keys of an overlay or a field.
  public var holdsNews = false
  /// The current mistakes in the settings.
  public var mistakes: [SafeText]
  /// Whether a person has acted since they were told in the last line.
  public var hasSeenMistakes = false
  /// Whether this is the first start: the last line says which data is live, and shows the most important keys.
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

  /// The visible panes, in the order of the focus.
  public var panes: [PaneID] { layout.panes }
}

/// A command's request for an effect outside the view models.
public enum ProgramRequest: Sendable, Hashable {
  case quit, redraw, suspend
  case open(URL)
  case copy(SafeText)
  /// Writes a file. One that is there is replaced only if a person agrees.
  case write(TextFile)
  /// The terminal's bell.
  case ring
  /// A notification of the desktop.
  case notify(SafeText)
  /// Starts a program that has the terminal until it ends, such as an editor.
  case runInTerminal(ProgramCall)
}
