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

  /// Returns the lines about the last request: whether it is in progress, and how the one before ended.
  ///
  /// - Parameters:
  ///   - answeredAt: The date of the last answer; `nil` for that of `load`, or if there is none.
  ///   - isFromThePast: Whether that answer is from an earlier run.
  ///   - failures: The failures since then.
  ///   - source: What is asked, of several; else empty.
  package static func load(
    _ load: LoadState, answeredAt: Date? = nil, isFromThePast: Bool = false, failures: [ServiceFailure],
    of source: SafeText = "", _ context: PaneContext
  ) -> [DiagnosticLine] {
    let answer: Date? = if case .loaded(let date) = load { date } else { answeredAt }
    let name: SafeText = source.isEmpty ? "" : "\(source): "
    let before: SafeText = load.isUnderWay ? "in progress, the one before " : ""
    guard !failures.isEmpty else {
      if let answer, !isFromThePast {
        return [DiagnosticLine("last request", "\(name)\(before)answered at \(context.clock.seconds(answer))")]
      }
      let words: SafeText = load.isUnderWay ? "in progress, for the first time" : "none in progress"
      return [DiagnosticLine("last request", "\(name)\(words)")] + lastAnswer(answer, context)
    }
    return failures.flatMap { failed("last request", after: "\(name)\(before)", $0, context) }
      + lastAnswer(answer, context)
  }

  private static func lastAnswer(_ date: Date?, _ context: PaneContext) -> [DiagnosticLine] {
    date.map { [DiagnosticLine("last answer", context.freshness(of: $0))] } ?? []
  }

  /// Returns the lines about a request that failed: when and why, since when all of them do, and the next attempt.
  ///
  /// - Parameter words: The words before it.
  package static func failed(
    _ label: SafeText, after words: SafeText = "", _ failure: ServiceFailure, _ context: PaneContext
  ) -> [DiagnosticLine] {
    let clock = context.clock
    let reason = failure.named(failure.error.sentence(clock: clock))
    let since =
      failure.since < failure.failedAt ? [DiagnosticLine("failing since", clock.seconds(failure.since))] : []
    let retry = failure.retry.map { [DiagnosticLine("tries again", "at \(clock.seconds($0))")] } ?? []
    return [DiagnosticLine(label, "\(words)failed at \(clock.seconds(failure.failedAt)): \(reason)")] + since + retry
  }
}
