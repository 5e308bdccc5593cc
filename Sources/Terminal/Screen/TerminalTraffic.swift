/// What passes between a program and its terminal, in order: what a recording of the screen has.
public enum TerminalTraffic: Sendable, Hashable {
  /// The program begins to draw on a terminal of this size.
  case begins(Size)
  /// Bytes that the terminal has taken.
  case output(ArraySlice<UInt8>)
  /// Bytes that came from the terminal: keys, the mouse, pasted text, answers to questions.
  case input([UInt8])
  case resized(Size)
  /// The shell or another program has the terminal from now on, and its traffic with that one is not told.
  case lent
  case returned
}
