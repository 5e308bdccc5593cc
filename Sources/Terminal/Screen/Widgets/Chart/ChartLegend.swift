import Charting
import Foundation
import Text

/// The names and values of a chart's lines: a row for each line, then one for each limit.
///
/// It consists of texts; ``ChartLayout`` says where it is drawn, ``LegendColumns`` how its columns are aligned.
public struct ChartLegend: Sendable, Hashable {
  public struct Row: Sendable, Hashable {
    public enum Sign: Sendable, Hashable {
      case line(LineLook)
      case limit
    }

    public var sign: Sign
    public var name: SafeText
    /// The content of a row beside its name.
    public var content: Content
    /// Whether the line is hidden.
    public var isHidden = false
    /// The reason of an alarm, shown instead of the range, in shorter and shorter forms: `! above 26`, `!`. Empty without an
    /// alarm.
    public var alarm: [SafeText]
    /// The name of a rule that holds, shown instead of the range if there is no alarm; `nil` if none does.
    public var rule: SafeText?

    public init(
      sign: Sign, name: SafeText, content: Content, isHidden: Bool = false, alarm: [SafeText] = [],
      rule: SafeText? = nil
    ) {
      self.sign = sign
      self.name = name
      self.content = content
      self.isHidden = isHidden
      self.alarm = alarm
      self.rule = rule
    }
  }

  public enum Content: Sendable, Hashable {
    /// The newest value, or the one at the cursor, and the visible range of values, if there are any.
    case numbers(value: SafeText?, range: ValueRange?)
    /// The reason why there is no value.
    case trouble(SafeText)
    /// The meaning of a limit.
    case meaning(SafeText)
  }

  public struct ValueRange: Sendable, Hashable {
    public var lowest: SafeText
    public var highest: SafeText

    public init(lowest: SafeText, highest: SafeText) {
      self.lowest = lowest
      self.highest = highest
    }
  }

  public var rows: [Row]
  /// The index of the selected row.
  public var selected: Int?
  /// Whether values are those at a cursor, so that an alarm, which is of the present, does not colour them.
  public var isAtCursor = false

  public init(rows: [Row], selected: Int? = nil) {
    self.rows = rows
    self.selected = selected
  }

  /// Information about a line that its points do not contain.
  public enum Fact: Sendable, Hashable {
    /// A sentence shown instead of the numbers, such as `since 09:12: no data`.
    case trouble(SafeText)
    /// The reason of an alarm, in shorter and shorter forms, such as `! above 26`.
    case alarm([SafeText])
    /// The name of a rule that holds.
    case rule(SafeText)
  }

  /// - Parameters:
  ///   - ids: The lines that have a row, in the order of the rows; `nil` for all.
  ///   - facts: They describe the present, so they do not change the value at a cursor.
  ///   - selected: The line whose row is selected.
  ///   - tolerance: The distance in seconds of an isolated point from the cursor within which it counts, as
  ///     ``Chart/point(of:at:within:)`` says.
  ///   - valueText: Formats a value.
  public init(
    _ chart: Chart, of ids: [ChartLine.ID]? = nil, facts: [ChartLine.ID: Fact] = [:], selected: ChartLine.ID? = nil,
    tolerance: Double? = nil, valueText: (Double) -> SafeText
  ) {
    let lines = ids.map { ids in ids.compactMap { id in chart.lines.first { $0.id == id } } } ?? chart.lines
    let rows = lines.map { line in
      Row(
        sign: .line(line.look), name: SafeText(oneLine: line.name),
        content: Self.content(of: line, in: chart, fact: facts[line.id], tolerance, valueText),
        isHidden: !chart.isVisible(line.id), alarm: facts[line.id]?.alarm ?? [], rule: facts[line.id]?.rule)
    }
    let limits = chart.limits.map { limit in
      Row(sign: .limit, name: valueText(limit.value), content: .meaning(SafeText(oneLine: limit.name)))
    }
    self.init(rows: rows + limits, selected: lines.firstIndex { $0.id == selected })
    isAtCursor = chart.cursor != nil
  }

  private static func content(
    of line: ChartLine, in chart: Chart, fact: Fact?, _ tolerance: Double?, _ valueText: (Double) -> SafeText
  ) -> Content {
    var value = line.latestValue
    if let cursor = chart.cursor {
      value = chart.point(of: line, at: cursor, within: tolerance)?.value
    } else if case .trouble(let sentence) = fact {
      return .trouble(sentence)
    }
    let range = line.series.extent(in: chart.viewport.time).map { extent in
      ValueRange(lowest: valueText(extent.lowerBound), highest: valueText(extent.upperBound))
    }
    return .numbers(value: value.map(valueText), range: range)
  }

  /// What a row shows instead of its range, in shorter and shorter forms: the reason of an alarm, or the name of a rule.
  static func note(of row: Row, _ glyphs: GlyphSet) -> [SafeText] {
    guard !row.isHidden else { return [] }
    return row.alarm.isEmpty ? row.rule.map { ["\(glyphs.rule) \($0)", glyphs.rule] } ?? [] : row.alarm
  }

  /// Returns the words that a row shows instead of its numbers, in a width. The meaning of a limit is shortened by what follows
  /// its comma, so that its duration is not cut.
  static func words(of row: Row, width: Int) -> SafeText? {
    guard let words = words(of: row), case .limit = row.sign, DisplayWidth.of(words) > width else {
      return words(of: row)
    }
    return words.string.range(of: ", ", options: .backwards).map {
      SafeText(oneLine: String(words.string[..<$0.lowerBound]))
    }
      ?? words
  }

  /// The words that a row shows instead of its numbers.
  static func words(of row: Row) -> SafeText? {
    if row.isHidden { return "hidden" }
    switch row.content {
    case .numbers: return nil
    case .trouble(let sentence), .meaning(let sentence): return sentence
    }
  }
}

extension ChartLegend.Fact {
  fileprivate var alarm: [SafeText] { if case .alarm(let words) = self { words } else { [] } }
  fileprivate var rule: SafeText? { if case .rule(let name) = self { name } else { nil } }
}

// MARK: - Rows that fit

extension ChartLegend {
  /// Returns the indices of the rows that fit on so many lines: all, or the page with the selected one, below which a line
  /// says which rows it contains.
  public func page(lines: Int) -> Range<Int> {
    let count = count(lines: lines)
    guard count > lines, lines > 1 else {
      // On a single line, the selected row.
      let first = lines == 1 ? min(max(0, selected ?? 0), max(0, count - 1)) : 0
      return first..<min(count, first + max(0, lines))
    }
    let size = lines - 1
    let first = min(max(0, selected ?? 0), count - 1) / size * size
    return first..<min(count, first + size)
  }

  /// Returns the indices of the rows that are shown on so many lines: a page, in which a row in alarm takes the place of
  /// another one if it has none. On a single line that is the selected one, which is told above the chart.
  public func shown(lines: Int) -> [Int] {
    func isAlarming(_ index: Int) -> Bool { !rows[index].isHidden && !rows[index].alarm.isEmpty }
    var shown = Array(page(lines: lines))
    guard !shown.contains(where: isAlarming), let alarming = rows.indices.first(where: isAlarming),
      let place = shown.lastIndex(where: { $0 != selected }) ?? shown.indices.last
    else { return shown }
    shown[place] = alarming
    return shown.sorted()
  }

  /// Where not all rows fit, those of limits, which come last, are left out first.
  private func count(lines: Int) -> Int { rows.count <= lines ? rows.count : lineCount }

  /// The number of rows of lines.
  var lineCount: Int { rows.count { if case .line = $0.sign { true } else { false } } }

  /// Returns the positions of the rows that are shown: `1–11 of 64`, `1–2, 7 of 8`; `nil` if all rows are visible.
  func place(of shown: [Int], lines: Int) -> SafeText? {
    let count = count(lines: lines)
    guard shown.count < count, !shown.isEmpty else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for index in shown {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    let places: [SafeText] = ranges.map {
      $0.count == 1 ? "\($0.lowerBound + 1)" : "\($0.lowerBound + 1)–\($0.upperBound + 1)"
    }
    return "\(places.joined(separator: ", ")) of \(count)"
  }
}
