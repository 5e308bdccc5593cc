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
  ///   - span: Tells other charts what is chosen.
  ///   - compare: Shows the line of an earlier time, or no longer.
  ///   - canCompare: Whether there is a line that can be compared with an earlier time.
  package init(
    _ span: PaneSpan, shorter: @escaping @UI @Sendable () -> Void, longer: @escaping @UI @Sendable () -> Void,
    compare: @escaping @UI @Sendable () -> Void, canCompare: @escaping @UI @Sendable () -> Bool,
    disabled: @escaping @UI @Sendable () -> SafeText?
  ) {
    let hint = Command.Hint("span", rank: 5)
    all = [
      Command(.charts.shorterSpan, hint: hint, disabled: disabled()) {
        span.step(shorter)
      },
      Command(.charts.longerSpan, hint: hint, disabled: disabled()) {
        span.step(longer)
      },
      Command(
        .charts.backdrop, disabled: disabled() ?? (canCompare() ? nil : "Choose a span and a single line first"),
        action: compare),
      Command(.charts.joinSpans, disabled: disabled(), action: span.join),
    ]
  }
}

extension PaletteEntry {
  /// Returns the spans that a chart does not show, by name, such as `span 30 d`; none without a chart.
  ///
  /// - Parameter kind: The title of the pane.
  @UI package static func spans(_ span: PaneSpan?, of pane: PaneID, kind: SafeText) -> [PaletteEntry] {
    guard let span else { return [] }
    return span.others.map { seconds in
      let length = ChartSpan.length(of: seconds)
      return PaletteEntry("span:\(pane.name):\(seconds)", "span \(length)", kind: kind, words: "chart") {
        span.choose(seconds)
      }
    }
  }
}
