import Foundation
import Model
import NetTesting
import Testing
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge
@testable import Questions
@testable import QuestionsEdge
@testable import RoomsEdge

/// A megabyte wherever a server may send a text: nothing behind the decoder is longer than its kind allows.
@Suite struct LongTextTests {
  static let megabyte = String(repeating: "long wörds ", count: 90_000)

  /// JSON with `§` in place of each text.
  private static func bytes(_ json: String) -> [UInt8] { Array(json.replacing("§", with: megabyte).utf8) }

  private static func decoded<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try LenientJSON.decode(type, from: bytes(json))
  }

  /// The size in bytes of the longest text within a value.
  private static func longest(in value: Any) -> Int {
    if let text = value as? String { return text.utf8.count }
    if let url = value as? URL { return url.absoluteString.utf8.count }
    return Mirror(reflecting: value).children.map { longest(in: $0.value) }.max() ?? 0
  }

  /// The longest text of a line that is shown whole, in bytes: a title, twice as wide as its letters.
  private static let label = 2 * SafeText.labelLimit + 8

  @Test func questionsAnswersSitesAndTags() throws {
    let owner = #""owner":{"display_name":"§"}"#
    let question = #"{"question_id":1,"title":"§","tags":["§","§"],\#(owner),"closed_reason":"§","link":"§"}"#
    let page = try Self.decoded(StackExchangePayload<QuestionPayload>.self, #"{"items":[\#(question)]}"#)
    let one = try #require(QuestionPage(page, site: QuestionFeed.standardSite, from: .live).questions.first)
    #expect(Self.longest(in: one) <= Self.label)
    #expect(one.title.string.hasSuffix("…") && one.asker?.string.hasSuffix("…") == true && one.link == nil)
    let site = try Self.decoded(
      StackExchangePayload<SitePayload>.self,
      #"{"items":[{"api_site_parameter":"so","name":"§","audience":"§","site_url":"§","site_type":"§"}]}"#)
    #expect(Self.longest(in: site.items.map { Site($0) }) <= Self.label)
    let tag = try Self.decoded(StackExchangePayload<TagPayload>.self, #"{"items":[{"name":"§"}]}"#)
    #expect(Self.longest(in: tag.items.map { Tag($0) }) <= Self.label)
    let error = try Self.decoded(
      StackExchangePayload<TagPayload>.self, #"{"error_id":400,"error_name":"§","error_message":"§"}"#)
    let failure = try #require(error.failure(at: .distantPast, retryAfter: nil))
    #expect(Self.longest(in: failure) <= Self.label)
  }

  @Test func aBodyIsCut() throws {
    let body = String(repeating: "<p>a</p>", count: 100_000)
    let answer = try LenientJSON.decode(
      AnswerPayload.self, from: Array(#"{"answer_id":1,"body":"\#(body)"}"#.utf8))
    #expect(Answer(answer, base: nil).body.blocks.count <= TextLimit.post.scalars / 8 + 1)
    let link = #"<a href=\"https://a.example/\#(String(repeating: "x", count: 10_000))\">a</a>"#
    let linked = try LenientJSON.decode(AnswerPayload.self, from: Array(#"{"answer_id":1,"body":"\#(link)"}"#.utf8))
    #expect(Answer(linked, base: nil).body.links.isEmpty)
  }

  @Test func editsOfAllThreeSources() throws {
    let change =
      #"{"meta":{"domain":"§","stream":"§","uri":"§","id":"§","dt":"§"},"type":"edit","title":"§","title_url":"§","wiki":"enwiki","user":"§","comment":"§","revision":{"new":2}}"#
    guard case .change(let message) = try Self.decoded(StreamMessage.self, change) else {
      Issue.record("no change")
      return
    }
    let streamed = try #require(WikiEvent(message))
    #expect(Self.longest(in: streamed) <= Self.label)
    let row =
      #"{"rcid":1,"timestamp":"2026-11-25T20:00:00Z","type":"edit","title":"§","user":"§","comment":"§","tags":["§"]}"#
    let page = try Self.decoded(RecentChangesPage.self, #"{"query":{"recentchanges":[\#(row)]}}"#)
    let first = try #require(page.rows.first)
    let event = try #require(WikiEvent(first, of: "enwiki", pages: "https://a.example/"))
    #expect(
      Self.longest(in: event) <= Self.label && event.address == nil, "an address of a part would be another page's")
    let message2 = try Self.decoded(UpdateMessage.self, #"{"type":"unspecified","content":"§","time":"§"}"#)
    let original = try #require(WikiEvent(message2, wiki: "https://a.example/"))
    #expect(Self.longest(in: original) <= Self.label && original.address == nil)
    let contribution = try Self.decoded(ContributionRow.self, #"{"revid":1,"title":"§","user":"§","comment":"§"}"#)
    let own = WikiEvent(contribution, of: "enwiki", pages: "https://a.example/")
    #expect(Self.longest(in: own) <= Self.label && own.address == nil)
  }

  @Test func thePlaceOfAFurtherPageIsNotSentBackInPart() {
    #expect(throws: DecodingError.self) {
      try Self.decoded(RecentChangesPage.self, #"{"continue":{"rccontinue":"§"},"query":{"recentchanges":[]}}"#)
    }
  }

  @Test func aLineOfADifferenceIsCut() throws {
    let rows = (1...2).map {
      #"{"type":\#($0),"lineNumber":\#($0),"text":"§","highlightRanges":[{"start":0,"length":999999,"type":0}]}"#
    }
    let diff = EditDiff(try Self.decoded(ComparePayload.self, #"{"diff":[\#(rows.joined(separator: ","))]}"#))
    #expect(diff.hunks.flatMap(\.lines).count == 2)
    #expect(Self.longest(in: diff) <= 2 * TextLimit.line.scalars)
    #expect(diff.hunks[0].lines[0].pieces.last?.text.string.hasSuffix("…") == true)
    let page = EditDiff(newPage: Self.megabyte)
    #expect(Self.longest(in: page) <= 2 * TextLimit.line.scalars)
  }

  @Test func entitiesOfAHomeAssistant() throws {
    let state =
      #"{"entity_id":"sensor.§","state":"21","attributes":{"friendly_name":"§","unit_of_measurement":"°C","device_class":"§","state_class":"measurement"}}"#
    let long = try Self.decoded(HomeAssistantState.self, state)
    #expect(long.entity == nil && !long.isTemperature, "it cannot be asked for")
    let named = try Self.decoded(HomeAssistantState.self, state.replacing("sensor.§", with: "sensor.a"))
    #expect(named.isTemperature && Self.longest(in: named) <= Self.label)
  }

  @Test func labelsOfSeries() throws {
    let metrics = ["a", "b"].map { #"{"metric":{"room":"§\#($0)","§":"x"},"value":[1,"21"]}"# }
    let result = try Self.decoded(
      PrometheusResult.self, #"{"resultType":"vector","result":[\#(metrics.joined(separator: ","))]}"#)
    let labels = result.series.elements.map { SeriesLabels($0.labels) }
    #expect(Self.longest(in: labels) <= Self.label)
    #expect(labels.count == 2 && labels[0] != labels[1] && labels[0].key != labels[1].key, "a hash tells them apart")
    #expect(labels[0].target == nil)
  }

  @Test func aPageOfAnExporter() {
    let lines = ["a", "b"].map { "t_celsius{room=\"§\($0)\"} 21\n" } + ["§_celsius 3\n# UNIT u_temp §\nu_temp 4\n"]
    let page = PrometheusText(Self.bytes(lines.joined()).map { $0 })
    let rooms = ExporterRooms(page).rooms
    #expect(rooms.count == 2 && Set(rooms.map(\.key)).count == 2)
    #expect(Self.longest(in: rooms) <= Self.label && Self.longest(in: page.families) <= Self.label)
  }

  @Test func whatAServiceSays() throws {
    let words = ServiceWords.read(Self.bytes("{\"message\":\"\(Self.megabyte.prefix(20_000))\"}"))
    #expect(words?.string.count == ServiceWords.letters)
    let error = try Self.decoded(MediaWikiAnswer<RecentChangesPage>.self, #"{"error":{"code":"maxlag","info":"§"}}"#)
    let failure = try #require(error.failure(at: .distantPast, retryAfter: nil))
    #expect(Self.longest(in: failure) <= Self.label)
  }
}
