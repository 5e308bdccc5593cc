import Model
import Rooms
import Signals

extension RoomAnswer {
  /// The answer of a thermometer: one room of which only means are known.
  public init(means: [Temperature], origin: Origin = .live) {
    self.init(rooms: [RoomReadings(readings: means.map(RoomReading.init))], origin: origin)
  }
}

extension RoomSourceEntry {
  /// A thermometer, not named in the settings, as the only source.
  public init(_ source: any RoomSource, limits: RoomSettings.Limits = RoomSettings.Limits()) {
    self.init(id: ID(), kind: .conAir, limits: limits, source: source)
  }
}

extension RoomsViewModel {
  /// Creates the view model of a single thermometer.
  public convenience init(_ source: any RoomSource, scheduler: any DateScheduler) {
    self.init(sources: Property(value: [RoomSourceEntry(source)]), scheduler: scheduler)
  }
}
