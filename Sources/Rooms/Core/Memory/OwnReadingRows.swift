import Foundation
import Model
import Signals
import Text

/// Rows for temperatures that are not stored anywhere else: single readings, then minutes, then hours.
enum OwnReadingRows {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  static func write(_ readings: [OwnReading], of source: String, to rows: any StateRows) throws {
    let readings = readings.filter { Temperature.credible.contains($0.temperature.celsius) }
    guard !readings.isEmpty else { return }
    for reading in readings {
      let (celsius, room) = (reading.temperature.celsius, reading.key.mark)
      try rows.execute(
        "INSERT INTO own_series (source, room) VALUES (?, ?) ON CONFLICT DO NOTHING", [source, room])
      try rows.execute(
        """
        INSERT INTO own_reading
        SELECT id, ?, 0, ?, ?, ?, 1 FROM own_series WHERE source = ? AND room = ?
        ON CONFLICT DO NOTHING
        """, [reading.temperature.time.milliseconds, celsius, celsius, celsius, source, room])
    }
    try limitRooms(of: source, in: rows)
  }

  /// Deletes the rooms of a source beyond the limit: those whose newest reading is the oldest.
  private static func limitRooms(of source: String, in rows: any StateRows) throws {
    let count = try rows.rows("SELECT COUNT(*) FROM own_series WHERE source = ?", [source]).first?.integer(0) ?? 0
    guard count > ReadingLimits.rooms else { return }
    try rows.execute(
      """
      DELETE FROM own_series WHERE id IN (
        SELECT id FROM own_series WHERE source = ?
        ORDER BY (SELECT MAX(time) FROM own_reading WHERE series = own_series.id), id LIMIT ?
      )
      """, [source, count - ReadingLimits.rooms])
  }

  /// Sentences about the number of rooms of each source.
  static func notes(on rows: any StateRows) throws -> [SafeText] {
    try rows.rows("SELECT source, COUNT(*) FROM own_series GROUP BY source ORDER BY source").compactMap { row in
      guard let source = row.text(0), let count = row.integer(1) else { return nil }
      let rooms = SafeText(count, "room", "rooms")
      return "temperatures of \(SafeText(label: source)): \(rooms) of \(ReadingLimits.rooms) at most"
    }
  }

  /// Combines single readings older than a day into minutes, and minutes older than a month into hours, and deletes hours
  /// older than two years.
  static func rollUp(at now: Date, in rows: any StateRows) throws {
    func limit(_ retention: TimeInterval, _ length: Int64) -> Int64 {
      now.addingTimeInterval(-retention).milliseconds / length * length
    }
    for (length, end) in [
      (minute, limit(ReadingRetention.single, minute)), (hour, limit(ReadingRetention.minutes, hour)),
    ] {
      try rows.execute(
        """
        INSERT INTO own_reading
        SELECT series, time / ?1 * ?1, ?1, MIN(lowest), MAX(highest), SUM(total), SUM(count)
        FROM own_reading WHERE length < ?1 AND time < ?2 GROUP BY series, time / ?1
        ON CONFLICT DO UPDATE SET
          lowest = MIN(lowest, excluded.lowest), highest = MAX(highest, excluded.highest),
          total = total + excluded.total, count = count + excluded.count
        """, [length, end])
      try rows.execute("DELETE FROM own_reading WHERE length < ? AND time < ?", [length, end])
    }
    try rows.execute("DELETE FROM own_reading WHERE time < ?", [limit(ReadingRetention.hours, hour)])
    try rows.execute(
      """
      DELETE FROM own_series WHERE NOT EXISTS (SELECT * FROM own_reading WHERE series = own_series.id)
      """)
  }
}

/// The readings in each step of a window, by room, in order of time.
public struct OwnReadings: StateQuery {
  package var source: String
  package var window: ClosedRange<Date>
  /// In seconds.
  package var step: TimeInterval

  public var otherwise: [RoomKey: [RoomReading]] { [:] }

  public func answer(from rows: any StateRows) throws -> [RoomKey: [RoomReading]] {
    let step = Int64(min(max(step, 0.001), 1e9) * 1_000)
    let found = try rows.rows(
      """
      SELECT room, time / ?1 * ?1 AS step, MIN(lowest), MAX(highest), SUM(total) / SUM(count)
      FROM own_reading JOIN own_series ON own_series.id = series
      WHERE source = ?2 AND time >= ?3 / ?1 * ?1 AND time <= ?4 AND count > 0
      GROUP BY series, step ORDER BY series, step
      """, [step, source, window.lowerBound.milliseconds, window.upperBound.milliseconds])
    var readings: [RoomKey: [RoomReading]] = [:]
    for row in found {
      guard let room = row.text(0), let time = row.date(1), let lowest = row.real(2),
        let highest = row.real(3), let mean = row.real(4)
      else { continue }
      readings[RoomKey(room), default: []].append(
        RoomReading(time: time, lowest: lowest, mean: mean, highest: highest))
    }
    return readings
  }
}

/// The state as the store of readings.
public struct KeptReadings: ReadingStore {
  private let store: any StateStore

  public init(in store: any StateStore) { self.store = store }

  public func keep(_ readings: [OwnReading], of source: String) {
    store.keep(RoomChange.readings(readings, of: source))
  }

  public func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> {
    store.answer(to: OwnReadings(source: source, window: window, step: step))
  }

  public func rollUpReadings(at now: Date) { store.keep(RoomChange.rollUp(at: now)) }
}
