import Charting
import Text

/// Makes the chart's lines of rooms, each again only if the data of its room has changed.
struct RoomLines: Sendable {
  /// The source of each line, in degrees Celsius.
  private var sources: [ChartLine.ID: StepSeries] = [:]
  /// A room keeps its look while it exists.
  private var numbers: [ChartLine.ID: Int] = [:]

  /// Makes all lines again the next time.
  mutating func forget() { sources = [:] }

  /// Gives each room a look, in this order whatever that of the lines is.
  mutating func keepLooks(of rooms: [ChartLine.ID]) {
    let ids = Set(rooms)
    numbers = numbers.filter { ids.contains($0.key) }
    for room in rooms { _ = number(of: room) }
  }

  /// - Parameter before: The previous lines, without points that are too old.
  mutating func lines(
    of rooms: [(row: RoomRow, series: StepSeries)], in unit: TemperatureUnit, before: [ChartLine]
  ) -> [ChartLine] {
    let ids = Set(rooms.map(\.row.mark))
    numbers = numbers.filter { ids.contains($0.key) }
    let kept = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let lines = rooms.map { row, series in
      let id = row.mark
      var line =
        kept[id] ?? ChartLine(id: id, name: "", series: LineSeries(series), look: LineLook(number: number(of: id)))
      line.name = row.room.label.string
      if kept[id] == nil || sources[id] != series {
        line.series = .steps(unit == .celsius ? series : series.mapValues { $0.degrees(unit) })
      }
      return (line, series)
    }
    sources = Dictionary(lines.map { ($0.0.id, $0.1) }) { first, _ in first }
    return lines.map(\.0)
  }

  /// Returns the lowest unused number.
  private mutating func number(of id: ChartLine.ID) -> Int {
    if let number = numbers[id] { return number }
    let taken = Set(numbers.values)
    let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    numbers[id] = number
    return number
  }
}
