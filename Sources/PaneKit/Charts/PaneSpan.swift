import Foundation
import Model
import Screen
import Signals

/// How much time the chart of a pane shows, as other panes see it, so that all charts can show the same span.
@UI
public final class PaneSpan {
  /// What a person does with the span in the pane.
  public enum Event: Sendable {
    /// Chose the span that is shown.
    case choose
    /// Wants all charts to show the span of this one from now on, or each its own.
    case join
  }

  let events: Signal<Event, Never>
  private let input: Signal<Event, Never>.Observer
  private let shown: @UI () -> TimeInterval
  private let isFollowing: @UI () -> Bool
  private let spans: @UI () -> [TimeInterval]
  private let show: @UI (TimeInterval) -> Void

  /// - Parameters:
  ///   - shown: Returns the seconds that the chart shows.
  ///   - isFollowing: Returns whether it follows the present: others do not move it where a person has.
  ///   - spans: Returns the spans to choose from, in seconds.
  ///   - show: Shows one of these.
  package init(
    shown: @escaping @UI () -> TimeInterval, isFollowing: @escaping @UI () -> Bool,
    spans: @escaping @UI () -> [TimeInterval],
    show: @escaping @UI (TimeInterval) -> Void
  ) {
    (events, input) = Signal.pipe()
    (self.shown, self.isFollowing, self.spans, self.show) = (shown, isFollowing, spans, show)
  }

  /// The spans to choose from but for the one that is shown.
  var others: [TimeInterval] { spans().filter { !SpanStep.isSame(shown(), $0) } }

  func choose(_ seconds: TimeInterval) {
    show(seconds)
    choose()
  }

  /// Tells the others that a person has chosen what the chart shows now.
  func choose() { input.send(value: .choose) }

  /// Shows another span, and tells the others. At the last one nothing has changed.
  func step(_ action: () -> Void) {
    let before = shown()
    action()
    if shown() != before { choose() }
  }

  func join() { input.send(value: .join) }

  /// Shows the span that is nearest to a number of seconds, by their ratio, unless a person looks at the past.
  func follow(_ seconds: TimeInterval) {
    guard isFollowing() else { return }
    let nearest = spans().min { abs(log($0 / seconds)) < abs(log($1 / seconds)) }
    if let nearest, !SpanStep.isSame(shown(), nearest) { show(nearest) }
  }

  /// Lets the charts of all panes show the same span while the dashboard says so.
  package static func join(_ panes: [any Pane], by dashboard: Dashboard) -> any Disposable {
    let spans = panes.map { pane in (id: pane.id, span: pane.span) }
    let observations = CompositeDisposable()
    for (id, span) in spans {
      guard let span else { continue }
      observations += span.events.observeValues { event in
        UI.assumeIsolated {
          let others = spans.filter { $0.id != id && dashboard.state.value.panes.contains($0.id) }.compactMap(\.span)
          if case .join = event {
            guard !others.isEmpty else { return dashboard.send(.refusal("There is no other chart in the layout")) }
            dashboard.send(.joinSpans)
          }
          if dashboard.state.value.joinsSpans { for other in others { other.follow(span.shown()) } }
        }
      }
    }
    return observations
  }
}
