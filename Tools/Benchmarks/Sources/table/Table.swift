import Foundation
import Workloads

/// The closing table: a row a case, the libraries side by side.
struct Table {
  private let results: Results

  init(_ results: Results) {
    self.results = results
  }

  var text: String {
    let rows = [header] + Case.allCases.map(row)
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }
    return """

      Nanoseconds per event, and how Signals compares: its time as a share of the other's.
      Goals: at most 1.5 times what a prototype took, and at most a quarter or half of OpenCombine's time; ! marks a miss.

      \(lines.joined(separator: "\n"))

      """
  }

  private let header = [
    "case", "Signals", "goal", "OpenCombine", "share", "goal", "AsyncAlgorithms", "share", "allocations per event:",
    "OpenCombine", "AsyncAlgorithms",
  ]

  private func row(_ measured: Case) -> [String] {
    let ours = results.figures(of: measured, by: .signals)
    let openCombine = results.figures(of: measured, by: .openCombine)
    let asyncAlgorithms = results.figures(of: measured, by: .asyncAlgorithms)
    let share = share(of: ours, in: openCombine)
    return [
      measured.title,
      nanoseconds(ours),
      goal(measured.goal, reached: ours?.nanoseconds, format: "%.0f"),
      nanoseconds(openCombine),
      share.map { format("%.2f", $0) } ?? "–",
      openCombine == nil ? "–" : goal(measured.shareOfOpenCombine, reached: share, format: "%.2f"),
      nanoseconds(asyncAlgorithms),
      self.share(of: ours, in: asyncAlgorithms).map { format("%.3f", $0) } ?? "–",
      allocations(ours),
      allocations(openCombine),
      allocations(asyncAlgorithms),
    ]
  }

  private func share(of ours: Results.Figures?, in other: Results.Figures?) -> Double? {
    guard let ours, let other else { return nil }
    return ours.nanoseconds / other.nanoseconds
  }

  private func goal(_ goal: Double?, reached: Double?, format: String) -> String {
    guard let goal else { return "–" }
    let isMissed = reached.map { $0 > goal } ?? false
    return "≤ " + self.format(format, goal) + (isMissed ? " !" : "  ")
  }

  private func nanoseconds(_ figures: Results.Figures?) -> String {
    figures.map { format($0.nanoseconds < 100 ? "%.1f" : "%.0f", $0.nanoseconds) } ?? "–"
  }

  private func allocations(_ figures: Results.Figures?) -> String {
    figures.map { format("%.2f", $0.allocations) } ?? "–"
  }

  private func format(_ format: String, _ number: Double) -> String {
    String(format: format, number)
  }
}
