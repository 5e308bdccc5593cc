import PaneKit
import Screen
import Text

/// The headings of the columns of the list of events. A click on one that names an order sorts the list by it.
///
///     time      page                     comment        user    risk      bytes▼
///     14:03:20  Manhattan Film Academy   copy edit     Maria   0.02       +214
struct EventHeadings {
  struct Heading: Hashable {
    var text: SafeText
    var columns: Range<Int>
    /// The order that a click chooses.
    var order: EventOrder?
    /// Whether the list is in that order.
    var isCurrent: Bool
  }

  let headings: [Heading]

  /// - Parameter width: The width of the rows, with the margins at both sides.
  init(_ columns: EventColumns, order: EventOrder, width: Int) {
    var headings: [Heading] = []
    func add(_ text: SafeText, from left: Int, to right: Int, isRight: Bool = false, _ own: EventOrder? = nil) {
      let text = own == order ? text + "▼" : text
      let (left, width) = (max(0, left), DisplayWidth.of(text))
      guard right - left >= width else { return }
      let start = isRight ? right - width : left
      headings.append(Heading(text: text, columns: start..<start + width, order: own, isCurrent: own == order))
    }
    let gap = EventColumns.gap
    var (left, right) = (PaneBorder.air, width - PaneBorder.air)
    add("time", from: left, to: left + columns.time, .time)
    left += columns.time + gap
    if columns.wiki > 0 {
      add("wiki", from: left, to: left + columns.wiki)
      left += columns.wiki + gap
    }
    for (text, width, isRight, own) in [
      ("bytes", columns.bytes, true, EventOrder.size), ("", columns.marks, false, nil),
      ("risk", columns.risk, false, EventOrder.risk), ("user", columns.user, true, nil),
      ("comment", columns.comment, false, nil),
    ] as [(SafeText, Int, Bool, EventOrder?)] where width > 0 {
      if !text.isEmpty { add(text, from: right - width, to: right, isRight: isRight, own) }
      right -= width + gap
    }
    add("page", from: left, to: right)
    self.headings = headings
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    for heading in headings {
      canvas.draw(heading.text, heading.isCurrent ? theme.plain : theme.dim, x: heading.columns.lowerBound, y: 0)
    }
  }

  /// The order of the heading at a column.
  func order(at column: Int) -> EventOrder? { headings.first { $0.columns.contains(column) }?.order }
}
