/// The reason why there can be no screen. It is found before the terminal is changed.
public enum TerminalError: Error, Hashable, Sendable {
  case inputIsNoTerminal
  case outputIsNoTerminal
  /// `TERM` is missing or empty.
  case typeNotSet
  /// `TERM` names a terminal that cannot position text: `dumb`, a printer.
  case typeTooSimple(String)
  /// `TERM` names a terminal without a description on this system.
  case typeUnknown(String)
  /// There are no terminal descriptions at all.
  case noDescriptions
  /// The system refused an operation that always works on a terminal.
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
