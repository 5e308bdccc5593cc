import Foundation
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct EventStreamTests {
  @Test func aStreamBeginsWithItsPrologueAndTellsWhatHappensFromThenOn() async throws {
    try await RunningStation.run { running in
      running.station.wikipedia.emit(.edit("Too early"))
      let events = try await running.events()
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.station.wikipedia.emit(.edit("Łódź \"2\"", user: "Ann O'Nym", by: -20))
      let event = try #require(try await events.next())

      #expect(events.prologue == ":ok")
      #expect(events.response.headers.first(name: "Content-Type") == "text/event-stream; charset=utf-8")
      #expect(event.id == #"[{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":1795176000000}]"#)
      #expect(event.title == "Łódź \"2\"")
      #expect(event.data["$schema"] as? String == "/mediawiki/recentchange/1.0.0")
      #expect(event.data["type"] as? String == "edit")
      #expect(event.data["wiki"] as? String == "enwiki")
      #expect(event.data["server_name"] as? String == "en.wikipedia.org")
      #expect(event.data["title_url"] as? String == "https://en.wikipedia.org/wiki/%C5%81%C3%B3d%C5%BA_%222%22")
      #expect(event.data["user"] as? String == "Ann O'Nym")
      #expect(event.data["length"] as? [String: Int] == ["old": 1_000, "new": 980])
      #expect((event.data["meta"] as? [String: Any])?["dt"] as? String == "2026-11-20T12:00:00.000Z")
    }
  }

  @Test func aSignUpIsALogEntryThatNamesTheNewUserInItsTitle() async throws {
    try await RunningStation.run { running in
      let events = try await running.events()
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.station.wikipedia.emit(.signUp("Newcomer"))
      let data = try #require(try await events.next()).data
      #expect(data["type"] as? String == "log")
      #expect(data["log_type"] as? String == "newusers")
      #expect(data["log_action"] as? String == "create")
      #expect(data["title"] as? String == "User:Newcomer")
      #expect(data["length"] == nil)
    }
  }

  @Test func aCanaryHasNeitherTitleNorType() async throws {
    try await RunningStation.run { running in
      let events = try await running.events()
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.station.wikipedia.emit(.canary)
      let event = try #require(try await events.next())
      #expect(event.isCanary)
      #expect(Set(event.data.keys) == ["$schema", "meta"])
    }
  }

  @Test func whoComesBackGetsWhatHeMissedAndTheSameMillisecondAgain() async throws {
    try await RunningStation.run { running in
      let wikipedia = running.station.wikipedia
      let first = try await running.events()
      try await wikipedia.listeners(.eventStream, count: 1)
      wikipedia.emit([.edit("one"), .edit("two")])
      _ = try await first.next()
      let seen = try #require(try await first.next())
      wikipedia.disconnect(.eventStream)
      #expect(try await first.next() == nil)

      running.clock.advance(by: 0.25)
      wikipedia.emit(.edit("three"))
      let second = try await running.events(headers: ["Last-Event-ID": seen.id])
      var titles: [String?] = []
      for _ in 1...3 { titles.append(try await second.next()?.title) }
      #expect(titles == ["one", "two", "three"])
      let again = try #require(try await running.events(headers: ["Last-Event-ID": seen.id]).next())
      #expect((again.data["meta"] as? [String: Any])?["id"] as? String != nil)
    }
  }

  @Test func whatIsOlderThanAQuarterOfAnHourIsForgotten() async throws {
    try await RunningStation.run { running in
      running.station.wikipedia.emit(.edit("old"))
      running.clock.advance(by: 15 * 60 + 1)
      running.station.wikipedia.emit(.edit("new"))
      let id = #"[{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":0}]"#
      let events = try await running.events(headers: ["Last-Event-ID": id])
      #expect(try await events.next()?.title == "new")
    }
  }

  /// As a client has that was there before the clock was set back.
  @Test func aPlaceInTheFutureIsNow() async throws {
    try await RunningStation.run { running in
      let wikipedia = running.station.wikipedia
      wikipedia.emit(.edit("before"))
      running.clock.advance(by: 1)
      let id = #"[{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":99999999999999}]"#
      let events = try await running.events(headers: ["Last-Event-ID": id])
      wikipedia.emit(.edit("after"))
      #expect(try await events.next()?.title == "after")
    }
  }

  @Test func ofTheTopicsOfAStreamTheLatestCounts() {
    let id = #"""
      [{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":5},\#
      {"topic":"codfw.mediawiki.recentchange","partition":0,"offset":-1}]
      """#
    #expect(EventStreamFormat.places(inEventID: id) == [.recentChange: Timestamp(milliseconds: 5)])
  }

  @Test func aStreamNeedsAUserAgentAndAnIDOfItsOwn() async throws {
    try await RunningStation.run { running in
      let path = "/v2/stream/recentchange"
      let anonymous = try await running.get(path)
      #expect(anonymous.status == 403)
      let strange = try await running.get(path, headers: ["User-Agent": "x", "Last-Event-ID": "yesterday"])
      #expect(strange.status == 400)
    }
  }

  @Test func aStreamIsEndedWhenItsTimeIsUp() async throws {
    try await RunningStation.run {
      $0.eventStreamLifetime = .milliseconds(1)
    } _: { running in
      #expect(try await running.events().next() == nil)
      try await running.station.wikipedia.listeners(.eventStream, count: 0)
    }
  }

  @Test func aClientThatLeavesIsForgotten() async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      try await raw.send("GET /v2/stream/recentchange HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n")
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      try await raw.close()
      try await running.station.wikipedia.listeners(.eventStream, count: 0)
      #expect(try await running.station.requests.nextAbandoned().route == .eventStream)
    }
  }

  @Test func aClientThatDoesNotReadIsDroppedAndTheOthersAreNot() async throws {
    try await RunningStation.run { running in
      let wikipedia = running.station.wikipedia
      let request = "GET /v2/stream/recentchange HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n"
      let lazy = try await RawClient(running.address, receiveBuffer: 4_096)
      try await lazy.setReading(false)
      try await lazy.send(request)
      let eager = try await RawClient(running.address)
      try await eager.send(request)
      try await wikipedia.listeners(.eventStream, count: 2)

      // First more than the kernel buffers, so that the connection stalls; then more events than the station waits for.
      let long = String(repeating: "x", count: 100_000)
      wikipedia.emit((0..<6).map { .edit("\(long) \($0)") } + [.edit("round 0")])
      _ = try await eager.text(through: "round 0")
      for round in 1...12 {
        wikipedia.emit((0..<100).map { .edit("\($0)") } + [.edit("round \(round)")])
        _ = try await eager.text(through: "round \(round)")
      }
      try await wikipedia.listeners(.eventStream, count: 1)
      wikipedia.emit(.edit("last"))
      _ = try await eager.text(through: "last")
    }
  }

  @Test func bytesGoOutAsTheyAre() async throws {
    try await RunningStation.run { running in
      let raw = try await RawClient(running.address)
      try await raw.send("GET /v2/stream/recentchange HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n")
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.station.wikipedia.send(bytes: Array(": comment\r\ndata: cut".utf8))
      _ = try await raw.text(through: ": comment\r\ndata: cut")
    }
  }
}
