import Foundation
import Model
import Screen
import Text

// Parts common to all panes: a command, the header's word, lines of the diagnostics.

extension Command {
  /// The command of each pane that reloads its content.
  package static func refresh(_ action: @escaping @UI () -> Void) -> Command {
    Command(.everywhere.refresh, hint: Hint("refresh", rank: 4), action: action)
  }
}

extension Span {
  /// Returns the header's word for a pane in trouble.
  package static func trouble(_ theme: Theme) -> Span { Span("trouble", theme.alarm) }
}

extension DiagnosticLine {
  /// Returns the line about the origin of data.
  ///
  /// - Parameter address: The live service's address; `nil` if none is asked.
  package static func source(_ origin: Origin, at address: SafeText?) -> DiagnosticLine {
    guard origin == .demo else { return DiagnosticLine("source", address ?? "the live service") }
    let words: SafeText =
      address.map { "the demonstration, as there is no way to \($0); tried every minute, r tries now" }
      ?? "the demonstration; --live for the real thing"
    return DiagnosticLine("source", words)
  }

  /// Returns the line about the last request, or the current one.
  package static func load(_ load: LoadState, loadedAt: Date? = nil, _ context: PaneContext) -> DiagnosticLine {
    let text: SafeText =
      switch load {
      case .idle: loadedAt.map { "none; the last answer is from \(context.freshness(of: $0))" } ?? "none in progress"
      case .loading: "in progress, for the first time"
      case .reloading: "in progress again"
      case .loaded(let date): "answered at \(context.clock.seconds(date))"
      }
    return DiagnosticLine("last request", text)
  }

  /// Returns the lines about a trouble, its beginning and the next attempt; empty without trouble.
  package static func trouble(_ trouble: ServiceFailure?, _ context: PaneContext) -> [DiagnosticLine] {
    guard let trouble else { return [] }
    let clock = context.clock
    let retry = trouble.retry.map { [DiagnosticLine("tries again", "at \(clock.seconds($0))")] } ?? []
    return [
      DiagnosticLine("trouble", trouble.named(trouble.error.sentence(clock: clock))),
      DiagnosticLine("since", clock.seconds(trouble.since)),
    ] + retry
  }
}
