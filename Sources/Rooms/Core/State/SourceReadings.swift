import Charting
import Foundation
import Model
import Text

/// The last day of one source's rooms, joined from its answers: determines the next request, and merges the answer.
///
/// It alone knows that the rooms of a source are requested together.
struct SourceReadings: Sendable {
  /// The most rooms stored: those in an answer, and as many that have disappeared.
  private static let limit = 100

  /// In the order of the answers; a room that has disappeared keeps its place.
  private(set) var rooms: [TemperatureHistory] = []
  /// The origin of the last answer.
  private(set) var origin: Origin?
  /// The rooms left out of the last answer.
  private(set) var leftOut: LeftOutRooms?
  /// How far the source's clock was from ours at the last answer; `nil` for no more than half a minute.
  private(set) var clock: ClockDifference?
  /// Why the last answer had no room.
  private(set) var emptiness: SafeText?
  /// Whether there is anything to request.
  private(set) var hasSource = true
  /// The initial history of a room.
  private var blank = TemperatureHistory()
  /// Whether there is a new room of which only the end is known.
  private var isWholeWanted = false

  subscript(key: RoomKey) -> TemperatureHistory? { rooms.first { $0.key == key } }

  /// Returns the readings for a request at `now`. See ``TemperatureHistory/asked(at:)``.
  func asked(at now: Date) -> SourceReadings {
    var copy = self
    copy.blank = blank.asked(at: now)
    copy.rooms = rooms.map { $0.asked(at: now) }
    return copy
  }

  /// Returns the range of time to request: that of the room with the newest point. Data missing from other rooms was not
  /// there when it was requested; the next search for late readings finds it.
  func nextQuery(at now: Date, isLateWanted: Bool = false) -> ClosedRange<Date> {
    let newest = rooms.max { $0.newestTime < $1.newestTime }
    guard !isWholeWanted, let newest else { return blank.nextQuery(at: now, isLateWanted: isLateWanted) }
    return newest.nextQuery(at: now, isLateWanted: isLateWanted)
  }

  /// Returns the readings with the answer to a request for `query` at `now`.
  func joined(
    with answer: RoomAnswer, of source: SafeText, over query: ClosedRange<Date>, at now: Date
  ) -> SourceReadings {
    var copy = self
    copy.leftOut = answer.leftOut(of: source)
    copy.clock = ClockDifference(of: source, lead: answer.clockLead)
    copy.origin = answer.origin
    copy.hasSource = answer.hasSource
    copy.emptiness = answer.rooms.isEmpty ? answer.emptiness : nil
    let isWhole = now.timeIntervalSince(query.lowerBound) >= TemperatureHistory.window
    if isWhole { copy.isWholeWanted = false }
    var place = 0
    for room in answer.rooms {
      let known = copy.rooms.firstIndex { $0.key == room.key }
      if known == nil, !isWhole, !room.readings.isEmpty || room.latest != nil { copy.isWholeWanted = true }
      let history = (known.map { copy.rooms[$0] } ?? blank.of(room.key)).joined(with: room, over: query, at: now)
      if let known {
        copy.rooms[known] = history
        place = known + 1
      } else {
        copy.rooms.insert(history, at: min(place, copy.rooms.count))
        place += 1
      }
    }
    let here = Set(answer.rooms.map(\.key))
    copy.rooms.removeAll { !here.contains($0.key) && $0.isOver(at: now) }
    for index in copy.rooms.indices where !here.contains(copy.rooms[index].key) {
      copy.rooms[index].silence = copy.rooms[index].silence ?? "its source no longer has it"
    }
    if copy.rooms.count > Self.limit {
      let gone = copy.rooms.filter { !here.contains($0.key) }
        .sorted { $0.newestTime < $1.newestTime }
        .prefix(copy.rooms.count - Self.limit).map(\.key)
      copy.rooms.removeAll { gone.contains($0.key) }
    }
    return copy
  }

  /// Returns the readings with the single readings of a room's newest step.
  func completed(_ key: RoomKey, with readings: [Temperature], at now: Date) -> SourceReadings {
    guard let index = rooms.firstIndex(where: { $0.key == key }) else { return self }
    var copy = self
    copy.rooms[index] = rooms[index].completed(with: readings, at: now)
    return copy
  }
}

extension TemperatureHistory {
  fileprivate var newestTime: Double { series.last?.time ?? -.infinity }

  /// Returns whether all data is too old to be stored.
  fileprivate func isOver(at now: Date) -> Bool {
    newestTime < now.timeIntervalSince1970 - Self.kept - Self.step
      && (latest?.time ?? .distantPast) < now.addingTimeInterval(-Self.kept)
  }
}
