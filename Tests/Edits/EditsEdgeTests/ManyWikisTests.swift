import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Station
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// A feed of several wikis, and of others while it is listened to.
@Suite(.timeLimit(.minutes(2))) struct ManyWikisTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func feed(_ wikis: Property<WikiSelection>) throws -> EventStreamsFeed {
    let template = bench.address.mediaWikiTemplate
    return EventStreamsFeed(
      url: bench.address.eventStreamsURL, wikis: wikis,
      mediaWiki: MediaWikiClient(
        address: try #require(MediaWikiAddress(template)), transport: bench.transport, clock: bench.clock),
      transport: bench.transport, clock: bench.clock
    ) { 0.999 }
  }

  /// The titles of the next update and its kind.
  private static func summary(_ update: WikiFeedUpdate) -> String {
    switch update {
    case .event(let event, _): "\(event.wiki ?? "-"): \(event.title)"
    case .history(let history): "before: \(history.events.map { "\($0.wiki ?? "-"): \($0.title)" }.sorted())"
    case .connected(let source): "connected to \(source.label)"
    case .selected(let source): "selected \(source.label)"
    default: "\(update)"
    }
  }

  @Test func theHistoryIsCompleteOnceAllWikisHaveTold() async throws {
    bench.station.wikipedia.emit(["enwiki", "dewiki", "frwiki"].map { .edit("Early", of: $0) })
    var listening = Listening(try feed(Property(value: WikiSelection(["enwiki", "dewiki"]))).updates())
    #expect(try await listening.value() == .connecting(.live))
    #expect(try await listening.value() == .connected(source: WikiSelection(["enwiki", "dewiki"])))
    var histories: [WikiHistory] = []
    while histories.count < 2 {
      guard case .history(let history) = try await listening.value() else { continue }
      histories.append(history)
    }
    #expect(histories.map { $0.events.map(\.wiki) } == [["enwiki"], ["dewiki"]])
    #expect(histories.map(\.start) == [.distantFuture, TestBench.start - 600])
    bench.station.wikipedia.emit(["frwiki", "dewiki", "enwiki"].map { .edit("Now", of: $0) })
    #expect(Self.summary(try await listening.value()) == "dewiki: Now")
    #expect(Self.summary(try await listening.value()) == "enwiki: Now")
  }

  @Test func otherWikisAreReadOnTheSameConnection() async throws {
    let wikis = MutableProperty(WikiSelection.english)
    bench.station.wikipedia.emit(["enwiki", "dewiki", "dewiki"].map { .edit("Early", of: $0) })
    var listening = Listening(try feed(Property(capturing: wikis)).updates())
    var told: [String] = []
    func take(_ count: Int) async throws {
      for _ in 0..<count {
        do { told.append(Self.summary(try await listening.value())) } catch {
          let requests = bench.station.requests
          Issue.record("after \(told), \(requests.count(.eventStream)) streams, \(requests.count(.mediaWiki)) lists")
          throw error
        }
      }
    }
    try await take(3)
    wikis.value = WikiSelection(["dewiki"])
    bench.clock.advance()
    try await take(2)
    bench.station.wikipedia.emit([.edit("Now", of: "enwiki"), .edit("Now", of: "dewiki")])
    try await take(1)
    // What was told before is void, so it is told again.
    wikis.value = WikiSelection(["enwiki", "dewiki"])
    bench.clock.advance()
    try await take(3)
    wikis.value = .all
    bench.clock.advance()
    try await take(1)
    bench.station.wikipedia.emit([.edit("Last", of: "enwiki"), .edit("Last", of: "xyzwiki")])
    try await take(2)
    #expect(
      told == [
        "connecting(Model.Origin.live)", "connected to enwiki", #"before: ["enwiki: Early"]"#, "selected dewiki",
        #"before: ["dewiki: Early", "dewiki: Early"]"#, "dewiki: Now", "selected enwiki, dewiki",
        #"before: ["enwiki: Early", "enwiki: Now"]"#,
        #"before: ["dewiki: Early", "dewiki: Early", "dewiki: Now"]"#, "selected all wikis", "enwiki: Last",
        "xyzwiki: Last",
      ])
    #expect(bench.station.requests.count(.eventStream) == 1, "one connection")
    #expect(bench.station.requests.count(.mediaWiki) == 4, "no history of all wikis")
  }

  /// Otherwise what happened before would be known, and not be told when its list comes.
  @Test func aReaderThatLacksTheHistoryOfItsWikisDoesNotResume() {
    var reader = EventStreamReader(wikis: .english, hasHistory: true)
    reader.connected(at: TestBench.start, isResumed: false)
    reader.endHistory(ofSelection: 0)
    _ = reader.read(Array("id: 7\ndata: x\n\n".utf8), at: TestBench.start)
    #expect(reader.resumeID(at: TestBench.start) == "7")
    reader.select(WikiSelection(["dewiki"]))
    #expect(reader.resumeID(at: TestBench.start) == nil)
    #expect(reader.missingSince(at: TestBench.start) == TestBench.start - 600)
    reader.select(.all)
    #expect(reader.resumeID(at: TestBench.start) == "7" && reader.missingSince(at: TestBench.start) == nil)
  }

  /// The end of a history may come while the next wikis are being selected, whose own history is then still missing.
  @Test func theEndOfAHistoryIsThatOfItsOwnWikis() {
    var reader = EventStreamReader(wikis: .english, hasHistory: true)
    reader.connected(at: TestBench.start, isResumed: false)
    let selection = reader.selectionCount
    reader.select(WikiSelection(["dewiki"]))
    reader.endHistory(ofSelection: selection)
    #expect(reader.missingSince(at: TestBench.start) != nil)
    reader.select(.english)
    reader.endHistory(ofSelection: selection)
    #expect(reader.missingSince(at: TestBench.start) != nil, "the same wikis, selected again")
    reader.endHistory(ofSelection: reader.selectionCount)
    #expect(reader.missingSince(at: TestBench.start) == nil)
  }

  @Test func anEventOfManyWikisIsPlacedByItsDomainToo() {
    let names = (0..<20).map { "a\($0)wiki" } + ["dewiki"]
    for selection in [WikiSelection(names), WikiSelection(["frwiki", "dewiki"])] {
      var reader = EventStreamReader(wikis: selection)
      let lines = [
        #"{"meta":{"domain":"de.wikipedia.org"},"type":"edit","title":"A"}"#, #"{"type":"edit","wiki":"enwiki"}"#,
      ]
      let events = lines.flatMap { reader.read(Array("data: \($0)\n\n".utf8), at: TestBench.start) }.map(\.event)
      #expect(events.map(\.wiki) == ["dewiki"] && events.map(\.title) == ["A"])
    }
  }

  @Test(arguments: [
    ("be_x_oldwiki", "be-tarask.wikipedia.org"), ("brwikimedia", "br.wikimedia.org"), ("sourceswiki", "wikisource.org"),
    ("wikifunctionswiki", "www.wikifunctions.org"), ("a/../bwiki", nil), ("é1wiki", nil), ("Awiki", nil),
  ])
  func aNameBecomesNoAddressUnlessItIsOne(name: String, domain: String?) {
    #expect(WikiDomain.domain(ofDatabase: name) == domain)
  }

  @Test func everyKnownWikiHasAnAddressAndAName() {
    #expect(Wiki.known.count >= 60 && Set(Wiki.known.map(\.name)).count == Wiki.known.count)
    for wiki in Wiki.known {
      #expect(WikiDomain.domain(ofDatabase: wiki.name) != nil && !wiki.language.isEmpty, "\(wiki.name)")
    }
  }
}
