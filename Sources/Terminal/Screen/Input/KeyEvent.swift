import Text

/// A key, as the terminal reports it.
public enum KeyEvent: Sendable, Hashable {
  /// A printable character as typed, with Shift applied; a space, too.
  case character(Character)
  /// A control key: `.control("c")` for Ctrl-C. Always lower case.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  /// Ctrl with an arrow. If no command has the key, a vertical one means the arrow alone (``withoutModifier``).
  case controlLeft, controlRight, controlUp, controlDown
  /// Shift with an arrow. If no command has the key, it means the arrow alone (``withoutModifier``).
  case shiftLeft, shiftRight, shiftUp, shiftDown
  case home, end, pageUp, pageDown
  case function(Int)
  /// A key pressed together with Alt. It is neither that key nor Esc.
  indirect case alt(KeyEvent)
  /// Pasted text (bracketed paste). It is never interpreted as keys.
  case paste(SafeText)

  /// The arrow that the key means where it has no meaning of its own; else the key itself.
  public var withoutModifier: KeyEvent {
    switch self {
    case .shiftLeft: .left
    case .shiftRight: .right
    case .shiftUp, .controlUp: .up
    case .shiftDown, .controlDown: .down
    default: self
    }
  }
}

extension KeyEvent: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates the key of a character: `"q"`.
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
