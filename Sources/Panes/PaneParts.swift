import Foundation
import Model
import Screen
import Text
import ViewModels

// What the panes have in common: a command, what the header says, lines of the diagnostics.

extension Command.ID {
  /// The command that each pane has for loading its content again.
  static let refreshPane: Command.ID = "pane.refresh"
}

extension Command {
  static func refresh(_ action: @escaping @UI () -> Void) -> Command {
    Command(
      .refreshPane, "refresh this pane, all panes", name: "refresh this pane", in: .everywhere, keys: ["r"],
      hint: Hint("refresh", rank: 4), action: action)
  }
}

extension Span {
  /// What the header says of a pane with a trouble.
  static func trouble(_ theme: Theme) -> Span { Span("trouble", theme.alarm) }
}

extension DiagnosticLine {
  /// Where the data comes from.
  ///
  /// - Parameter address: the live service's; `nil` where that is not known.
  static func source(_ origin: Origin, at address: SafeText?) -> DiagnosticLine {
    let live = address ?? "the live service"
    return DiagnosticLine("source", origin == .demo ? "the demonstration; --live for the real thing" : live)
  }

  /// How the last request ended, or that one is under way.
  static func load(_ load: LoadState, loadedAt: Date? = nil, _ context: PaneContext) -> DiagnosticLine {
    let text: SafeText =
      switch load {
      case .idle: loadedAt.map { "none; the last answer is from \(context.freshness(of: $0))" } ?? "none under way"
      case .loading: "under way, for the first time"
      case .reloading: "under way again"
      case .loaded(let date): "answered at \(context.clock.seconds(date))"
      }
    return DiagnosticLine("last request", text)
  }

  /// What is wrong, since when, and when it is tried again; no line where all is well.
  static func trouble(_ trouble: Trouble?, _ context: PaneContext) -> [DiagnosticLine] {
    guard let trouble else { return [] }
    let clock = context.clock
    let retry = trouble.retry.map { [DiagnosticLine("tries again", "at \(clock.seconds($0))")] } ?? []
    return [
      DiagnosticLine("trouble", trouble.error.sentence(clock: clock)),
      DiagnosticLine("since", clock.seconds(trouble.since)),
    ] + retry
  }
}
