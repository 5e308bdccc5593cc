import Text

/// A key, as the terminal reports it.
public enum KeyEvent: Sendable, Hashable {
  /// A printable character as typed, with Shift applied; a space, too.
  case character(Character)
  /// A control key: `.control("c")` for Ctrl-C. Always lower case.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  /// Ctrl with a horizontal arrow.
  case controlLeft, controlRight
  /// Shift with an arrow. If no command has the key, it means the arrow alone (``withoutShift``).
  case shiftLeft, shiftRight, shiftUp, shiftDown
  case home, end, pageUp, pageDown
  case function(Int)
  /// A key pressed together with Alt. It is neither that key nor Esc.
  indirect case alt(KeyEvent)
  /// Pasted text (bracketed paste). It is never interpreted as keys.
  case paste(SafeText)

  /// The key without Shift; the key itself where Shift makes no difference.
  public var withoutShift: KeyEvent {
    switch self {
    case .shiftLeft: .left
    case .shiftRight: .right
    case .shiftUp: .up
    case .shiftDown: .down
    default: self
    }
  }
}

extension KeyEvent: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a character: `"q"`.
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
