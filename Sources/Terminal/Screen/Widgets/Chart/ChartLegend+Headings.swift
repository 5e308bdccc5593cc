import Text

extension ChartLegend {
  /// The columns of a legend, for headings above its rows; empty where there are none.
  public struct HeadingColumns: Sendable, Hashable {
    public var name: Range<Int>
    public var value: Range<Int>
    /// The range of values, each with a column of the gap before it.
    public var lowest: Range<Int>
    public var highest: Range<Int>
  }

  ///
  /// - Parameter width: The legend's.
  public func headingColumns(width: Int) -> HeadingColumns {
    let columns = LegendColumns(self, width: width)
    func range(_ start: Int, _ width: Int) -> Range<Int> {
      width > 0 ? start - 1..<start + width : 0..<0
    }
    return HeadingColumns(
      name: LegendColumns.nameX..<LegendColumns.nameX + columns.name,
      value: columns.valueX..<columns.valueX + columns.value, lowest: range(columns.lowestX, columns.lowest),
      highest: range(columns.highestX, columns.highest))
  }
}
