import Charting

/// Which lines of a chart are drawn, and which of them comes first where lines meet.
struct LineChoice: Sendable, Equatable {
  var hidden: Set<ChartLine.ID> = []
  /// The only line that is drawn, also where it is hidden.
  var alone: ChartLine.ID?
  var focused: ChartLine.ID?

  func shows(_ id: ChartLine.ID) -> Bool { alone.map { $0 == id } ?? !hidden.contains(id) }
}
