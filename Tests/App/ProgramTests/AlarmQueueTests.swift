import Foundation
import Model
import PaneKit
import Rooms
import Signals
import SignalsTesting
import Testing
import Text

@testable import reactui

/// Which alarm's program runs, and what waits.
@Suite(.timeLimit(.minutes(2))) struct AlarmQueueTests {
  private func alarm(_ number: Int, of name: String = "Office", run command: [String]? = ["notify"]) -> AlarmTransition
  {
    let since = Date(timeIntervalSince1970: Double(number))
    let room = Room(
      id: Room.ID(source: RoomSourceEntry.ID(), key: RoomKey(name)), name: SafeText(oneLine: name), kind: .conAir,
      limits: RoomSettings.Limits(above: 26, command: command))
    let event = RoomEvent(
      room: room.id.mark, name: room.label, limit: RoomLimit(.above, 26), since: since, extreme: 27)
    let reading = RoomReading(Temperature(time: since, celsius: 27))
    return AlarmTransition(.began, event, of: room, with: reading, isReplayed: false)
  }

  @Test func aRoomsAlarmsRunInTurnAndTheNewestWaits() {
    var queue = AlarmQueue()
    let mark = alarm(1).event.room
    #expect(queue.take(.alarm(alarm(1))) == [.run(["notify"], alarm(1))])
    #expect(queue.take(.alarm(alarm(2))) == [.tell("Office: notify still runs; the alarm waits")])
    #expect(queue.take(.alarm(alarm(3))) == [.tell("Office: notify still runs; a newer alarm waits instead")])
    #expect(queue.take(.ended(mark)) == [.run(["notify"], alarm(3))])
    #expect(queue.take(.ended(mark)) == [])
    #expect(queue.take(.alarm(alarm(4))) == [.run(["notify"], alarm(4))])
    #expect(queue.take(.alarm(alarm(5, run: nil))) == [])
  }

  @Test func aRoomWaitsForNoOther() {
    var queue = AlarmQueue()
    for number in 0..<AlarmQueue.limit {
      let alarm = alarm(number, of: "room \(number)")
      #expect(queue.take(.alarm(alarm)) == [.run(["notify"], alarm)])
    }
    #expect(
      queue.take(.alarm(alarm(1, of: "new"))) == [
        .tell("new: 100 programs of alarms run already; the alarm waits")
      ])
    _ = queue.take(.alarm(alarm(2, of: "newer")))
    // Whichever ends, the one that has waited longest runs; a room's own program comes before its next alarm.
    _ = queue.take(.alarm(alarm(3, of: "room 2")))
    #expect(queue.take(.ended(alarm(1, of: "room 1").event.room)) == [.run(["notify"], alarm(1, of: "new"))])
    #expect(queue.take(.ended(alarm(1, of: "new").event.room)) == [.run(["notify"], alarm(2, of: "newer"))])
    #expect(queue.take(.ended(alarm(1, of: "newer").event.room)) == [])
    #expect(queue.take(.ended(alarm(1, of: "room 2").event.room)) == [.run(["notify"], alarm(3, of: "room 2"))])
  }

  @Test func soManyAlarmsWait() {
    var queue = AlarmQueue()
    for number in 0..<AlarmQueue.limit + AlarmQueue.waitingLimit {
      _ = queue.take(.alarm(alarm(number, of: "room \(number)")))
    }
    #expect(queue.take(.alarm(alarm(1, of: "new"))) == [.tell("new: notify is not run: 1000 alarms wait already")])
  }

  @Test func sentencesAreShortWhateverTheNames() {
    var queue = AlarmQueue()
    let long = String(repeating: "x", count: 5_000)
    let alarms = (1...3).map { alarm($0, of: long, run: ["/\(long)"]) }
    for alarm in alarms {
      for case .tell(let sentence) in queue.take(.alarm(alarm)) { #expect(sentence.string.count <= 90) }
    }
  }

  @Test func programsThatHangSilenceNoOtherRoom() async throws {
    let clock = TestScheduler()
    let programs = AlarmPrograms(environment: ["PATH": "/usr/bin:/bin"], clock: clock)
    let (alarms, alarm) = Signal<AlarmTransition, Never>.pipe()
    let (sentences, sentence) = AsyncStream.makeStream(of: SafeText.self)
    programs.sentences(about: alarms).observeValues { sentence.yield($0) }
    for number in 1...9 { alarm.send(value: self.alarm(number, of: "room \(number)", run: ["sleep", "1000"])) }
    alarm.send(value: self.alarm(10, of: "last", run: ["false"]))
    var told = sentences.makeAsyncIterator()
    #expect(await told.next() == "last: false ended with status 1")
    // A program that was started a moment ago may not have its limit yet.
    clock.advance(by: .seconds(AlarmPrograms.limit))
    for _ in 1...9 { #expect(await told.next()?.string.hasSuffix("sleep was ended after 10 min") == true) }
  }
}
