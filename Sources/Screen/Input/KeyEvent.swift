import Text

/// A key, as the terminal reports it.
public enum KeyEvent: Sendable, Hashable {
  /// A printable character, shifted as typed; a space too.
  case character(Character)
  /// A control key: `.control("c")` for Ctrl-C; always lower case.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  /// Ctrl with an arrow that lies in a line of text.
  case controlLeft, controlRight
  /// Shift with an arrow. Where no command has one, it means what the arrow means (``withoutShift``).
  case shiftLeft, shiftRight, shiftUp, shiftDown
  case home, end, pageUp, pageDown
  case function(Int)
  /// A key pressed together with Alt: neither that key nor Esc.
  indirect case alt(KeyEvent)
  /// Text that was pasted (bracketed paste). It is text, never keys.
  case paste(SafeText)

  /// The key that is pressed together with Shift; the key itself where Shift makes no other one of it.
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
  /// A character's key can be written as the character: `"q"`.
  public init(extendedGraphemeClusterLiteral value: Character) { self = .character(value) }
}
