import Charting
import Foundation
import Model
import Screen
import Text

/// The commands that choose how much time a chart shows, and whether an earlier time is behind it.
@UI
package struct SpanCommands {
  package let all: [Command]

  /// - Parameters:
  ///   - compare: Shows the line of an earlier time, or no longer.
  ///   - canCompare: Whether there is a line that can be compared with an earlier time.
  package init(
    shorter: @escaping @UI @Sendable () -> Void, longer: @escaping @UI @Sendable () -> Void,
    compare: @escaping @UI @Sendable () -> Void, canCompare: @escaping @UI @Sendable () -> Bool,
    disabled: @escaping @UI @Sendable () -> SafeText?
  ) {
    let hint = Command.Hint("span", rank: 5)
    all = [
      Command(.charts.shorterSpan, hint: hint, disabled: disabled(), action: shorter),
      Command(.charts.longerSpan, hint: hint, disabled: disabled(), action: longer),
      Command(
        .charts.backdrop, disabled: disabled() ?? (canCompare() ? nil : "Choose a span and a single line first"),
        action: compare),
    ]
  }
}

extension PaletteEntry {
  /// Returns the spans that a chart does not show, by name: `span 30 d`.
  ///
  /// - Parameters:
  ///   - kind: The title of the pane.
  ///   - seconds: Returns the length of a span.
  ///   - choose: Shows a span.
  @UI package static func spans<Span: Sendable>(
    _ spans: [Span], besides chart: Chart, of pane: PaneID, kind: SafeText, seconds: (Span) -> TimeInterval,
    choose: @escaping @UI @Sendable (Span) -> Void
  ) -> [PaletteEntry] {
    spans.filter { !SpanStep.isSame(chart.viewport.time.span, seconds($0)) }.map { span in
      let length = ChartSpan.length(of: seconds(span))
      return PaletteEntry("span:\(pane.name):\(seconds(span))", "span \(length)", kind: kind, words: "chart") {
        choose(span)
      }
    }
  }
}
