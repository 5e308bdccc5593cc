import Foundation
import Signals
import Text

/// A terminal, without saying which: what the interface needs of it.
///
/// The real one is ncurses' (`Terminal`); tests use one that keeps the canvas.
@UI
public protocol Display: AnyObject, Sendable {
  var size: Size { get }
  /// What it can show, with the roles in its own colours.
  var theme: Theme { get }
  /// What is known of its colours, as soon as it is known; the display asks for a frame then.
  var palette: TerminalPalette? { get }

  /// Keys in the order typed.
  var keys: Signal<KeyEvent, Never> { get }
  var mouse: Signal<MouseEvent, Never> { get }
  /// The new size, after a resize.
  var resizes: Signal<Size, Never> { get }
  /// `true` when the program is about to be stopped by the shell's job control, `false` when it is back.
  var suspensions: Signal<Bool, Never> { get }
  /// The terminal is gone or the program was told to end (SIGTERM, SIGHUP, SIGINT, hang-up); sent once.
  var endings: Signal<Void, Never> { get }
  /// A sentence that says so, when a browser that ``open(_:)`` had started could not do it after all.
  var browserFailures: Signal<SafeText, Never> { get }

  /// Puts a canvas on the screen; only what differs from what is there is written. While another program has the terminal,
  /// nothing is written.
  func show(_ canvas: Canvas)
  /// Writes the whole screen again with the next ``show(_:)``: another program may have scribbled on it.
  func invalidate()
  /// Puts text on the user's clipboard through the terminal (OSC 52).
  ///
  /// - Throws: where it is known that this cannot be done.
  func copy(_ text: SafeText) throws(DisplayRefusal)
  /// Opens an `http` or `https` address in the user's browser. A browser that runs in the terminal gets it until it ends.
  ///
  /// - Throws: where it is known at once that this cannot be done; else see ``browserFailures``.
  func open(_ address: URL) throws(DisplayRefusal)
  /// Leaves the screen and stops the program until the shell continues it.
  func suspend()
  /// Leaves the mouse to the terminal until the next key, so that text can be selected with it.
  func releaseMouse()
  /// Rings the terminal's bell, which may be seen in place of being heard.
  func ring()
}

/// Something that the terminal, or the machine that it is on, does not do.
public struct DisplayRefusal: Error, Hashable {
  /// Why not, and what to do about it.
  public var sentence: SafeText

  public init(_ sentence: SafeText) { self.sentence = sentence }
}

extension Display {
  public var palette: TerminalPalette? { nil }
  public func releaseMouse() {}
  public func ring() {}
}
