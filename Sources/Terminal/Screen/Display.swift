import Foundation
import Signals
import Text

/// A terminal, as far as the interface depends on it.
///
/// The real one uses ncurses (`Terminal`); tests use one that keeps the canvas.
@UI
public protocol Display: AnyObject, Sendable {
  var size: Size { get }
  /// What the terminal can show, with the roles for an unknown background.
  var theme: Theme { get }
  /// The terminal's colours, once they are known; the display then asks for a frame.
  var palette: TerminalPalette? { get }

  /// Keys in the order typed.
  var keys: Signal<KeyEvent, Never> { get }
  var mouse: Signal<MouseEvent, Never> { get }
  /// Sends the new size after a resize.
  var resizes: Signal<Size, Never> { get }
  /// Sends `true` before the shell's job control stops the program, and `false` when it continues.
  var suspensions: Signal<Bool, Never> { get }
  /// Sends once when the terminal is gone or the program was told to end (SIGTERM, SIGHUP, SIGINT, hang-up).
  var endings: Signal<Void, Never> { get }
  /// Sends a sentence when a program started by ``open(_:)`` or ``run(_:input:)`` has failed.
  var programFailures: Signal<SafeText, Never> { get }

  /// Puts a canvas on the screen. Only differences to the screen are written, and nothing while another program has the
  /// terminal.
  func show(_ canvas: Canvas)
  /// Lets the next ``show(_:)`` write the whole screen, because another program may have written on it.
  func invalidate()
  /// Puts text on the user's clipboard through the terminal (OSC 52).
  ///
  /// - Throws: if it is known that this is not possible.
  func copy(_ text: SafeText) throws(DisplayRefusal)
  /// Opens an `http` or `https` address in the user's browser. A browser that runs in the terminal has it until it ends.
  ///
  /// - Throws: if it is known at once that this is not possible; for later failures see ``programFailures``.
  func open(_ address: URL) throws(DisplayRefusal)
  /// Starts a program that has the terminal until it ends. The rest of this program goes on, without drawing.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments. No shell is involved.
  ///   - input: The program's standard input, in place of the terminal.
  /// - Throws: if it cannot be started; for later failures see ``programFailures``.
  func run(_ words: [String], input: SafeText?) throws(DisplayRefusal)
  /// Leaves the screen and stops the program until the shell continues it.
  func suspend()
  /// Leaves the mouse to the terminal until the next key, so that text can be selected with it.
  func releaseMouse()
  /// Rings the terminal's bell, which may be a flash.
  func ring()
  /// Gives the terminal's window a title, if it is known to have one. It gets the former one back when the terminal is left.
  func entitle(_ title: SafeText)
  /// Returns whether ``notify(_:by:)`` is known to do something.
  func notifies(by way: NotificationWay?) -> Bool
  /// Shows a notification of the desktop.
  ///
  /// - Parameter way: The sequence; `nil` for the one that the terminal is known to have.
  func notify(_ text: SafeText, by way: NotificationWay?)
}

/// Something that the terminal, or its machine, cannot do.
public struct DisplayRefusal: Error, Hashable {
  /// The reason, and what to do about it.
  public var sentence: SafeText

  public init(_ sentence: SafeText) { self.sentence = sentence }
}

extension Display {
  public var palette: TerminalPalette? { nil }
  public func releaseMouse() {}
  public func ring() {}
  public func entitle(_ title: SafeText) {}
  public func notifies(by way: NotificationWay?) -> Bool { false }
  public func notify(_ text: SafeText, by way: NotificationWay?) {}
}
