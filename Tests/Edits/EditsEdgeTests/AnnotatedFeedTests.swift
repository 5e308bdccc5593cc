import Clients
import Edits
import EditsEdge
import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing

/// A feed of several streams in one connection.
@Suite(.timeLimit(.minutes(2))) struct AnnotatedFeedTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private var feed: EventStreamsFeed {
    EventStreamsFeed(
      url: bench.address.eventStreamsURL, isAnnotated: true, transport: bench.transport, clock: bench.clock
    ) { 0.999 }
  }

  private static let path =
    "/v2/stream/recentchange,mediawiki.page_change.v1,mediawiki.page_revert_risk_prediction_change.v1,"
    + "mediawiki.revision-tags-change"

  private func edit(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> WikiEvent {
    while true {
      if case .event(let event, _) = try await listening.value() { return event }
    }
  }

  private func annotation(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> EditAnnotation {
    while true {
      if case .annotated(let annotation) = try await listening.value() { return annotation }
    }
  }

  private func note(_ content: EditNote.Content, of revision: Int) -> RecentChange {
    RecentChange(.note(EditNote(content, of: revision)), title: "A page")
  }

  @Test func oneConnectionCarriesEditsAndFactsAboutThem() async throws {
    var listening = Listening(feed.updates())
    try await bench.station.wikipedia.listeners(.eventStream, count: 1)
    bench.station.wikipedia.emit(.edit("A page"))
    let key = try #require(try await edit(&listening).annotationKey)
    bench.station.wikipedia.emit([
      note(.author(edits: 3, age: 60), of: key.revision), note(.risk(0.93), of: key.revision),
      note(.tags(["mw-reverted"], before: []), of: key.revision),
    ])
    #expect(try await annotation(&listening) == EditAnnotation(key, EditFacts(isNewcomer: true, userEdits: 3)))
    #expect(try await annotation(&listening) == EditAnnotation(key, EditFacts(risk: 0.93)))
    #expect(try await annotation(&listening) == EditAnnotation(key, EditFacts(isReverted: true)))
    #expect(bench.station.requests.recent.map(\.path) == [Self.path])
  }

  @Test func factsFromAnInterruptionAreNotLost() async throws {
    var listening = Listening(feed.updates())
    let wikipedia = bench.station.wikipedia
    try await wikipedia.listeners(.eventStream, count: 1)
    bench.clock.advance(by: .seconds(1))
    wikipedia.emit(.edit("A page"))
    let key = try #require(try await edit(&listening).annotationKey)
    wikipedia.disconnect(.eventStream)
    var retry: Date?
    while retry == nil {
      if case .disconnected(_, let date) = try await listening.value() { retry = date }
    }
    try await wikipedia.listeners(.eventStream, count: 0)
    bench.clock.advance(by: .milliseconds(100))
    wikipedia.emit([.edit("Another page"), note(.risk(0.5), of: key.revision)])
    bench.clock.advance(to: try #require(retry))
    #expect(try await edit(&listening).title == "Another page")
    #expect(try await annotation(&listening) == EditAnnotation(key, EditFacts(risk: 0.5)))
    let id = try #require(bench.station.requests.recent.last?.header("Last-Event-ID"))
    #expect(id.contains("page_revert_risk") && id.contains("eqiad.mediawiki.recentchange"))
  }

  @Test func aServerWithoutTheOtherStreamsIsAskedForChangesAlone() async throws {
    let body = #"{"status":400,"type":"not_found","title":"Stream Not Found","detail":"Invalid streams: x"}"#
    bench.station.responses.serve(
      CannedResponse(status: 400, headers: [(name: "Content-Type", value: "application/json")], text: body),
      at: Self.path)
    var listening = Listening(feed.updates())
    try await bench.station.wikipedia.listeners(.eventStream, count: 1)
    bench.station.wikipedia.emit(.edit("A page"))
    #expect(try await edit(&listening).title == "A page")
    #expect(bench.station.requests.recent.map(\.path) == [Self.path, "/v2/stream/recentchange"])
  }
}
