import Text

/// The positions of a legend's columns in a width, the same for all rows.
///
///     ▌● Office    21.5   19.0 … 22.4     bar, sign, name, value, lowest … highest
///      ▲ Rack      31.2  ! above 30       a limit that is passed instead of the range
///      ○ Cellar   since 09:12: no data    words instead of the numbers
///
/// If there is less room, names are cut first, then the range is left out, then names are cut further. Numbers are never cut.
struct LegendColumns: Sendable, Hashable {
  /// The bar, the sign and a space.
  static let nameX = 3
  private static let gap = 2
  private static let rangeGap = 3
  /// The least width of names if there is a range.
  private static let leastName = 8
  /// The least width of names if there is a value.
  private static let shortestName = 3

  let name: Int
  /// 0 where there is no room for values.
  let value: Int
  let lowest: Int
  /// 0 where there is no room for the range.
  let highest: Int
  let width: Int

  init(_ legend: ChartLegend, width: Int) {
    let needs = Needs(legend)
    self.width = max(0, width)
    let room = self.width - Self.nameX
    let besideRange = room - Self.gap - needs.value - needs.range
    let besideValue = room - Self.gap - needs.value - needs.alarmMark
    if needs.range > 0, besideRange >= min(needs.name, Self.leastName) {
      (name, value) = (min(needs.name, besideRange), needs.value)
      (lowest, highest) = (needs.lowest, needs.highest)
    } else {
      (lowest, highest) = (0, 0)
      let hasValues = besideValue >= min(needs.name, max(Self.shortestName, needs.limit))
      value = hasValues ? needs.value : 0
      name = max(0, min(needs.name, hasValues ? besideValue : room))
    }
  }

  /// The width in which nothing is cut.
  static func natural(_ legend: ChartLegend) -> Int {
    let needs = Needs(legend)
    return nameX + needs.name + gap + max(needs.value + max(needs.range, needs.alarm), needs.words)
  }

  /// The first column of values and of words.
  var valueX: Int { Self.nameX + name + Self.gap }
  /// The first column of the reason of an alarm.
  var alarmX: Int { valueX + value + Self.gap }
  var lowestX: Int { valueX + value + Self.rangeGap }
  var highestX: Int { lowestX + lowest + Self.rangeGap }

  private struct Needs {
    var name = 0
    var value = 0
    var lowest = 0
    var highest = 0
    var words = 0
    /// The columns of the reason of an alarm, or of a rule's name, with the gap before it; 0 without. The signs of rules are as
    /// wide in ASCII.
    var alarm = 0
    /// The same of its shortest form, which always has a place beside values.
    var alarmMark = 0
    /// The columns of limits, which are in the column of names.
    var limit = 0

    /// The columns of the range with the gap before it; 0 without ranges.
    var range: Int { highest > 0 ? rangeGap + lowest + rangeGap + highest : 0 }

    init(_ legend: ChartLegend) {
      for row in legend.rows {
        name = max(name, DisplayWidth.of(row.name))
        if case .limit = row.sign { limit = max(limit, DisplayWidth.of(row.name)) }
        if let text = ChartLegend.words(of: row) { words = max(words, DisplayWidth.of(text)) }
        // Includes hidden lines, so that nothing moves when a line is hidden.
        guard case .numbers(let text, let range) = row.content else { continue }
        let words = ChartLegend.note(of: row, .unicode)
        if let longest = words.first, let shortest = words.last {
          alarm = max(alarm, gap + DisplayWidth.of(longest))
          alarmMark = max(alarmMark, gap + DisplayWidth.of(shortest))
        }
        value = max(value, text.map(DisplayWidth.of) ?? 1)
        guard let range else { continue }
        lowest = max(lowest, DisplayWidth.of(range.lowest))
        highest = max(highest, DisplayWidth.of(range.highest))
      }
    }
  }
}
