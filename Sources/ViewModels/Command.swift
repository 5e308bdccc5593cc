import Model
import Text

/// What a key or a click means, once the keymap has given it its meaning.
public enum Command: Sendable, Hashable {
  // Everywhere
  case nextPane, previousPane
  case focus(PaneID)
  /// The focused pane alone, and back.
  case toggleZoom
  case toggleHelp
  case quit, redraw, suspend
  case refresh, refreshAll
  case openInBrowser, copyLink

  // Tabs, counted from 0
  case selectTab(Int)
  case nextTab, previousTab

  // Lists and texts
  case move(Motion)
  case selectQuestion(Question.ID)
  case selectEvent(Int)
  case open
  /// One level back; never quits.
  case back
  case nextAnswer

  // The filter
  case editFilter
  case edit(TextEdit)
  /// Keeps the filter and goes to the list.
  case acceptFilter
  case clearFilter

  // Charts
  case zoomIn, zoomOut
  /// Fits both axes to all data; where they are fitted already, the same as ``followLive``.
  case fit
  /// Moves the view in time by a fraction of its width: later when positive.
  case panTime(Double)
  /// Moves the view in value by a fraction of its height: up when positive.
  case panValue(Double)
  /// Brings back the view that one began with, at the present.
  case followLive
  /// The whole pane stands still, and goes on.
  case togglePause
  /// Marks the sample nearest to a time (seconds since 1970), or none.
  case markTime(Double?)
}

/// A move in a list or a text.
public enum Motion: Sendable, Hashable {
  /// Down when positive.
  case lines(Int)
  /// Down when positive; a page is what is visible, less one line.
  case pages(Int)
  case start, end
}

/// A change to a one-line text, or a move in it.
///
/// Words are runs of letters and digits, as readline has them.
public enum TextEdit: Sendable, Hashable {
  case insert(SafeText)
  case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd
  /// Back to white space, which is what Ctrl-W does everywhere.
  case deleteToSpace
  case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
}

extension Command {
  init(_ gesture: ChartGesture) {
    self =
      switch gesture {
      case .zoomIn: .zoomIn
      case .zoomOut: .zoomOut
      case .fit: .fit
      case .panTime(let fraction): .panTime(fraction)
      case .panValue(let fraction): .panValue(fraction)
      case .follow: .followLive
      case .togglePause: .togglePause
      case .mark(let time): .markTime(time)
      }
  }
}
