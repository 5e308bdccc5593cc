/// Why there can be no screen. All of it is found out before the terminal is touched.
public enum TerminalError: Error, Hashable, Sendable {
  case inputIsNoTerminal
  case outputIsNoTerminal
  /// `TERM` is missing or empty.
  case typeNotSet
  /// `TERM` names a terminal that cannot place text: `dumb`, a printer.
  case typeTooSimple(String)
  /// `TERM` names a terminal that this system has no description of.
  case typeUnknown(String)
  /// There are no terminal descriptions at all.
  case noDescriptions
  /// The system refused something that a terminal always grants.
  case refused(String)
}

extension TerminalError: CustomStringConvertible {
  /// A sentence for the user.
  public var description: String {
    switch self {
    case .inputIsNoTerminal: "Standard input is not a terminal."
    case .outputIsNoTerminal: "Standard output is not a terminal."
    case .typeNotSet: "TERM is not set, so the kind of terminal is unknown; try TERM=xterm-256color."
    case .typeTooSimple(let name): "A terminal of type '\(name)' (TERM) cannot show a full screen."
    case .typeUnknown(let name):
      "The terminal type '\(name)' (TERM) is unknown here; install ncurses-term, or try TERM=xterm-256color."
    case .noDescriptions: "There is no terminfo database on this system; install ncurses-base."
    case .refused(let reason): "The terminal cannot be used: \(reason)."
    }
  }
}
