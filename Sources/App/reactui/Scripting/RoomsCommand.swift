import ArgumentParser
import Assembly
import Clients
import Foundation
import Model
import PaneKit
import Rooms
import RoomsEdge
import Screen
import SettingsFile
import Signals
import Text

/// `reactui rooms`: prints the rooms with their latest temperatures.
struct RoomsCommand: ScriptCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms",
    abstract: "Print the rooms, a line each: the latest temperature, when it was measured, and where it comes from.",
    discussion: "reactui rooms discover finds rooms to add.", subcommands: [Discover.self])

  @OptionGroup var options: ScriptOptions

  func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
    guard script.hasRooms else { throw TemperaturesCommand.nobodyToAsk }
    let now = script.clock.currentDate
    let sources = script.services.roomClients.rooms.value
    let entries = zip(zip(script.sources.rooms, sources), sources.labels).map { asked, name in
      let (part, entry) = asked
      // A room stays listed until its sensor has been silent for a day.
      let readings = entry.source.readings(
        over: now.addingTimeInterval(-86_400)...now, step: entry.source.steps.finest(over: 86_400, least: 120))
      return script.answer(of: name, readings)
        .map { ListedRoom.rooms(of: entry, part, $0.value, at: script.clock.currentDate) }
        .flatMapError { failure in
          let reason = SafeText(oneLine: failure.sentences.joined(separator: "; "))
          return SignalProducer<[ListedRoom], Never>(
            value: [ListedRoom(entry, part, silence: RoomSilence(reason: reason))])
        }
    }
    let all = entries.enumerated().map { index, rooms in rooms.map { (index, $0) } }
    return SignalProducer<(Int, [ListedRoom]), Never>.merge(all).collect()
      .map { ListedRoom.named(apart: $0.sorted { $0.0 < $1.0 }.flatMap(\.1)) as [any ScriptEntry] }
      .promoteError(Failure.self)
  }
}

/// A room in the output.
///
///     Office    21.5 °C  2026-11-22 14:03:20  ConAir at http://pi.local:8642/data/
struct ListedRoom: ScriptEntry {
  var name: SafeText
  var latest: Temperature?
  var kind: RoomSourceKind
  var address: SafeText?
  /// Why nothing is measured now, and since when; `nil` if something is.
  var silence: RoomSilence?
  /// The number of rooms of the same source that are not listed.
  var leftOut = 0
  /// A sentence about those, after the last room of the source.
  var leftOutNote: SafeText?
  /// What a person should know of the readings.
  var remark: SafeText?
  /// Tells rooms of the same name apart.
  private var room: Room

  init(_ entry: RoomSourceEntry, _ part: RoomPart, silence: RoomSilence? = nil) {
    name = entry.label
    kind = entry.kind
    address = part.address
    self.silence = silence
    room = Room(id: Room.ID(source: entry.id, key: nil), name: entry.name, kind: kind, limits: entry.limits)
  }

  /// Returns the rooms with names that differ, as in the chart.
  static func named(apart rooms: [ListedRoom]) -> [ListedRoom] {
    zip(rooms, Room.named(apart: rooms.map(\.room))).map { listed, room in
      var listed = listed
      listed.name = room.label
      return listed
    }
  }

  static func rooms(
    of entry: RoomSourceEntry, _ part: RoomPart, _ answer: RoomAnswer, at now: Date
  ) -> [ListedRoom] {
    guard !answer.rooms.isEmpty else {
      return answer.hasSource
        ? [ListedRoom(entry, part, silence: RoomSilence(reason: answer.emptiness ?? "the answer has no room"))] : []
    }
    let missing = answer.leftOut(of: entry.label)
    return answer.rooms.enumerated().map { index, room in
      var listed = ListedRoom(entry, part, silence: room.silence(at: now))
      listed.leftOut = missing.map { $0.total - $0.shown } ?? 0
      if index == answer.rooms.count - 1 {
        listed.leftOutNote = missing.map { "\($0.source): \($0.count) rooms are listed" }
      }
      // The same names as in the chart.
      let source = entry.kind == .thisMachine && answer.rooms.count > 1 ? nil : entry.name
      listed.room.name = Room.name(room.name, in: source, count: answer.rooms.count)
      listed.name = listed.room.label
      listed.remark = room.remark
      listed.latest = room.latest ?? room.readings.last?.temperature
      return listed
    }
  }

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let place = address.map { "\(kind.label) at \($0)" } ?? kind.label
    let value = latest.map { latest -> SafeText in
      "\(page.degrees(latest.celsius)) \(page.unitText)  \(page.clock.unambiguous(latest.time))"
    }
    let told = [value, silence.map(page.words(for:)), remark].compactMap { $0 }.joined(separator: "  ")
    return [
      .spans([
        Screen.Span("\(name)  ", theme.strong), Screen.Span(told.isEmpty ? "no temperature" : told, theme.plain),
        Screen.Span("  \(place)", theme.dim),
      ])
    ] + (leftOutNote.map { [.spans([Screen.Span($0, theme.dim)])] } ?? [])
  }

  var json: JSONText {
    .object([
      "room": .text(name), "celsius": latest.map { .celsius($0.celsius) } ?? .null, "time": .date(latest?.time),
      "source": .string(kind.rawValue), "address": .text(address), "silence": .text(silence?.reason),
      "silentSince": .date(silence?.since), "leftOut": .integer(leftOut),
      "remark": .text(remark),
    ])
  }
}

// MARK: - Discovery

extension RoomsCommand {
  /// `reactui rooms discover [URL]`: prints lines for the settings that would show discovered temperatures.
  struct Discover: ScriptCommand {
    static let configuration = CommandConfiguration(
      commandName: "discover",
      abstract: "Find rooms to add, as lines for the settings.",
      discussion: """
        A URL may be of five kinds: a Prometheus (metrics with a temperature in their names), a page of an exporter, a \
        station (its sensors), another ConAir server or a Home Assistant (its entities). Without one, this machine's sensors are listed, and all \
        servers of the rooms in the settings. A server that wants to know who asks gets the secret of a room of the \
        settings that asks the same one.
        """)

    @Argument(
      help: ArgumentHelp("The address of a server, or of an exporter's page.", valueName: "url"),
      transform: { text in
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else {
          throw ValidationError("The address begins with http:// or https://.")
        }
        return url
      })
    var url: URL?

    @OptionGroup var options: ScriptOptions

    func entries(in script: CommandContext) throws -> SignalProducer<[any ScriptEntry], Failure> {
      let parts = script.sources.rooms
      if let url {
        let known = parts.first { $0.asks(url) && $0.settings?.secret != nil }
        return script.answer(of: "the server", script.services.roomClients.discovered(at: url, as: known))
          .attemptMap { answer in
            let sources = answer.value.asSettings
            return sources.isEmpty
              ? .failure(
                Failure(
                  .unavailable, "\(SafeText(label: url.host() ?? "the server")) answers but offers no temperatures")
              )
              : .success(sources.map(DiscoveredEntry.init) as [any ScriptEntry])
          }
      }
      let answers = parts.servers.enumerated().map { index, server in
        script.answer(
          of: server.part.settings?.name ?? server.part.kind.label,
          script.services.roomClients.discovered(at: server.url, as: server.part)
        )
        .map { (index, $0.value) }
        .flatMapError { failure -> SignalProducer<(Int, [DiscoveredSource]), Never> in
          script.tell(failure)
          return SignalProducer(value: (index, []))
        }
      }
      let machine: [any ScriptEntry] =
        script.hasSensors
        ? [DiscoveredEntry(source: .thisMachine)] : []
      return SignalProducer<(Int, [DiscoveredSource]), Never>.merge(answers).collect()
        .promoteError(Failure.self)
        .map { answers in
          let found = answers.sorted { $0.0 < $1.0 }.flatMap(\.1).asSettings
          return machine + found.map { DiscoveredEntry(source: $0) as any ScriptEntry }
        }
        .attemptMap { entries in
          entries.isEmpty
            ? .failure(
              Failure(
                .unavailable,
                "\(MachineSource.emptiness(root: script.systemRoot).string); give the address of a server"))
            : .success(entries)
        }
    }
  }
}

/// A server or this machine, with its lines for the settings.
struct DiscoveredEntry: ScriptEntry {
  var source: DiscoveredSource

  func lines(on page: TextPage) -> [PageLine] {
    let theme = page.theme
    let lines = source.rooms.compactMap(SettingsText.line)
    return [.spans([Screen.Span("# \(source.heading)", theme.dim)])]
      + lines.map { .spans([Screen.Span("  \($0)", theme.plain)]) }
  }

  var json: JSONText {
    .object([
      "source": .text(source.heading), "rooms": .list(source.rooms.compactMap(SettingsText.line).map { .text($0) }),
    ])
  }
}
