import ArgumentParser
import Assembly
import Foundation
import Model
import PaneKit
import Rooms
import Screen
import SettingsFile
import Signals
import Text

/// `reactui temperatures`: recent measurements, and each new reading.
struct TemperaturesCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "temperatures",
    abstract: "Print the temperatures of the last hour: time and degrees, a line for each two minutes' mean.",
    discussion: """
      All rooms are asked, or those that --room names. The last line is the newest, and may be of two minutes that are \
      not over. Of more than 15 days the lines are of longer steps, of at most an hour. With --follow the latest reading is \
      printed, then each new one, asked for as often as conair.poll-every in the settings says, and when a room goes \
      beyond a limit of its settings and is back.
      """)

  @Flag(help: "Print the latest reading, then each new one.")
  var follow = false

  @Option(
    help: ArgumentHelp("How far back to begin: 90min, 24h, 7d, up to 365d; without the option 1h.", valueName: "time"),
    transform: { text in
      guard let since = DurationOption.seconds(text), Self.spans.contains(since) else {
        throw ValidationError("--since is a time from 2min to 365d, such as 90min, 24h or 7d.")
      }
      return since
    })
  var since: TimeInterval?

  @Option(help: ArgumentHelp("Only the room of this name; may be given several times.", valueName: "name"))
  var room: [String] = []

  @OptionGroup var options: ScriptOptions

  /// The seconds that a line averages, like a point of the chart; more if a source would answer with too many of them.
  private static let step: TimeInterval = 120
  private static let spans: ClosedRange<TimeInterval> = 120...RoomSpan.year.seconds

  func validate() throws {
    if follow, since != nil { throw ValidationError("--follow and --since exclude each other.") }
  }

  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
    let sources = script.services.roomClients.rooms.value
    guard !sources.isEmpty, script.hasRooms else { throw Self.nobodyToAsk }
    if follow {
      return followed(sources, script).map { [isWanted] lines in lines.filter { isWanted($0.room) }.map(\.entry) }
    }
    return means(of: sources, script).attemptMap { [isWanted, refusal] readings in
      let rooms = NamedRooms(readings.map(\.room))
      let named = readings.map { Reading($0.reading, room: rooms[$0.room]) }
      let wanted = zip(readings, named).filter { isWanted(NamedRoom($0.room, named: $1.room)) }.map(\.1)
      guard wanted.isEmpty, !readings.isEmpty, let refusal = refusal(rooms.all) else { return .success(wanted) }
      return .failure(refusal)
    }
  }

  /// A room, and its name among the others.
  private struct NamedRoom: Sendable {
    /// With the name that it has alone.
    var own: Room
    var named: Room

    init(_ own: Room, named: Room) { (self.own, self.named) = (own, named) }
  }

  /// Rooms with names that differ.
  private struct NamedRooms: Sendable {
    private(set) var all: [NamedRoom] = []
    private var places: [Room.ID: Int] = [:]

    init(_ rooms: [Room]) {
      var own: [Room] = []
      for room in rooms where places[room.id] == nil {
        places[room.id] = own.count
        own.append(room)
      }
      all = zip(own, Room.named(apart: own)).map(NamedRoom.init)
    }

    /// The room with its name among the others.
    subscript(room: Room) -> Room { places[room.id].map { all[$0].named } ?? room }
  }

  /// The reason why no room is printed; `nil` if one is selected, or no names are given.
  private var refusal: @Sendable ([NamedRoom]) -> Failure? {
    { [room, isWanted] rooms in
      room.isEmpty || rooms.contains(where: isWanted) ? nil : Self.noRoom(named: room, among: rooms.map(\.named))
    }
  }

  private static func noRoom(named names: [String], among rooms: [Room]) -> Failure {
    var known: [String] = []
    for room in rooms {
      if let name = room.name?.string, !known.contains(name) { known.append(name) }
    }
    let wanted = names.map { String(reflecting: $0) }.joined(separator: ", ")
    guard !known.isEmpty else { return Failure(.usage, "There is no room \(wanted); no room has a name.") }
    return Failure(.usage, "There is no room \(wanted); the rooms are \(known.joined(separator: ", ")).")
  }

  /// Whether a room is among those named, ignoring case. Where several have a name, it stands for all of them.
  private var isWanted: @Sendable (NamedRoom) -> Bool {
    let names = room.map { $0.lowercased() }
    return { room in
      names.isEmpty
        || [room.own, room.named].contains { $0.name.map { names.contains($0.string.lowercased()) } ?? false }
    }
  }

  static var nobodyToAsk: Failure {
    Failure(.usage, "There is no ConAir server to ask: give --conair-url, or a room in the settings, or --demo.")
  }

  /// Sends the means of all sources, in order of time. A source that does not answer does not affect the others, but the
  /// command fails.
  private func means(of sources: [RoomSourceEntry], _ script: CommandContext) -> SignalProducer<[Reading], Failure> {
    let now = script.clock.currentDate
    let span = since ?? 3_600
    let window = now.addingTimeInterval(-span)...now
    let answers = zip(sources, sources.labels).enumerated().map { index, asked in
      let (entry, name) = asked
      return script.answer(
        of: name,
        entry.source.readings(over: window, step: entry.source.steps.finest(over: span, least: Self.step))
      )
      .map { (index, Self.readings(of: entry, named: name, $0.value)) }
      .flatMapError { SignalProducer(value: (index, .failure($0))) }
    }
    return SignalProducer<(Int, Result<[Reading], Failure>), Never>.merge(answers).collect()
      .promoteError(Failure.self)
      .flatMap(.concat) { answers -> SignalProducer<[Reading], Failure> in
        let results = answers.sorted { $0.0 < $1.0 }.map(\.1)
        // Keeps the order of rooms at equal times.
        let readings = results.flatMap { (try? $0.get()) ?? [] }.enumerated()
          .sorted { ($0.element.reading.time, $0.offset) < ($1.element.reading.time, $1.offset) }.map(\.element)
        let failures = results.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
        guard let failure = failures.last else { return SignalProducer(value: readings) }
        for failure in failures.dropLast() { script.tell(failure) }
        return SignalProducer(value: readings).concat(SignalProducer(error: failure))
      }
  }

  /// Returns the readings of an answer, or why there is no room.
  private static func readings(
    of entry: RoomSourceEntry, named name: SafeText, _ answer: RoomAnswer
  ) -> Result<[Reading], Failure> {
    guard answer.rooms.isEmpty, let reason = answer.emptiness else {
      return .success(Reading.readings(of: entry, answer))
    }
    return .failure(Failure(.unavailable, "\(name): \(reason)"))
  }

  /// The information on a room's source.
  private enum Told: Sendable, Equatable {
    /// The rooms as the pane has them.
    ///
    /// - isAnswered: Whether the source has answered, so that no other rooms are expected.
    case rooms([RoomRow], isAnswered: Bool)
    case news(AlarmTransition)

    init(_ state: RoomsState) {
      let isAnswered = if case .loaded = state.load { true } else { false }
      self = .rooms(state.rooms, isAnswered: isAnswered)
    }
  }

  /// A line about a room.
  private struct Line: Sendable {
    var room: NamedRoom
    var entry: any ScriptEntry
  }

  /// Sends the latest readings of each room as the pane has them, and its alarms. Sources that cannot be asked are reported,
  /// and the others continue. If no source has a selected room, the stream ends.
  private func followed(_ sources: [RoomSourceEntry], _ script: CommandContext) -> SignalProducer<[Line], Failure> {
    let answers = sources.enumerated().map { index, entry in
      let told = told(by: entry, script).map { (index, $0) }
      guard sources.count > 1 else { return told }
      return told.flatMapError { failure in
        script.tell(failure)
        return .empty
      }
    }
    let all = SignalProducer<(Int, Told), Failure>.merge(answers)
      .scanMap(into: Followed()) { followed, told in followed.take(told.1, of: told.0) }
      .attempt { [refusal] told -> Result<(), Failure> in
        guard let rooms = told.rooms, rooms.count == sources.count, let refusal = refusal(rooms.flatMap { $0 }) else {
          return .success(())
        }
        return .failure(refusal)
      }
      .map(\.lines)
    guard sources.count > 1 else { return all }
    return all.concat(SignalProducer(error: Failure(.unavailable, "no room can be asked any more")))
  }

  /// What was printed of each room, and the rooms of the sources that have answered.
  private struct Followed: Sendable {
    private var printed: [Room.ID: Temperature] = [:]
    private var rooms: [Int: [Room]] = [:]

    /// Returns the new lines, and, after a source's first answer, the rooms of all sources that have answered.
    mutating func take(_ told: Told, of source: Int) -> (lines: [Line], rooms: [[NamedRoom]]?) {
      switch told {
      case .news(let news):
        let room = room(news.room)
        var named = news
        named.room = room.named
        return ([Line(room: room, entry: ReportedAlarm(news: named))], nil)
      case .rooms(let rows, let isAnswered):
        let isFirst = isAnswered && rooms[source] == nil
        if isAnswered { rooms[source] = rows.map(\.room) }
        let lines = rows.compactMap { row -> Line? in
          guard let latest = row.latest, printed[row.id] != latest else { return nil }
          printed[row.id] = latest
          let room = room(row.room)
          return Line(room: room, entry: Reading(RoomReading(latest), room: room.named))
        }
        return (lines, isFirst ? rooms.sorted { $0.key < $1.key }.map { $0.value.map(room) } : nil)
      }
    }

    /// Returns a room with its name among those of all sources.
    private func room(_ own: Room) -> NamedRoom {
      NamedRoom(own, named: NamedRooms(rooms.sorted { $0.key < $1.key }.flatMap(\.value))[own])
    }
  }

  private func told(by entry: RoomSourceEntry, _ script: CommandContext) -> SignalProducer<Told, Failure> {
    let (clock, settings) = (script.clock, Property(value: script.settings))
    let states = SignalProducer<Result<Told, Failure>, Never> { observer, lifetime in
      let model = RoomsDependencies(Property(value: [entry])).makeViewModel(settings, on: clock)
      lifetime += SignalProducer<Result<Told, Failure>, Never>.merge(
        model.state.producer.map { state in state.trouble.map { .failure(Failure($0.error)) } ?? .success(Told(state))
        },
        SignalProducer(model.news).map { .success(.news($0)) }
      ).start(observer)
      lifetime.observeEnded { withExtendedLifetime(model) {} }
      model.start()
    }
    return script.telling(states.start(on: clock)).skipRepeats()
  }
}

/// A temperature, as it is printed.
///
///     2026-11-22 14:03:20    21.5 °C  Office
struct Reading: ScriptEntry {
  var reading: RoomReading
  var room: Room

  init(_ reading: RoomReading, room: Room) {
    self.reading = reading
    self.room = room
  }

  /// Returns the readings of a source's answer.
  static func readings(of entry: RoomSourceEntry, _ answer: RoomAnswer) -> [Reading] {
    answer.rooms.flatMap { one -> [Reading] in
      let room = Room(
        id: Room.ID(source: entry.id, key: one.key),
        name: Room.name(one.name, in: entry.name, count: answer.rooms.count), kind: entry.kind, limits: entry.limits)
      return one.readings.filter { Temperature.credible.contains($0.mean) }.map { Reading($0, room: room) }
    }
  }

  func lines(on page: TextPage) -> [PageLine] { [.spans(Self.spans(reading, room, on: page))] }

  /// Time, temperature and room.
  static func spans(_ reading: RoomReading, _ room: Room, on page: TextPage) -> [Screen.Span] {
    let theme = page.theme
    var spans = [
      Screen.Span(page.clock.unambiguous(reading.time), theme.dim),
      Screen.Span("\(TextPage.column(page.degrees(reading.mean), 8)) \(page.unitText)", theme.strong),
    ]
    if let name = room.name { spans.append(Screen.Span("  \(name)", theme.dim)) }
    return spans
  }

  var json: JSONText { json(event: .null) }

  /// - Parameter event: What the reading began or ended.
  func json(event: JSONText) -> JSONText {
    .object([
      "time": .date(reading.time), "room": .text(room.name), "celsius": .celsius(reading.mean),
      "source": .text(SafeText(oneLine: room.kind.rawValue)), "unit": .text("celsius"),
      "min": .celsius(reading.lowest), "max": .celsius(reading.highest), "event": event,
    ])
  }
}
