import Foundation
import Model
import NetTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

@Suite struct EventStreamReaderTests {
  private let start = Date(timeIntervalSince1970: 1_795_212_100)

  private func read(_ file: String, wiki: String? = nil) throws -> (reader: EventStreamReader, events: [WikiEvent]) {
    var reader = EventStreamReader(wikis: wiki.map { WikiSelection([$0]) } ?? .all)
    reader.connected(at: start, isResumed: false)
    let readings = reader.read(try SampleFiles.bytes(file), at: start)
    #expect(readings.allSatisfy { !$0.isReplay })
    return (reader, readings.map(\.event))
  }

  @Test(arguments: try SampleFiles.entries(of: "eventstreams").filter { $0.file.hasSuffix(".sse") })
  func recordedStreamsHoldWhatIsExpected(entry: SampleFiles.Entry) throws {
    let expect = try #require(entry.expect)
    let (reader, events) = try read(entry.file)
    // The counts include edits of every namespace, and leave out what is delivered to nobody.
    let kinds: Set<WikiEvent.Kind> = [.unspecified, .talk, .user, .file]
    if let edits = expect.edits { #expect(events.count { kinds.contains($0.kind) } == edits) }
    if let users = expect.newAccountsExcludingAutocreate ?? expect.newUsers {
      #expect(events.count { $0.kind == .newuser } == users)
    }
    if let delivered = expect.delivered { #expect(events.count == delivered) }
    if let titles = expect.titles { #expect(events.map(\.title.string) == titles) }
    if let id = expect.lastEventId { #expect(reader.resumeID(at: start) == id) }
  }

  @Test(arguments: [
    (#"{"message":"no broker","name":"KafkaError"}"#, "no broker"), ("gone", "gone"), ("{}", "the stream broke off"),
  ])
  func anErrorEndsTheReadingOfAConnection(data: String, words: String) {
    var reader = EventStreamReader(wikis: .english)
    reader.connected(at: start, isResumed: false)
    func edit(_ title: String) -> String { #"data: {"type":"edit","wiki":"enwiki","title":"\#(title)"}"# + "\n\n" }
    let readings = reader.read(Array((edit("a") + "event: error\ndata: \(data)\n\n" + edit("b")).utf8), at: start)
    #expect(readings.map(\.event.title) == ["a"])
    #expect(reader.failure?.string == words)
    #expect(reader.read(Array(edit("c").utf8), at: start).isEmpty)
    reader.connected(at: start, isResumed: true)
    #expect(reader.failure == nil)
    #expect(reader.read(Array(edit("d").utf8), at: start).map(\.event.title) == ["d"])
  }

  @Test func onlyTheWantedWikiIsDelivered() throws {
    let file = "eventstreams/real_2023_edit_then_newusers_create.sse"
    #expect(try read(file, wiki: "enwiki").events.map(\.title) == ["Kalshey"])
    #expect(try read(file, wiki: "eswiki").events.map(\.title) == ["Willow Smith"])
    #expect(try read(file, wiki: "xxwiki").events.isEmpty)
  }

  @Test func whatIsSentAgainAfterAReconnectIsDeliveredOnce() throws {
    var (reader, events) = try read("eventstreams/reconnect_part1.sse")
    reader.connected(at: start, isResumed: true)
    events += reader.read(try SampleFiles.bytes("eventstreams/reconnect_part2_overlap.sse"), at: start).map(\.event)
    #expect(events.map(\.title) == ["one", "two", "three"])
  }

  @Test func whatCannotBeReadIsLeftOutAndTheStreamGoesOn() {
    var reader = EventStreamReader(wikis: .all)
    let stream = """
      data: {"type":"edit","title":"a"}

      data: {"type":"edit","title":

      data: [1]

      data: NaN

      event: hint
      data: {"type":"edit","title":"no message"}

      data: {"type":"edit","title":"\\ud83d"}


      """
    let titles = reader.read(Array(stream.utf8), at: start).map(\.event.title.string)
    #expect(titles == ["a", "\u{FFFD}"])
  }

  @Test func eventsThatAreNoChangesDisproveTheStreamUnlessOneOfAnyWikiIsAmongThem() {
    let garbage = "data: {\"error\":\"log in first\"}\n\n"
    let foreign = "data: {\"type\":\"edit\",\"wiki\":\"frwiki\"}\n\n"
    var reader = EventStreamReader(wikis: .english)
    func read(_ text: String) { _ = reader.read(Array(text.utf8), at: start) }
    for _ in 1..<StreamValidation.limit { read(garbage) }
    #expect(!reader.proof.isDisproved && !reader.proof.isProved && reader.proof.leftOut == StreamValidation.limit - 1)
    read(foreign)
    #expect(reader.proof.isProved)
    for _ in 0..<100 { read(garbage) }
    #expect(!reader.proof.isDisproved, "from then on only events of the wiki are read")
    reader.connected(at: start, isResumed: true)
    for _ in 0..<StreamValidation.limit { read(garbage) }
    #expect(reader.proof.isDisproved, "another connection proves itself")
    reader.connected(at: start, isResumed: true)
    read(foreign)
    for _ in 0..<StreamValidation.limit { read("data: {\"wiki\":\"enwiki\"}\n\n") }
    #expect(reader.proof.isDisproved)
  }

  @Test func bytesThatAreNoTextCostALetterAndNotTheEvent() {
    var reader = EventStreamReader(wikis: .english)
    let event = Array(#"data: {"type":"edit","wiki":"enwiki","title":"A"#.utf8) + [0xC3] + Array("B\"}\n\n".utf8)
    #expect(reader.read(event, at: start).map(\.event.title) == ["A\u{FFFD}B"])
  }

  @Test(
    arguments: [
      (#""type":"edit","length":{"old":5,"new":"12"}"#, 7), (#""type":"edit","length":{"new":12}"#, nil),
      (#""type":"edit","length":{"old":"many","new":12}"#, nil),
      (#""type":"edit","length":{"old":null,"new":12}"#, nil),
      (#""type":"new","length":{"old":null,"new":12}"#, 12), (#""type":"new","length":{"new":12}"#, 12),
      (#""type":"edit","length":{"old":5}"#, nil),
    ] as [(String, Int?)])
  func howMuchAnEditAddedIsKnownOrNot(fields: String, change: Int?) {
    var reader = EventStreamReader(wikis: .all)
    let events = reader.read(Array("data: {\"title\":\"A\",\(fields)}\n\n".utf8), at: start)
    #expect(events.map(\.event.lengthChange) == [change])
  }

  @Test(arguments: try lastEventIDs())
  func anIDGoesBackByteForByte(id: String) {
    var reader = EventStreamReader(wikis: .all)
    _ = reader.read(Array("id: \(id)\ndata: x\n\n".utf8), at: start)
    #expect(reader.resumeID(at: start) == (id.isEmpty ? nil : id))
  }

  static func lastEventIDs() throws -> [String] {
    struct Cases: Decodable {
      struct Case: Decodable {
        var id: String
      }
      var cases: [Case]
    }
    let file = try SampleFiles.bytes("eventstreams/ids_last_event_id_variants.json")
    return try JSONDecoder().decode(Cases.self, from: Data(file)).cases.map(\.id)
  }

  @Test func anIDThatCannotStandInAHeaderIsNotSentBack() {
    var reader = EventStreamReader(wikis: .all)
    _ = reader.read(Array("id: a\u{1}b\ndata: x\n\n".utf8), at: start)
    #expect(reader.resumeID(at: start) == nil)
  }

  @Test func anIDTooLongForAHeaderIsNotKeptAndNoOlderOneInItsPlace() {
    var reader = EventStreamReader(wikis: .all)
    func resumeID(after id: String) -> String? {
      _ = reader.read(Array("id: \(id)\ndata: x\n\n".utf8), at: start)
      return reader.resumeID(at: start)
    }
    let longest = String(repeating: "7", count: ServerSentEvents.idSizeLimit)
    #expect(resumeID(after: longest) == longest)
    #expect(resumeID(after: longest + "7") == nil)
    #expect(resumeID(after: "8") == "8")
  }

  @Test func aPlaceThatIsForgottenIsNotComeBackTo() {
    var reader = EventStreamReader(wikis: .all)
    _ = reader.read(Array("retry: 2000\nid: 7\ndata: x\n\n".utf8), at: start)
    reader.forgetPlace()
    reader.connected(at: start, isResumed: false)
    _ = reader.read(Array("data: y\n\n".utf8), at: start)
    #expect(reader.resumeID(at: start) == nil)
    #expect(reader.serverPause == 2)
  }

  @Test(arguments: [
    (#""wiki":"enwiki","meta":{"domain":"en.wikipedia.org"}"#, true),
    (#""meta":{"domain":"en.wikipedia.org"}"#, true), (#""wiki":"enwiki""#, true),
    (#""wiki":null,"meta":{"domain":"en.wikipedia.org"}"#, true),
    (#""meta":{"domain":"fr.wikipedia.org"},"title":"\"enwiki\"""#, false),
    // What an event says of itself counts before where it was seen.
    (#""wiki":"frwiki","meta":{"domain":"en.wikipedia.org"}"#, false),
    (#""meta":{},"title":"en.wikipedia.org""#, false),
  ])
  func anEventThatDoesNotNameItsWikiIsPlacedByItsDomain(fields: String, isWanted: Bool) {
    var reader = EventStreamReader(wikis: .english)
    let readings = reader.read(Array(#"data: {"type":"edit",\#(fields)}"#.utf8) + [10, 10], at: start)
    #expect(readings.count == (isWanted ? 1 : 0))
  }

  @Test(arguments: [
    ("enwiki", "en.wikipedia.org"), ("zh_min_nanwiki", "zh-min-nan.wikipedia.org"),
    ("dewiktionary", "de.wiktionary.org"), ("commonswiki", "commons.wikimedia.org"),
    ("wikidatawiki", "www.wikidata.org"), ("wiki", nil), ("conair", nil),
  ])
  func aDatabaseSaysWhereItsWikiIs(name: String, domain: String?) {
    #expect(WikiDomain.domain(ofDatabase: name) == domain)
  }

  @Test func afterALongTimeTheStreamIsTakenUpWhereItIsNow() {
    var reader = EventStreamReader(wikis: .all)
    _ = reader.read(Array("id: 7\ndata: x\n\n".utf8), at: start)
    #expect(reader.resumeID(at: start.addingTimeInterval(899)) == "7")
    #expect(reader.resumeID(at: start.addingTimeInterval(900)) == nil)
  }

  @Test func anEventThatWasCutOffIsForgottenOnTheNextConnection() {
    var reader = EventStreamReader(wikis: .all)
    _ = reader.read(
      Array("id: 7\ndata: {\"type\":\"edit\",\"title\":\"a\"}\n\nid: 8\ndata: {\"type\":".utf8), at: start)
    reader.connected(at: start, isResumed: true)
    #expect(reader.resumeID(at: start) == "7")
    let events = reader.read(Array("data: {\"type\":\"edit\",\"title\":\"b\"}\n\n".utf8), at: start)
    #expect(events.map(\.event.title) == ["b"])
  }

  @Test func whatHappenedWithoutAConnectionIsAReplay() {
    // The server's clock is an hour ahead; a message takes 100 ms, now and then more.
    let ahead: TimeInterval = 3600
    func event(_ title: String, _ happened: TimeInterval) -> [UInt8] {
      let dt = ISO8601.string(start.addingTimeInterval(happened + ahead))
      return Array("data: {\"type\":\"edit\",\"title\":\"\(title)\",\"meta\":{\"dt\":\"\(dt)\"}}\n\n".utf8)
    }
    var reader = EventStreamReader(wikis: .all)
    reader.connected(at: start, isResumed: false)
    func isReplay(_ title: String, happened: TimeInterval, arrived: TimeInterval) -> Bool? {
      reader.read(event(title, happened), at: start.addingTimeInterval(arrived)).first?.isReplay
    }
    #expect(isReplay("before", happened: 1, arrived: 1.1) == false)
    #expect(isReplay("late", happened: 2, arrived: 5) == false)
    // Gone from 6 to 20.
    reader.connected(at: start.addingTimeInterval(20), isResumed: true)
    #expect(isReplay("missed", happened: 7, arrived: 20.1) == true)
    #expect(isReplay("missed too", happened: 19, arrived: 20.2) == true)
    #expect(isReplay("now", happened: 20, arrived: 20.3) == false)
    #expect(isReplay("missed, but out of order", happened: 18, arrived: 20.4) == true)
    // A connection that was not resumed repeats nothing.
    reader.connected(at: start.addingTimeInterval(40), isResumed: false)
    #expect(isReplay("on its way for long", happened: 30, arrived: 41) == false)
  }

  @Test func aClockThatIsSetForwardDoesNotMakeEverythingTheFuturesPast() {
    var detector = ReplayDetector()
    detector.connected(at: start, isResumed: false)
    _ = detector.isReplay(eventTime: start, arrival: start)
    // The local clock jumps an hour, then the connection is made again.
    let jumped = start.addingTimeInterval(3600)
    detector.connected(at: jumped, isResumed: true)
    let later = ReplayDetector.longestReplay
    let isReplay = detector.isReplay(
      eventTime: start.addingTimeInterval(later), arrival: jumped.addingTimeInterval(later))
    #expect(!isReplay)
  }

  @Test func aClockThatIsSetBackDoesNotMakeEverythingThePast() {
    var detector = ReplayDetector()
    detector.connected(at: start, isResumed: true)
    _ = detector.isReplay(eventTime: start, arrival: start)
    // The local clock is set back an hour, and the connection stays.
    let isReplay = [1.0, 2].map { seconds in
      detector.isReplay(
        eventTime: start.addingTimeInterval(seconds), arrival: start.addingTimeInterval(seconds - 3600))
    }
    #expect(isReplay == [false, false])
  }

  @Test func eventsWithoutATimeAreTakenAsNew() {
    var detector = ReplayDetector()
    detector.connected(at: start, isResumed: true)
    let isReplay = detector.isReplay(eventTime: nil, arrival: start)
    #expect(!isReplay)
    #expect(detector.smallestOffset == nil)
  }

  @Test func theMemoryForIDsIsBoundedAndForgetsTheOldest() {
    var ids = RecentIDs(capacity: 3)
    let isNew = ["a", "b", "c", "a", "d", "a", "d", "c", "b"].map { ids.insert($0) }
    // `d` displaces `a`, which comes back in place of `b`.
    #expect(isNew == [true, true, true, false, true, true, false, false, true])
    let long = String(repeating: "x", count: RecentIDs.lengthLimit + 1)
    let isLongNew = [ids.insert(long), ids.insert(long)]
    #expect(isLongNew == [true, true])
  }
}
