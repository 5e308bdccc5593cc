import Foundation
import Model
import ModelTesting
import Rooms
import Testing

@testable import Storage

/// When rooms were beyond their limits, over restarts and with two programs.
@Suite struct RoomEventRowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func event(
    _ since: Double, _ until: Double? = nil, _ extreme: Double = 28, room: Room.Mark = "a", limit: Double = 26
  ) -> RoomEvent {
    RoomEvent(
      room: room, name: "Office", limit: RoomLimit(.above, limit), since: Samples.date + since,
      until: until.map { Samples.date + $0 }, extreme: extreme)
  }

  private func events() async -> [RoomEvent] { await StateDatabase(folder.state).remembered.only.rooms.events }

  @Test func eventsAreThereAtTheNextStartTheNewestFirst() async {
    let events = [event(300), event(200, 250, room: "b"), event(0, 100, 31.25)]
    StateDatabase(folder.state).keepNow(.event(events[2]), .event(events[0]), .event(events[1]))
    #expect(await self.events() == events)
  }

  @Test func whatAnotherProgramHasToldIsRead() async {
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    #expect(await one.roomEvents.only == [])
    other.keepNow(.event(event(10)))
    #expect(await one.roomEvents.only == [event(10)])
  }

  @Test func anEventTakesThePlaceOfWhatWasKeptOfIt() async {
    let state = StateDatabase(folder.state)
    state.keepNow(.event(event(10)), .event(event(10, nil, 29)), .event(event(12, 60, 27)))
    #expect(await events() == [event(10, 60, 29)])
    // The next one, and one at another limit.
    state.keepNow(.event(event(70)), .event(event(20, 30, limit: 27)))
    #expect(await events() == [event(70), event(20, 30, limit: 27), event(10, 60, 29)])
  }

  @Test func ofTwoProgramsOneTellsIt() async {
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    #expect(await one.tellFirst(event(10)).only)
    // They looked at different times.
    #expect(await !other.tellFirst(event(13, nil, 29)).only)
    #expect(await !one.tellFirst(event(10)).only)
    #expect(await events() == [event(10, nil, 29)])
    other.keepNow(.event(event(13, 100)))
    #expect(await one.tellFirst(event(120)).only)
  }

  @Test func anEventThatBeginsWhereAnotherEndsIsAnother() async {
    let state = StateDatabase(folder.state)
    // What is kept is rounded, here to 10.001 s.
    state.keepNow(.event(event(0, 10.0006)))
    #expect(await state.tellFirst(event(10.0006)).only)
    #expect(await events().count == 2)
  }

  @Test func whereNothingCanBeKeptEachProgramTellsIt() async throws {
    try folder.makeInner()
    // No file can be made where a folder stands.
    try FileManager.default.createDirectory(at: folder.state, withIntermediateDirectories: true)
    #expect(await StateDatabase(folder.state).tellFirst(event(10)).only)
  }

  @Test func theOldestGo() async {
    let state = StateDatabase(folder.state)
    for index in 0..<RoomEvent.limit + 5 {
      state.keep(.event(event(Double(index) * 10, Double(index) * 10 + 5)))
    }
    #expect(state.flush(within: 60))
    let events = await events()
    #expect(events.count == RoomEvent.limit && events.last?.since == Samples.date + 50)
  }

  @Test func whatIsNoEventIsLeftOut() async throws {
    StateDatabase(folder.state).keepNow(.event(event(10)))
    try Raw.execute(
      """
      INSERT INTO room_event VALUES ('a', 'beside', 1, 1, 1, NULL, 1, 'x');
      INSERT INTO room_event VALUES ('a', 'below', 1, 9223372036854775807, 0, -9223372036854775808, 1, 'x');
      """, in: folder.state)
    let events = await events()
    #expect(events.count == 2 && events.last == event(10))
    StateDatabase(folder.state).keepNow(.event(event(20)))
  }
}
