import Foundation
import Testing

@testable import Station

/// Several streams in one connection, and what they tell of edits.
@Suite(.timeLimit(.minutes(2))) struct SeveralStreamsTests {
  private static let names = EventStreamName.allCases.map(\.rawValue).joined(separator: ",")

  private func note(_ content: EditNote.Content, of revision: Int = 7) -> RecentChange {
    RecentChange(.note(EditNote(content, of: revision)), title: "Main Page", user: "Vand77")
  }

  @Test func eachEventNamesItsStreamAndThePlacesInAll() async throws {
    try await RunningStation.run { running in
      let events = try await running.events(of: Self.names)
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.clock.advance(by: 1)
      running.station.wikipedia.emit([
        .edit("A page"), note(.author(edits: 3, age: 60)), note(.risk(0.93)), note(.tags(["mw-reverted"], before: [])),
      ])
      var received: [EventReader.Event] = []
      for _ in 1...4 { received.append(try #require(try await events.next())) }
      #expect(
        received.map { ($0.data["meta"] as? [String: Any])?["stream"] as? String }
          == EventStreamName.allCases.map(\.rawValue))
      let last = try #require(EventStreamFormat.places(inEventID: received[3].id))
      #expect(last == Dictionary(uniqueKeysWithValues: EventStreamName.allCases.map { ($0, running.time) }))
      let first = try #require(EventStreamFormat.places(inEventID: received[0].id))
      #expect(first[.risk] == Timestamp(milliseconds: running.time.milliseconds - 1_000), "where the client began")

      let author = try #require(received[1].data["performer"] as? [String: Any])
      #expect(author["edit_count"] as? Int == 3 && author["registration_dt"] != nil)
      #expect((received[1].data["page"] as? [String: Any])?["page_title"] as? String == "Main_Page")
      let prediction = try #require(received[2].data["predicted_classification"] as? [String: Any])
      #expect((prediction["probabilities"] as? [String: Double])?["true"] == 0.93)
      #expect((received[2].data["revision"] as? [String: Any])?["rev_id"] as? Int == 7)
      #expect(received[3].data["tags"] as? [String] == ["mw-reverted"] && received[3].data["rev_id"] as? Int == 7)
    }
  }

  @Test func aStreamAloneHasNoneOfTheOthers() async throws {
    try await RunningStation.run { running in
      let events = try await running.events()
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      running.station.wikipedia.emit([note(.risk(0.5)), note(.tags([], before: [])), .edit("An edit")])
      #expect(try await events.next()?.title == "An edit")
    }
  }

  @Test func eachStreamContinuesAtItsOwnPlace() async throws {
    try await RunningStation.run { running in
      let wikipedia = running.station.wikipedia
      wikipedia.emit([.edit("one"), note(.risk(0.1))])
      let early = running.time.milliseconds
      running.clock.advance(by: 5)
      wikipedia.emit([.edit("two"), note(.risk(0.2))])
      let id = """
        [{"topic":"eqiad.mediawiki.recentchange","partition":0,"timestamp":\(early + 1)},\
        {"topic":"codfw.mediawiki.recentchange","partition":0,"offset":-1},\
        {"topic":"eqiad.\(EventStreamName.risk.rawValue)","partition":0,"timestamp":\(early)}]
        """
      let events = try await running.events(
        of: "recentchange,\(EventStreamName.risk.rawValue)", headers: ["Last-Event-ID": id])
      var received: [String] = []
      for _ in 1...3 {
        let data = try #require(try await events.next()).data
        let prediction = data["predicted_classification"] as? [String: Any]
        received.append(
          data["title"] as? String ?? "\((prediction?["probabilities"] as? [String: Double])?["true"] ?? 0)")
      }
      #expect(received == ["0.1", "two", "0.2"])
    }
  }

  @Test(arguments: [("recentchange,nope", "nope"), ("revision-tags-change", "revision-tags-change")])
  func aStreamThatDoesNotExistIsRefusedByName(names: String, unknown: String) async throws {
    try await RunningStation.run { running in
      let reply = try await running.get("/v2/stream/\(names)", headers: ["User-Agent": "x"])
      #expect(reply.status == 400)
      #expect(reply.body.contains(#""detail":"Invalid streams: \#(unknown)""#) && reply.body.contains("not_found"))
    }
  }
}

/// What is invented about edits.
@Suite struct NoteInventionTests {
  /// The notes on two hours of invented edits, and the edits by their revisions.
  private static let (notes, edits) = invent()

  private static func invent() -> ([RecentChange], [Int: FeedEvent]) {
    let start = Date(timeIntervalSince1970: 1_795_176_000)
    var (inventor, notes) = (EditInventor(seed: 1, start: start), NoteInventor(seed: 1))
    var (invented, edits): ([RecentChange], [Int: FeedEvent]) = ([], [:])
    var upcoming = inventor.next()
    for sequence in 0..<40_000 {
      let isNote = notes.date.map { date in upcoming.date.map { date <= $0 } ?? true } ?? false
      let change = isNote ? notes.next() ?? upcoming : upcoming
      if !isNote { upcoming = inventor.next() }
      let event = FeedEvent(sequence: sequence, change: change, timestamp: Timestamp(change.date ?? start))
      if case .note = change.kind { invented.append(change) } else { edits[event.newRevision] = event }
      notes.follow(event)
    }
    return (invented, edits)
  }

  private static func notes<Value>(_ value: (EditNote.Content) -> Value?) -> [(note: EditNote, Value, RecentChange)] {
    notes.compactMap { change in
      guard case .note(let note) = change.kind else { return nil }
      return value(note.content).map { (note, $0, change) }
    }
  }

  private static let risks = notes { if case .risk(let risk) = $0 { risk } else { nil } }

  @Test func predictionsAreOfEditedArticlesOfWikipedias() throws {
    #expect(Self.risks.count > 5_000)
    for (note, risk, change) in Self.risks {
      let edit = try #require(Self.edits[note.revision]).change
      guard case .edit = edit.kind else {
        Issue.record("\(edit)")
        return
      }
      #expect((0...1).contains(risk) && edit.namespace == 0 && edit.title == change.title && edit.wiki == change.wiki)
      #expect(edit.wiki.hasSuffix("wiki") && !["commonswiki", "wikidatawiki"].contains(edit.wiki))
      #expect(change.date ?? .distantPast > edit.date ?? .distantFuture)
    }
    let high = Self.risks.count { $0.1 >= 0.9 }
    #expect((0.005...0.05).contains(Double(high) / Double(Self.risks.count)), "\(high) of \(Self.risks.count)")
  }

  @Test func someEditsAreRevertedByAnotherUserOnTheirPage() throws {
    let reverts = Self.edits.values.filter { $0.change.reverts != nil }
    #expect(reverts.count > 20)
    let tagged = Set(
      Self.notes { if case .tags(let tags, _) = $0, tags == ["mw-reverted"] { true } else { nil } }.map(\.note.revision)
    )
    for revert in reverts {
      let revision = try #require(revert.change.reverts?.lowerBound)
      let reverted = try #require(Self.edits[revision])
      #expect(reverted.change.title == revert.change.title && reverted.change.user != revert.change.user)
      #expect(reverted.timestamp < revert.timestamp)
    }
    let all = Set(reverts.compactMap { $0.change.reverts?.lowerBound })
    #expect(tagged.isSubset(of: all) && tagged.count > all.count - 10, "the last ones are still to be tagged")
  }

  @Test func notesComeInOrderAndNoneIsForgotten() {
    let dates = Self.notes.compactMap(\.date)
    #expect(dates == dates.sorted() && dates.count == Self.notes.count)
  }
}
