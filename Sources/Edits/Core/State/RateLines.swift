import Charting

/// The lines of the edit rate's chart: one for all shown editors together, or one for each kind of editor and, if they are
/// known, one for reverts.
struct RateLines: Sendable {
  /// The series of each kind of editor. The series of unknown editors (`nil`) is drawn only as part of the sum.
  private var parts: [WikiEditor?: LineSeries] = [:]
  private var sum = LineSeries()
  private var reverts = LineSeries()
  /// The kinds of editors whose edits are shown.
  private(set) var editors: Set<WikiEditor>
  /// Whether each kind of editor has a line.
  private(set) var areApart: Bool
  /// Whether the feed reports reverts.
  var hasReverts = false

  private static let all: [WikiEditor?] = WikiEditor.allCases + [nil]

  init(editors: Set<WikiEditor>, areApart: Bool) {
    (self.editors, self.areApart) = (editors, areApart)
  }

  /// The lines to draw.
  var lines: [ChartLine] {
    guard areApart else { return [ChartLine(id: "", name: "", series: sum)] }
    let lines = WikiEditor.allCases.enumerated().filter { editors.contains($0.element) }.map { number, editor in
      ChartLine(
        id: editor.rawValue, name: editor.name, series: parts[editor] ?? LineSeries(), look: LineLook(number: number))
    }
    guard hasReverts else { return lines }
    let look = LineLook(number: WikiEditor.allCases.count)
    return lines + [ChartLine(id: "reverts", name: "reverts", series: reverts, look: look)]
  }

  /// Shows the edits of other editors.
  ///
  /// - Parameter areApart: Whether each kind of editor gets a line.
  mutating func show(_ editors: Set<WikiEditor>, areApart: Bool) {
    self.areApart = areApart
    guard editors != self.editors else { return }
    self.editors = editors
    sum = LineSeries()
    let shown = Self.all.filter { $0.map(editors.contains) ?? true }.compactMap { parts[$0]?.points }
    guard let first = shown.first else { return }
    // All series have points at the same times.
    sum.insert(
      contentsOf: first.indices.map { index in
        let values = shown.map { $0[index].value }
        let rate = values.contains(nil) ? nil : values.reduce(0) { $0 + ($1 ?? 0) }
        // Rates are multiples of 1/5, which is not exact in binary, so the sum is rounded.
        return Series.Point(time: first[index].time, value: rate.map { ($0 * 1e6).rounded() / 1e6 })
      })
  }

  /// Inserts points, replacing those at the same times.
  mutating func insert(_ points: [RatePoint]) {
    for editor in Self.all {
      parts[editor, default: LineSeries()].insert(
        contentsOf: points.map { point in Series.Point(time: point.time, value: point.rate { $0[editor] }) })
    }
    sum.insert(
      contentsOf: points.map { point in
        Series.Point(time: point.time, value: point.rate { $0.total(of: editors) })
      })
    reverts.insert(contentsOf: points.map { Series.Point(time: $0.time, value: $0.reverts) })
  }

  /// The times of all points.
  var times: Set<Double> { Set(sum.points.map(\.time)) }

  mutating func drop(before time: Double) { change { $0.drop(before: time) } }
  mutating func drop(after time: Double) { change { $0.drop(after: time) } }

  private mutating func change(_ change: (inout LineSeries) -> Void) {
    change(&sum)
    change(&reverts)
    for editor in parts.keys { change(&parts[editor, default: LineSeries()]) }
  }
}

extension WikiEditor {
  /// The name in the legend.
  var name: String {
    switch self {
    case .people: "people"
    case .anonymous: "no account"
    case .bots: "bots"
    }
  }
}
