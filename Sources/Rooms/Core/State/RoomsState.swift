import Charting
import Foundation
import Model
import PaneKit
import Text

/// What the rooms' pane shows; frozen while paused, except for requests and events.
public struct RoomsState: Sendable, Equatable {
  /// `nil` until the first value, while the pane says "updating…". Its time is by the local clock and never in the future.
  public var latest: Temperature?
  /// The seconds by which the server's clock is ahead, as it says or as the time of the latest value told when it arrived.
  public var lead: TimeInterval
  /// The change in degrees Celsius since 24 h before the latest value; `nil` if there is no point within 10 minutes of that
  /// time.
  public var change: Double?
  /// In degrees of ``unit``.
  public var chart: Chart
  /// The unit of the temperatures shown.
  public var unit: TemperatureUnit
  public var isFollowing: Bool
  /// Whether the latest temperature, the change and the chart are frozen; polling continues.
  public var isPaused: Bool
  public var load: LoadState
  public var trouble: ServiceFailure?
  /// The date of the last answer, if two polls' time has passed since without a failure.
  public var silentSince: Date?
  public var origin: Origin
  /// Whether a service is configured; without one (and without the demonstration) there are no requests.
  public var isConfigured: Bool
  /// Why nothing is being measured in the room, and since when.
  public var silence: RoomSilence?
  /// Why the source has no room, if it says so.
  public var emptiness: SafeText?
  /// The sources that have more rooms than are shown.
  public var leftOut: [LeftOutRooms]
  /// The sources whose clocks differ from ours by more than half a minute.
  public var clocks: [ClockDifference] = []
  /// The requests to all sources.
  public var requests: [SourceRequests] = []
  /// All rooms in the order of the legend; each source has at least one.
  public var rooms: [RoomRow]
  /// The filtered rooms.
  public var listed: Set<Room.ID>
  /// The legend's filter.
  public var filter: FilterState
  /// Whether only the selected room's line is drawn.
  public var isAlone: Bool
  /// The index of the selected room among ``rooms``: its temperature is shown above the chart.
  public var selectedRoom: Int?
  /// The order of ``rooms``.
  public var order = RoomOrder.settings
  /// Whether the line of an earlier time is behind that of the present.
  public var showsBackdrop = false
  /// Whether the chart has a line that can be compared with an earlier time.
  public var canCompare = false
  /// The times when rooms were beyond their limits, the newest first.
  public var events: [RoomEvent]
  /// The events that have not ended, in the order of their beginnings, without those of silent rooms, which are not known to
  /// go on.
  public var alarms: [RoomEvent]
  /// The limits by key of rooms that are no longer there.
  public var leftLimits: [LeftLimit] = []

  public init(
    latest: Temperature? = nil, lead: TimeInterval = 0, change: Double? = nil, chart: Chart,
    unit: TemperatureUnit = .celsius, isFollowing: Bool = true, isPaused: Bool = false, load: LoadState = .idle,
    trouble: ServiceFailure? = nil, silentSince: Date? = nil, origin: Origin = .live, isConfigured: Bool = true,
    silence: RoomSilence? = nil, emptiness: SafeText? = nil, leftOut: [LeftOutRooms] = [], rooms: [RoomRow] = [],
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
    self.leftOut = leftOut
    self.rooms = rooms
    self.selectedRoom = selectedRoom
    self.listed = listed
    self.filter = filter
    self.isAlone = isAlone
    self.events = events
    self.alarms = alarms
  }
}

extension RoomsState {
  /// Whether any room has a temperature, so that there is a chart.
  public var hasChart: Bool { latest != nil || rooms.contains { $0.latest != nil } }

  /// Whether the chart has several lines, and a legend.
  public var hasLegend: Bool { rooms.count > 1 }

  /// `26 of 42 rooms`; `nil` if all rooms are shown.
  public var roomCount: SafeText? {
    let missing = leftOut.reduce(0) { $0 + $1.total - $1.shown }
    return missing > 0 ? "\(rooms.count) of \(rooms.count + missing) rooms" : nil
  }

  /// The name of the selected room; `nil` if it has none.
  public var roomName: SafeText? { selectedRow?.room.name }

  /// Returns a room's alarm, the newest if it is beyond both of its limits.
  public func alarm(of room: Room.Mark) -> RoomEvent? { alarms.last { $0.room == room } }

  /// Returns the room of an event; `nil` if it no longer exists.
  public func room(of event: RoomEvent) -> RoomRow? { rooms.first { $0.mark == event.room } }

  /// The sources that must be credited for the rooms shown.
  public var attributions: [SafeText] {
    rooms.compactMap(\.room.kind.attribution).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether any room has a limit, or had one before it was removed.
  public var hasLimits: Bool { !leftLimits.isEmpty || rooms.contains { !$0.room.allLimits.isEmpty } }

  /// The number of rooms with limits up to which the limits of all of them are drawn; of more, those of the selected room.
  static let mostLimitedRooms = 2

  /// The greatest number of limits that are drawn at once, whichever room is selected.
  public var mostLimits: Int {
    let counts = rooms.map(\.room.allLimits.count).filter { $0 > 0 }
    return counts.count <= Self.mostLimitedRooms ? counts.reduce(0, +) : counts.max() ?? 0
  }

  public var selectedRow: RoomRow? { selectedRoom.flatMap { rooms.indices.contains($0) ? rooms[$0] : nil } }
}
