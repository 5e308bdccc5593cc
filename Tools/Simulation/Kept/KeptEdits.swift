import Edits
import Foundation
import Model
import PaneKit
import Screen

/// What is kept of Wikipedia, as the pane shows it.
@UI
struct KeptEdits {
  private let state: WikipediaState
  private let choices: WikipediaChoices
  private let isShown: Bool
  private let now: Date
  private let history: TimeInterval
  /// The time by the program's clock since which the chart tells of the same edits.
  private let isSameSince: Date

  init(_ program: SimulatedProgram, _ run: Simulation) {
    state = program.wikipedia.state.value
    choices = program.wikipedia.choices
    isShown = program.dashboard.state.value.panes.contains(.wikipedia)
    now = run.world.clock.currentDate
    history = run.settings.value.wikipedia.history
    isSameSince = run.sameEditsSince
  }

  /// - Parameter chosen: The span that a person has chosen.
  func faults(of next: KeptEdits, chosen: TimeInterval?) -> [String] {
    guard isShown, next.isShown else { return [] }
    var faults: [String] = []
    if state.wikis != next.state.wikis {
      faults.append("\(next.state.wikis.label) are the wikis after a start, and they were \(state.wikis.label)")
    }
    if state.edits != next.state.edits { faults.append("other edits are shown after a start") }
    if state.hasLinesApart != next.state.hasLinesApart { faults.append("the chart has other lines after a start") }
    if state.order != next.state.order { faults.append("the edits have another order after a start") }
    let span = next.state.chart.viewport.time.span
    if let chosen, abs(span - min(chosen, history)) > 0.001 {
      faults.append("the chart of edits shows “\(span)” s after a start, and “\(chosen)” were chosen")
    }
    if choices != next.choices {
      faults.append("the choices of Wikipedia's pane are \(next.choices) after a start, and were \(choices)")
    }
    // What is read and counted of the demonstration is not kept.
    guard state.origin == .live, next.state.origin == .live else { return faults }
    let unread = state.read.subtracting(next.state.read)
    if !unread.isEmpty { faults.append("\(unread.count) edits that were read are unread after a start") }
    return faults + faultsOfRates(next)
  }

  private func faultsOfRates(_ next: KeptEdits) -> [String] {
    guard state.wikis == next.state.wikis, state.edits == next.state.edits else { return [] }
    let oldest = max(next.now.timeIntervalSince1970 - history + 60, isSameSince.timeIntervalSince1970 + 10)
    // The last ten minutes may be counted again, by what a list of recent changes tells.
    let recent = next.now.timeIntervalSince1970 - 620
    let series = next.state.chart.series
    for point in state.chart.series.points where point.time > oldest && point.time < next.now.timeIntervalSince1970 {
      // A gap that was closed has a value just after its window's end.
      guard let value = point.value, point.time == point.time.rounded() else { continue }
      guard let kept = series.nearest(to: point.time, within: 0)?.value else {
        return ["the rate of edits of a time before a start is gone"]
      }
      if point.time < recent, abs(kept - value) > 0.001 {
        return ["the rate of edits before a start was “\(value)”, and is “\(kept)”"]
      }
    }
    return []
  }
}
