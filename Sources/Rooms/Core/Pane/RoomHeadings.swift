import Screen
import Text

/// The headings of the legend of rooms, which say its order. A click sorts by a column, and again the other way round.
///
///     room▲      °C    min    max
///     ● Attic   21.5   19.0 … 22.4
struct RoomHeadings {
  let order: RoomOrder
  let unit: SafeText
  let columns: ChartLegend.HeadingColumns

  private struct Heading {
    var text: SafeText
    var columns: Range<Int>
    var alignment: Alignment
    /// The orders that clicks choose, one after the other, each with its sign. After the last comes the settings' order.
    var orders: [(order: RoomOrder, sign: SafeText)]
  }

  private var headings: [Heading] {
    [
      Heading(text: "room", columns: columns.name, alignment: .left, orders: [(.name, "▲")]),
      Heading(text: unit, columns: columns.value, alignment: .right, orders: [(.warmest, "▼"), (.coldest, "▲")]),
      Heading(
        text: "min", columns: columns.lowest, alignment: .right,
        orders: [(.lowestMinimum, "▲"), (.highestMinimum, "▼")]),
      Heading(
        text: "max", columns: columns.highest, alignment: .right,
        orders: [(.highestMaximum, "▼"), (.lowestMaximum, "▲")]),
    ]
  }

  /// Draws them in the first line.
  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    for heading in headings where !heading.columns.isEmpty {
      let sign = heading.orders.first { $0.order == order }?.sign
      canvas.draw(
        "\(heading.text)\(sign ?? "")", sign == nil ? theme.dim : theme.plain, x: heading.columns.lowerBound, y: 0,
        maxWidth: heading.columns.count, alignment: heading.alignment)
    }
  }

  /// The order that a click at a column chooses.
  func order(at column: Int) -> RoomOrder? {
    guard let orders = headings.first(where: { $0.columns.contains(column) })?.orders.map(\.order) else { return nil }
    guard let current = orders.firstIndex(of: order) else { return orders.first }
    return orders.dropFirst(current + 1).first ?? .settings
  }
}
