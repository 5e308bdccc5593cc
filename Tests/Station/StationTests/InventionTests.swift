import Foundation
import Testing

@testable import Station

@Suite struct InventionTests {
  private static let start = Date(timeIntervalSince1970: 1_795_176_000)
  /// Three hours.
  private static let length = 10_800
  private static let changes = invent()

  private static func invent() -> [RecentChange] {
    var inventor = EditInventor(seed: 1, start: start)
    var changes: [RecentChange] = []
    while inventor.time < start.addingTimeInterval(Double(length)) { changes.append(inventor.next()) }
    return changes
  }

  private func isPageEdit(_ change: RecentChange) -> Bool {
    guard change.wiki == "enwiki", ![1, 3, 6].contains(change.namespace) else { return false }
    switch change.kind {
    case .edit, .new: return true
    default: return false
    }
  }

  @Test func theEnglishWikipediaIsEditedOneAndAHalfToThreeTimesASecond() throws {
    let edits = Self.changes.filter(isPageEdit).compactMap { $0.date?.timeIntervalSince(Self.start) }
    // Half an hour evens out the drift, not the moment: single windows of five seconds differ widely.
    var windows = Array(repeating: 0, count: Self.length / 5)
    for edit in edits where Int(edit) < Self.length { windows[Int(edit / 5)] += 1 }
    for half in stride(from: 0, to: windows.count, by: 360) {
      #expect((1.5...3).contains(Double(windows[half..<half + 360].reduce(0, +)) / 1_800))
    }
    #expect(try #require(windows.max()) > 18)
    #expect(try #require(windows.min()) < 4)
  }

  @Test func oneOrTwoUsersAMinuteSignUp() {
    let signUps = Self.changes.filter { change in
      guard case .log("newusers", let action) = change.kind, change.wiki == "enwiki" else { return false }
      return action != "autocreate"
    }
    #expect((1.0...2).contains(Double(signUps.count * 60) / Double(Self.length)))
    #expect(signUps.allSatisfy { $0.title.hasPrefix("User:") })
  }

  @Test func everythingThatAClientMustTellApartHappens() {
    let changes = Self.changes
    #expect(Set(changes.map(\.namespace)).isSuperset(of: [0, 1, 2, 3, 4, 6, 10, 14]))
    #expect(Set(changes.map(\.wiki)).count > 5)
    #expect(changes.contains { $0.kind == .canary })
    #expect(changes.contains { $0.kind == .categorize })
    #expect(changes.contains { $0.kind == .log(type: "newusers", action: "autocreate") })
    #expect(changes.contains { $0.kind == .log(type: "newusers", action: "byemail") })
    #expect(changes.contains { $0.isBot })
    #expect(changes.contains { $0.isMinor })
    let isGrowth = changes.compactMap { change -> Bool? in
      guard case .edit(let old, let new) = change.kind, old != new else { return nil }
      return new > old
    }
    #expect(Set(isGrowth) == [true, false])
  }

  @Test func aPageGrowsFromWhereItsLastEditLeftIt() {
    var lengths: [String: Int] = [:]
    for change in Self.changes where change.wiki == "enwiki" && change.namespace == 0 {
      if case .edit(let old, let new) = change.kind {
        if let last = lengths[change.title] { #expect(old == last) }
        lengths[change.title] = new
      } else if case .new(let length) = change.kind {
        lengths[change.title] = length
      }
    }
  }

  @Test func theSameSeedInventsTheSameInOrder() {
    #expect(Self.changes == Self.invent())
    let dates = Self.changes.compactMap(\.date)
    #expect(dates == dates.sorted())
  }
}

@Suite(.timeLimit(.minutes(2))) struct RealPaceTests {
  @Test func whoResumesFindsTheTimeBeforeHimMadeUpOnceForAll() async throws {
    try await RunningStation.run {
      $0.pace = .real
    } _: { running in
      let minuteAgo = Timestamp(running.clock.now.addingTimeInterval(-60)).milliseconds
      let id = #"[{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":\#(minuteAgo)}]"#
      func tenEvents() async throws -> [String?] {
        let stream = try await running.events(headers: ["Last-Event-ID": id])
        var titles: [String?] = []
        for _ in 0..<10 { titles.append(try await stream.next()?.id) }
        return titles
      }
      let first = try await tenEvents()
      #expect(try await tenEvents() == first)
      #expect(Set(first).count > 5)
    }
  }

  @Test func eventsArriveByThemselvesWhileSomebodyListens() async throws {
    try await RunningStation.run {
      $0.pace = .real
      $0.now = { Date() }
    } _: { running in
      let stream = try await running.events()
      let socket = try await WebSocketClient(running.address)
      #expect(running.station.wikipedia.isWound)
      let event = try #require(try await stream.next())
      #expect(event.data["meta"] != nil)
      #expect(try await socket.message()["time"] != nil)

      // And when the last one leaves, nothing runs any more.
      running.station.wikipedia.disconnect(.eventStream)
      running.station.wikipedia.disconnect(.webSocket)
      try await running.station.wikipedia.listeners(.eventStream, count: 0)
      try await running.station.wikipedia.listeners(.webSocket, count: 0)
      #expect(!running.station.wikipedia.isWound)
    }
  }
}
