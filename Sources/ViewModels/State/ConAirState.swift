import Charting
import Foundation
import Model
import Text

/// What the ConAir pane shows.
public struct ConAirState: Sendable, Equatable {
  /// `nil` until the first value: the pane says "updating…". Its time is by the local clock and never in the future.
  public var latest: Temperature?
  /// Seconds by which the server's time of the latest value was in the future when it came: its clock is ahead.
  public var lead: TimeInterval
  /// Degrees Celsius warmer than 24 h before the latest value; `nil` where no point stands within 10 minutes of then.
  public var change: Double?
  /// In degrees of ``unit``.
  public var chart: Chart
  /// What temperatures are shown in.
  public var unit: TemperatureUnit
  public var isFollowing: Bool
  /// The latest temperature, the change and the chart stand still; polling goes on.
  public var isPaused: Bool
  public var load: LoadState
  public var trouble: Trouble?
  /// When the last answer came, where two polls' time has passed without another and no failure says why.
  public var silentSince: Date?
  public var origin: Origin
  /// A service is configured; without one (and without the demonstration) there is nothing to ask.
  public var isConfigured: Bool
  /// Why nothing is measured in the room now, where its source says so.
  public var silence: SafeText?
  /// Why the source has no room, where it says so.
  public var emptiness: SafeText?
  /// All rooms there are, in the order of the legend; each source has at least one.
  public var rooms: [RoomRow]
  /// The rooms that the filter lets through.
  public var listed: Set<Room.ID>
  /// The legend's filter.
  public var filter: FilterState
  /// Only the selected room's line is drawn.
  public var isAlone: Bool
  /// The place of the selected room, among ``rooms``: the one whose temperature stands above the chart.
  public var selectedRoom: Int?
  /// When rooms were beyond their limits, the newest first.
  public var events: [RoomEvent]
  /// Those that go on, in the order of their beginnings.
  public var alarms: [RoomEvent]

  public init(
    latest: Temperature? = nil, lead: TimeInterval = 0, change: Double? = nil, chart: Chart,
    unit: TemperatureUnit = .celsius, isFollowing: Bool = true, isPaused: Bool = false, load: LoadState = .idle,
    trouble: Trouble? = nil, silentSince: Date? = nil, origin: Origin = .live, isConfigured: Bool = true,
    silence: SafeText? = nil, emptiness: SafeText? = nil, rooms: [RoomRow] = [],
    selectedRoom: Int? = nil, listed: Set<Room.ID> = [], filter: FilterState = FilterState(), isAlone: Bool = false,
    events: [RoomEvent] = [], alarms: [RoomEvent] = []
  ) {
    self.latest = latest
    self.lead = lead
    self.change = change
    self.chart = chart
    self.unit = unit
    self.isFollowing = isFollowing
    self.isPaused = isPaused
    self.load = load
    self.trouble = trouble
    self.silentSince = silentSince
    self.origin = origin
    self.isConfigured = isConfigured
    self.silence = silence
    self.emptiness = emptiness
    self.rooms = rooms
    self.selectedRoom = selectedRoom
    self.listed = listed
    self.filter = filter
    self.isAlone = isAlone
    self.events = events
    self.alarms = alarms
  }
}

extension ConAirState {
  /// Any room has a temperature, so that there is a chart.
  public var hasChart: Bool { latest != nil || rooms.contains { $0.latest != nil } }

  /// The chart has several lines, and a legend that tells them apart.
  public var hasLegend: Bool { rooms.count > 1 }

  /// The name of the selected room; `nil` where it has none.
  public var roomName: SafeText? { selectedRow?.room.name }

  /// A room's alarm, the newest where it is beyond both of its limits.
  public func alarm(of room: Room.Mark) -> RoomEvent? { alarms.last { $0.room == room } }

  /// The room of an event; `nil` where there is none any more.
  public func room(of event: RoomEvent) -> RoomRow? { rooms.first { $0.mark == event.room } }

  /// Who is to be named because of the rooms that there are.
  public var attributions: [SafeText] {
    rooms.compactMap(\.room.kind.attribution).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether any room has a limit.
  public var hasLimits: Bool { rooms.contains { !$0.room.limits.all.isEmpty } }

  public var selectedRow: RoomRow? { selectedRoom.flatMap { rooms.indices.contains($0) ? rooms[$0] : nil } }
}
