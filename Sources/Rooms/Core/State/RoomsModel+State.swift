import Charting
import Foundation
import Model
import PaneKit
import Text

// MARK: - What is shown

extension RoomsModel {
  var state: RoomsState {
    let selected = legend.selected
    let source = sources.first { $0.id == selected?.source }
    let reading = selected.flatMap { latest[$0] } ?? LatestReading()
    let alarms = alarms
    var state = RoomsState(
      latest: temperature(reading), lead: max(reading.lead, source?.readings?.clock?.lead ?? 0), change: reading.change,
      chart: chart(alarms), unit: unit,
      isFollowing: view.isFollowing, isPaused: view.isPaused, load: source?.load ?? .idle,
      trouble: (source?.lastDay.trouble ?? spanTrouble(source)).map(past), silentSince: source?.silentSince,
      origin: source?.origin ?? origin ?? .live, isConfigured: origin != nil && source?.hasSource != false,
      silence: rooms.first { $0.id == selected }?.silence(at: now),
      emptiness: source?.readings?.emptiness, leftOut: sources.compactMap { $0.readings?.leftOut },
      rooms: rooms.map(row), selectedRoom: legend.index,
      listed: Set(legend.listed.map(\.id)), filter: legend.filter, isAlone: legend.choices.alone != nil,
      events: watch.events, alarms: alarms)
    state.leftLimits = leftLimits
    state.order = order.value
    (state.showsBackdrop, state.canCompare) = (showsBackdrop.value, view.backdrop(of: data) != nil)
    state.clocks = sources.compactMap { $0.readings?.clock }
    state.requests = sources.map {
      SourceRequests(
        source: $0.entry.label, load: $0.load, answeredAt: $0.answeredAt, trouble: $0.lastDay.trouble.map(past),
        spanTrouble: $0.spanTrouble.map(past))
    }
    return state
  }

  /// Returns the chart, whose lines have the latest readings, those of rooms in alarm on top.
  private func chart(_ alarms: [RoomEvent]) -> Chart {
    var chart = view.chart(of: data)
    chart.alarming = Set(alarms.map(\.room))
    for room in rooms {
      guard let celsius = latest[room.id]?.temperature?.celsius,
        let index = chart.lines.firstIndex(where: { $0.id == room.mark })
      else { continue }
      chart.lines[index].newest = unit.degrees(of: celsius)
    }
    return chart
  }

  /// The limits to draw: those of all rooms if only few have any, else those of the selected room.
  var limits: [ChartLimit] {
    let limited = rooms.filter { !$0.room.allLimits.isEmpty }
    let drawn = limited.count <= RoomsState.mostLimitedRooms ? limited : limited.filter { $0.id == legend.selected }
    guard !drawn.isEmpty else { return [] }
    let (active, lines) = (alarms, legend.lines)
    return drawn.filter { lines.shows($0.mark) }.flatMap { row in
      chartLimits(of: row, isByKey: false, active) + chartLimits(of: row, isByKey: true, active)
    }
  }

  private func chartLimits(of row: RoomRow, isByKey: Bool, _ active: [RoomEvent]) -> [ChartLimit] {
    let limits = row.room.limitGroup(isByKey: isByKey)
    return limits.all.map { limit in
      ChartLimit(
        value: unit.degrees(of: limit.celsius),
        name: Self.name(of: limit, for: limits.duration, isByKey: isByKey, of: rooms.count > 1 ? row.room.label : ""),
        isPassed: active.contains { $0.room == row.mark && $0.limit == limit })
    }
  }

  /// `above`, `Office above, for 10 min`, `Office above, by key`
  private static func name(
    of limit: RoomLimit, for duration: TimeInterval, isByKey: Bool, of room: SafeText
  ) -> String {
    let words = [room.string, limit.side.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
    let setter = isByKey ? ", by key" : ""
    return duration > 0 ? "\(words)\(setter), for \(TimeText.length(duration).string)" : words + setter
  }

  /// The events that have not ended, of rooms that are not silent.
  private var alarms: [RoomEvent] {
    let active = watch.active
    guard !active.isEmpty else { return [] }
    let silent = Set(rooms.filter { $0.silence(at: now) != nil }.map(\.mark))
    return active.filter { !silent.contains($0.room) }
  }

  /// The limits by key of rooms that are not there. A source that has not answered yet may have its rooms all the same, and the
  /// demonstration has other rooms than the settings.
  private var leftLimits: [LeftLimit] {
    guard !limitsByKey.value.isEmpty, !rooms.contains(where: { $0.origin == .demo }) else { return [] }
    let here = Set(rooms.map(\.mark))
    let awaited = sources.filter { $0.readings == nil }.map { Room.ID(source: $0.id, key: nil).mark + " " }
    return limitsByKey.value
      .filter { mark, _ in !here.contains(mark) && !awaited.contains { mark.begins(with: $0) } }
      .sorted { $0.key < $1.key }
      .map { mark, limit in
        let name = watch.events.first { $0.room == mark }?.name
        return LeftLimit(room: mark, name: name ?? SafeText(oneLine: mark), limit: limit.limit)
      }
  }

  /// The reason why a part of the chart is missing; the selected room's first.
  private func spanTrouble(_ selected: FollowedSource?) -> ServiceFailure? {
    selected?.spanTrouble ?? sources.lazy.compactMap(\.spanTrouble).first
  }

  private func row(_ room: RoomRow) -> RoomRow {
    var row = room
    row.latest = latest[row.id].flatMap(temperature)
    row.trouble = row.trouble.map(past)
    row.silence = room.silence(at: now)
    return row
  }

  private func temperature(_ reading: LatestReading) -> Temperature? {
    reading.temperature.map { Temperature(time: min($0.time, now), celsius: $0.celsius) }
  }

  private func past(_ trouble: ServiceFailure) -> ServiceFailure {
    ServiceFailure(
      trouble.error, since: min(trouble.since, now), failedAt: min(trouble.failedAt, now), retry: trouble.retry)
  }
}
