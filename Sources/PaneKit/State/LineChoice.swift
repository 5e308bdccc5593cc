import Charting

/// The lines of a chart that are drawn, and the one on top where lines meet.
package struct LineChoice: Sendable, Equatable {
  var hidden: Set<ChartLine.ID> = []
  /// The only line that is drawn, even if it is hidden.
  var alone: ChartLine.ID?
  var focused: ChartLine.ID?

  package init(hidden: Set<ChartLine.ID> = [], alone: ChartLine.ID? = nil, focused: ChartLine.ID? = nil) {
    self.hidden = hidden
    self.alone = alone
    self.focused = focused
  }

  package func shows(_ id: ChartLine.ID) -> Bool { alone.map { $0 == id } ?? !hidden.contains(id) }
}
