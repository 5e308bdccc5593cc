import Text

extension ChartLegend {
  /// The columns of the names and of the values, for headings above the rows; empty where there are none.
  ///
  /// - Parameter width: The legend's.
  public func headingColumns(width: Int) -> (name: Range<Int>, value: Range<Int>) {
    let columns = LegendColumns(self, width: width)
    return (
      LegendColumns.nameX..<LegendColumns.nameX + columns.name, columns.valueX..<columns.valueX + columns.value
    )
  }
}
