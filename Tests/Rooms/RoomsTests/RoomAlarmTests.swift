import Foundation
import Testing

@testable import Model
@testable import Rooms

/// When a room's alarm begins and ends.
@Suite struct RoomAlarmTests {
  private static let start = Date(timeIntervalSince1970: 1_795_348_800)
  private static let room = "conair http://pi.local/ 0"

  private static func time(_ minutes: Double) -> Date { start.addingTimeInterval(minutes * 60) }

  private static func reading(_ minutes: Double, _ celsius: Double) -> RoomReading {
    RoomReading(Temperature(time: time(minutes), celsius: celsius))
  }

  private static func alarm(
    above: Double? = nil, below: Double? = nil, for minutes: Double = 0, open: [RoomEvent] = []
  ) -> RoomAlarm {
    let limits = RoomSettings.Limits(above: above, below: below, duration: minutes * 60)
    return RoomAlarm(room: room, name: "Office", limits: limits, open: open)
  }

  private static func event(
    _ limit: RoomLimit, _ since: Double, _ until: Double? = nil, extreme: Double
  ) -> RoomEvent {
    RoomEvent(
      room: room, name: "Office", limit: limit, since: time(since), until: until.map(time), extreme: extreme)
  }

  /// What begins and ends, as words.
  private static func words(_ changes: [RoomAlarm.Change]) -> [String] {
    changes.map { change in
      func minutes(_ date: Date?) -> String {
        date.map { "\(Int($0.timeIntervalSince(start) / 60))" } ?? "-"
      }
      let event = change.event
      let extreme = "\(event.limit.side.rawValue) \(minutes(event.since)) \(event.extreme)"
      return switch change {
      case .began: "began \(extreme)"
      case .moved: "moved \(extreme)"
      case .ended: "ended \(extreme) at \(minutes(event.until))"
      }
    }
  }

  private static func words(_ alarm: inout RoomAlarm, _ readings: [(Double, Double)]) -> [String] {
    readings.flatMap { words(alarm.reduce(reading($0.0, $0.1))) }
  }

  @Test(arguments: [
    ([(0.0, 27.0)], false), ([(0, 20), (2, 27)], true), ([(0, 20), (61, 27)], false), ([(0, 27), (61, 27)], false),
    ([(0, 27), (2, 20), (4, 27)], true),
  ])
  func aBeginningIsKnownIfTheRoomWasInsideBefore(readings: [(Double, Double)], isKnown: Bool) {
    var alarm = Self.alarm(above: 26)
    for reading in readings { _ = alarm.reduce(Self.reading(reading.0, reading.1)) }
    #expect(alarm.active.map(\.isSinceKnown) == [isKnown])
  }

  @Test func whoeverKnowsTheBeginningKnowsItForBoth() {
    var edge = Self.event(RoomLimit(.above, 26), 10, extreme: 27)
    edge.isSinceKnown = false
    let known = Self.event(RoomLimit(.above, 26), 5, extreme: 27)
    #expect(edge.joined(with: known).isSinceKnown && edge.joined(with: known).since == known.since)
    #expect(known.joined(with: edge).isSinceKnown)
    var earlier = edge
    earlier.since = Self.time(0)
    #expect(!known.joined(with: earlier).isSinceKnown)
  }

  @Test(
    arguments: [
      // The limit itself is not beyond it.
      (0, [(0, 26)], []),
      (0, [(0, 26.1), (1, 27), (2, 26.5)], ["began above 0 26.1", "moved above 0 27.0"]),
      // Back by 0.3, and not a little less.
      (0, [(0, 26.5), (1, 25.8), (2, 26.2), (3, 25.7)], ["began above 0 26.5", "ended above 0 26.5 at 3"]),
      (10, [(0, 27), (9, 28), (10, 27)], ["began above 0 28.0"]),
      (10, [(0, 27), (5, 26), (10, 27), (19, 27)], []),
      (10, [(0, 27), (5, 25), (6, 27), (16, 27)], ["began above 6 27.0"]),
      // An hour of silence is joined, and more is not.
      (30, [(0, 27), (60, 27)], ["began above 0 27.0"]),
      (30, [(0, 28), (61, 27), (80, 27), (91, 27)], ["began above 61 27.0"]),
      // A silent room ends nothing.
      (0, [(0, 27), (600, 27), (1_200, 25)], ["began above 0 27.0", "ended above 0 27.0 at 1200"]),
      // A mean that is being formed.
      (0, [(0, 25), (0, 27), (0, 27), (0, 25)], ["began above 0 27.0", "ended above 0 27.0 at 0"]),
      // What comes late begins and ends nothing, and may be the extreme.
      (0, [(0, 25), (2, 26), (1, 30)], []),
      (0, [(0, 27), (2, 27), (1, 20), (1, 29), (-1, 40)], ["began above 0 27.0", "moved above 0 29.0"]),
      (5, [(0, 27), (4, 27), (2, 29), (5, 27)], ["began above 0 29.0"]),
    ] as [(Double, [(Double, Double)], [String])])
  func readingsBeginAndEndAnAlarm(duration: Double, readings: [(Double, Double)], expected: [String]) {
    var alarm = Self.alarm(above: 26, for: duration)
    #expect(Self.words(&alarm, readings) == expected)
  }

  @Test func aRoomHasALimitOnEitherSide() {
    var alarm = Self.alarm(above: 26, below: 5)
    #expect(
      Self.words(&alarm, [(0, 4), (1, 3), (2, 5.2), (3, 27), (4, 4)]) == [
        "began below 0 4.0", "moved below 0 3.0", "began above 3 27.0", "ended below 0 3.0 at 3",
        "ended above 3 27.0 at 4", "began below 4 4.0",
      ])
    #expect(alarm.active.map(\.limit.side) == [.below])
  }

  /// Between limits that are close to each other the hysteresis is smaller, or no alarm could end.
  @Test func limitsThatAreCloseLeaveRoomBetweenThem() {
    var alarm = Self.alarm(above: 20.4, below: 20)
    #expect(Self.words(&alarm, [(0, 21), (1, 20.35), (2, 20.2)]) == ["began above 0 21.0", "ended above 0 21.0 at 2"])
  }

  @Test func theExtremeIsThatOfTheSteps() {
    var alarm = Self.alarm(above: 26)
    let reading = RoomReading(time: Self.time(0), lowest: 25, mean: 26.5, highest: 29)
    #expect(Self.words(alarm.reduce(reading)) == ["began above 0 29.0"])
  }

  @Test func aLimitThatChangesEndsItsAlarmAtTheNewestReading() {
    var alarm = Self.alarm(above: 26)
    _ = Self.words(&alarm, [(0, 27), (1, 28)])
    #expect(Self.words(alarm.follow(.init(above: 26, ringsBell: true), name: "Den")) == [])
    #expect(
      Self.words(alarm.follow(.init(above: 27), name: "Den")) == ["ended above 0 28.0 at 1", "began above 1 28.0"])
    #expect(alarm.active.map(\.name) == ["Den"] && alarm.active.map(\.limit.celsius) == [27])
    #expect(Self.words(alarm.follow(.init(below: 5), name: "Den")) == ["ended above 1 28.0 at 1"])
    #expect(Self.words(&alarm, [(2, 40)]) == [])
  }

  @Test func anAlarmOfAnEarlierRunGoesOn() {
    let known = Self.event(RoomLimit(.above, 26), 10, extreme: 30)
    var alarm = Self.alarm(above: 26, open: [known])
    // The history that is gone through again begins before it.
    #expect(Self.words(&alarm, [(0, 20), (8, 27), (12, 29), (20, 31)]) == ["moved above 10 31.0"])
    #expect(Self.words(&alarm, [(21, 20)]) == ["ended above 10 31.0 at 21"])
    var other = Self.alarm(above: 25, open: [known])
    #expect(Self.words(&other, [(8, 27), (12, 27)]) == ["ended above 10 30.0 at 12", "began above 12 27.0"])
  }

  @Test func aClockThatIsSetBackLosesNothing() {
    var alarm = Self.alarm(above: 26, for: 5)
    _ = Self.words(&alarm, [(100, 27)])
    alarm.restart()
    #expect(Self.words(&alarm, [(0, 27), (5, 27)]) == ["began above 0 27.0"])
  }

  @Test func eventsAreTheSameWhereTheyShareTheirTime() {
    let limit = RoomLimit(.above, 26)
    let event = Self.event(limit, 10, 20, extreme: 28)
    #expect(event.isSame(as: Self.event(limit, 12, extreme: 27)) && event.isSame(as: Self.event(limit, 0, extreme: 27)))
    #expect(
      !event.isSame(as: Self.event(limit, 20, extreme: 27)) && !event.isSame(as: Self.event(limit, 0, 10, extreme: 9)))
    #expect(!event.isSame(as: Self.event(RoomLimit(.above, 27), 10, 20, extreme: 28)))
    #expect(Self.event(limit, 10, 10, extreme: 28).isSame(as: event), "an event may end where it began")
    #expect(Self.event(limit, 12, extreme: 27).joined(with: event) == Self.event(limit, 10, extreme: 28))
  }

  // MARK: - Against a reckoning over all readings at once

  /// The events of readings that came in order, found by looking at all of them again and again.
  private static func reckoned(_ readings: [RoomReading], _ limits: RoomSettings.Limits) -> [RoomEvent] {
    limits.all.flatMap { limit -> [RoomEvent] in
      var (events, rest) = ([RoomEvent](), readings[...])
      func beyond(_ reading: RoomReading) -> Double {
        limit.side == .above ? reading.mean - limit.celsius : limit.celsius - reading.mean
      }
      while let first = rest.firstIndex(where: { beyond($0) > 0 }) {
        // As long as nothing is inside, and no silence is longer than an hour.
        var last = first
        while last + 1 < rest.endIndex, beyond(rest[last + 1]) > 0,
          rest[last + 1].time.timeIntervalSince(rest[last].time) <= 3_600
        { last += 1 }
        guard rest[last].time.timeIntervalSince(rest[first].time) >= limits.duration else {
          rest = rest[(last + 1)...]
          continue
        }
        let end = rest[first...].firstIndex { beyond($0) <= -limits.hysteresis }
        let part = rest[first..<(end ?? rest.endIndex)]
        let extreme =
          limit.side == .above ? part.map(\.highest).max() : part.map(\.lowest).min()
        let isSinceKnown = first > 0 && readings[first].time.timeIntervalSince(readings[first - 1].time) <= 3_600
        events.append(
          RoomEvent(
            room: room, name: "Office", limit: limit, since: rest[first].time, isSinceKnown: isSinceKnown,
            until: end.map { rest[$0].time }, extreme: extreme ?? .nan))
        rest = end.map { rest[$0...] } ?? []
      }
      return events
    }
  }

  @Test func anyReadingsHaveTheEventsThatAreReckoned() {
    var random = Generator(state: 24)
    var found = 0
    for _ in 0..<2_000 {
      let limits = RoomSettings.Limits(
        above: Bool.random(using: &random) ? 22 : nil, below: Bool.random(using: &random) ? 20 : nil,
        duration: [0, 60, 600, 5_400].randomElement(using: &random) ?? 0)
      var (readings, time, celsius) = ([RoomReading](), Self.start, 21.0)
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        time += [10, 120, 600, 3_600, 4_000].randomElement(using: &random) ?? 10
        celsius += Double.random(in: -1...1, using: &random)
        let spread = Double.random(in: 0...0.5, using: &random)
        readings.append(RoomReading(time: time, lowest: celsius - spread, mean: celsius, highest: celsius + spread))
      }
      var alarm = RoomAlarm(room: Self.room, name: "Office", limits: limits)
      var events: [RoomEvent] = []
      for change in readings.flatMap({ alarm.reduce($0) }) {
        events.removeAll { $0.limit == change.event.limit && $0.since == change.event.since }
        events.append(change.event)
      }
      let expected = Self.reckoned(readings, limits)
      #expect(Set(events) == Set(expected), "\(limits) \(readings)")
      #expect(events.count == expected.count)
      found += events.count
    }
    #expect(found > 1_000, "the readings are worth the test")
  }

  /// SplitMix64 (Steele, Lea and Flood, 2014): the same readings each time.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }
  }
}
