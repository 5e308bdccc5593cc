import Foundation
import Model
import Text

/// The data of one source's rooms: determines the next request, and merges the answer.
struct SourceReadings: Sendable {
  struct Entry: Sendable {
    let key: RoomKey
    var name: SafeText?
    var history: TemperatureHistory
    /// Why nothing is being measured in it; it stays until something is.
    var silence: SafeText?
    /// What a person should know of the readings.
    var remark: SafeText?
  }

  /// The most rooms stored: those in an answer, and as many that have disappeared.
  private static let limit = 100

  /// In the order of the answers; a room that has disappeared keeps its place.
  private(set) var entries: [Entry] = []
  /// The origin of the last answer.
  private(set) var origin: Origin?
  /// The rooms left out of the last answer.
  private(set) var leftOut: LeftOutRooms?
  /// Why the last answer had no room.
  private(set) var emptiness: SafeText?
  /// Whether there is anything to request.
  private(set) var hasSource = true
  /// The initial history of a room.
  private var blank = TemperatureHistory()
  /// Whether there is a new room of which only the end is known.
  private var isWholeWanted = false

  subscript(key: RoomKey) -> Entry? { entries.first { $0.key == key } }

  /// Returns the book for a request at `now`. See ``TemperatureHistory/asked(at:)``.
  func asked(at now: Date) -> SourceReadings {
    var book = self
    book.blank = blank.asked(at: now)
    for index in entries.indices { book.entries[index].history = entries[index].history.asked(at: now) }
    return book
  }

  /// Returns the range of time to request: that of the room with the newest point. Data missing from other rooms was not
  /// there when it was requested; the next search for late readings finds it.
  func nextQuery(at now: Date, isLateWanted: Bool = false) -> ClosedRange<Date> {
    let newest = entries.map(\.history).max { $0.newestTime < $1.newestTime }
    guard !isWholeWanted, let newest else { return blank.nextQuery(at: now, isLateWanted: isLateWanted) }
    return newest.nextQuery(at: now, isLateWanted: isLateWanted)
  }

  /// Returns the book with the answer to a request for `query` at `now`.
  func joined(
    with answer: RoomAnswer, of source: SafeText, over query: ClosedRange<Date>, at now: Date
  ) -> SourceReadings {
    var book = self
    book.leftOut = answer.leftOut(of: source)
    book.origin = answer.origin
    book.hasSource = answer.hasSource
    book.emptiness = answer.rooms.isEmpty ? answer.emptiness : nil
    let isWhole = now.timeIntervalSince(query.lowerBound) >= TemperatureHistory.window
    if isWhole { book.isWholeWanted = false }
    var place = 0
    for room in answer.rooms {
      let known = book.entries.firstIndex { $0.key == room.key }
      if known == nil, !isWhole, !room.readings.isEmpty || room.latest != nil { book.isWholeWanted = true }
      var entry = known.map { book.entries[$0] } ?? Entry(key: room.key, history: blank)
      entry.take(room, over: query, at: now)
      if let known {
        book.entries[known] = entry
        place = known + 1
      } else {
        book.entries.insert(entry, at: min(place, book.entries.count))
        place += 1
      }
    }
    let here = Set(answer.rooms.map(\.key))
    book.entries.removeAll { !here.contains($0.key) && $0.history.isOver(at: now) }
    for index in book.entries.indices where !here.contains(book.entries[index].key) {
      book.entries[index].silence = book.entries[index].silence ?? "its source no longer has it"
    }
    if book.entries.count > Self.limit {
      let gone = book.entries.filter { !here.contains($0.key) }
        .sorted { $0.history.newestTime < $1.history.newestTime }
        .prefix(book.entries.count - Self.limit).map(\.key)
      book.entries.removeAll { gone.contains($0.key) }
    }
    return book
  }

  /// Returns the book with the single readings of a room's newest step.
  func completed(_ key: RoomKey, with readings: [Temperature], at now: Date) -> SourceReadings {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return self }
    var book = self
    book.entries[index].history = entries[index].history.completed(with: readings, at: now)
    return book
  }
}

extension SourceReadings.Entry {
  fileprivate mutating func take(_ room: RoomReadings, over query: ClosedRange<Date>, at now: Date) {
    name = room.name
    history = history.joined(with: room.readings, over: query, at: now)
    if let latest = room.latest { history = history.completed(with: [latest], at: now) }
    silence = room.silence
    remark = room.remark
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
