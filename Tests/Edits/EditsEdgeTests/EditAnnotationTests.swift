import Foundation
import Model
import NetTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// Facts about edits from the other streams of a connection, joined with the edits.
@Suite struct EditAnnotationTests {
  private let start = Date(timeIntervalSince1970: 1_795_338_700)

  /// The edits that a reader has delivered, as later annotations have amended them.
  private struct Delivered {
    var events: [WikiEvent] = []
    var annotations: [EditAnnotation] = []

    mutating func read(_ text: String, by reader: inout EventStreamReader, at now: Date) {
      read(Array(text.utf8), by: &reader, at: now)
    }

    mutating func read(_ bytes: [UInt8], by reader: inout EventStreamReader, at now: Date) {
      events += reader.read(bytes, at: now).map(\.event)
      let new = reader.takeAnnotations()
      annotations += new
      for annotation in new {
        let amended = events.indices.filter { events[$0].amend(by: annotation) }
        #expect(amended.count == 1, "an annotation is about an edit that was delivered before")
      }
    }

    func facts(_ revision: Int, _ wiki: String = "enwiki") -> EditFacts? {
      events.first { $0.annotationKey == EditAnnotation.Key(wiki: wiki, revision: revision) }?.edit?.facts
    }
  }

  private func reader(_ wikis: WikiSelection = .all) -> EventStreamReader {
    var reader = EventStreamReader(wikis: wikis, isAnnotated: true)
    reader.connected(at: start, isResumed: false)
    return reader
  }

  private func sample(_ name: String, wikis: WikiSelection = .all, pieces: Int? = nil) throws -> Delivered {
    var (reader, delivered) = (reader(wikis), Delivered())
    let bytes = try SampleFiles.bytes("eventstreams/\(name)")
    for piece in stride(from: 0, to: bytes.count, by: pieces ?? bytes.count) {
      delivered.read(Array(bytes[piece..<min(piece + (pieces ?? bytes.count), bytes.count)]), by: &reader, at: start)
    }
    #expect(reader.proof.leftOut == 0)
    return delivered
  }

  @Test(arguments: [nil, 997])
  func risksJoinTheirEditsInEitherOrder(pieces: Int?) throws {
    let delivered = try sample("risk_joins_recentchange.sse", pieces: pieces)
    let expected: [(String, Int, Double?, Bool?)] = [
      ("enwiki", 1_400_002_010, 0.9312, true), ("enwiki", 1_400_002_013, 0.6204, true),
      ("dewiki", 260_000_512, 0.4127, nil), ("enwiki", 1_400_002_015, 0.1207, true),
      ("enwiki", 1_400_002_016, 0.0803, true), ("dewiki", 260_000_510, 0.0213, false),
      ("enwiki", 1_400_002_014, 0.0041, false), ("enwiki", 1_400_002_011, nil, nil),
      ("enwiki", 1_400_002_012, nil, nil), ("frwiki", 260_000_510, nil, nil),
    ]
    for (wiki, revision, risk, isNewcomer) in expected {
      let facts = try #require(delivered.facts(revision, wiki))
      #expect(facts.risk == risk && facts.isNewcomer == isNewcomer, "\(wiki) \(revision)")
    }
    #expect(delivered.events.count { $0.edit != nil } == expected.count)
  }

  @Test func onlyTheWantedWikisAreJoined() throws {
    let delivered = try sample("risk_joins_recentchange.sse", wikis: WikiSelection(["dewiki"]))
    #expect(delivered.events.map(\.wiki) == ["dewiki", "dewiki"])
    #expect(delivered.annotations.allSatisfy { $0.key.wiki == "dewiki" })
    #expect(delivered.facts(260_000_512, "dewiki")?.risk == 0.4127)
  }

  @Test(arguments: ["all", "mediawiki.page_change.v1", "mediawiki.revision-tags-change"])
  func revertsAreToldByThePageAndByTags(stream: String) throws {
    var (reader, delivered) = (reader(), Delivered())
    for event in try SampleFiles.text("eventstreams/reverts_told.sse").components(separatedBy: "\n\n") {
      let isChange = event.contains(#""stream":"mediawiki.recentchange""#)
      guard stream == "all" || isChange || event.contains(#""stream":"\#(stream)""#) else { continue }
      delivered.read(event + "\n\n", by: &reader, at: start)
    }
    let reverted = delivered.events.filter { $0.edit?.facts.isReverted ?? false }.compactMap { $0.edit?.revision?.new }
    #expect(reverted == [1_400_003_001, 1_400_003_010, 1_400_003_012])
    #expect(delivered.facts(1_400_003_020)?.isRevert == true && delivered.facts(1_400_003_030)?.isRevert == true)
    #expect(delivered.facts(1_400_003_011) != nil && delivered.facts(1_400_003_011)?.isRevert == false)
    if stream != "mediawiki.revision-tags-change" {
      #expect(delivered.facts(1_400_003_001)?.isNewcomer == true && delivered.facts(1_400_003_001)?.userEdits == 3)
    }
    #expect(delivered.annotations.count { $0.facts.isRevert } <= 2, "each revert is told once")
  }

  @Test func realEventsAreReadThoughTheyNameNoDomain() throws {
    let text = try SampleFiles.text("eventstreams/real_risk_and_page_change_2026.sse")
    var (reader, delivered) = (reader(.english), Delivered())
    delivered.read(text, by: &reader, at: start)
    #expect(delivered.events.isEmpty && delivered.annotations.isEmpty)
    delivered.read(edit(2_549_252_841) + edit(2_473_630_467, title: "Example article"), by: &reader, at: start)
    #expect(
      delivered.facts(2_549_252_841)
        == EditFacts(risk: 0.11478381603956223, isNewcomer: false, userEdits: 42, isRevert: true))
    #expect(delivered.facts(2_473_630_467) == EditFacts(isReverted: true), "an edit after its revert")
  }
}

// MARK: - Invented events

extension EditAnnotationTests {
  private func edit(_ revision: Int, title: String = "A page", wiki: String = "enwiki") -> String {
    """
    data: {"meta":{"stream":"mediawiki.recentchange"},"type":"edit","namespace":0,"wiki":"\(wiki)","id":\(revision),\
    "title":"\(title)","revision":{"old":1,"new":\(revision)}}


    """
  }

  private func risk(_ value: String, of revision: Int, at time: String = "2026-11-22T09:10:01Z") -> String {
    """
    data: {"meta":{"stream":"mediawiki.page_revert_risk_prediction_change.v1","dt":"\(time)"},"wiki_id":"enwiki",\
    "revision":{"rev_id":\(revision)},"predicted_classification":{"probabilities":{"true":\(value)}}}


    """
  }

  @Test(arguments: [
    "null", "\"0.5\"", "\"NaN\"", "-0.1", "1.01", "1e999", "[]", "{}", "true", "\"high\"",
  ])
  func whatIsNoProbabilityIsNoRisk(value: String) {
    var (reader, delivered) = (reader(), Delivered())
    delivered.read(risk(value, of: 7) + edit(7) + risk(value, of: 7), by: &reader, at: start)
    #expect(delivered.events.count == 1 && delivered.facts(7) == EditFacts())
    #expect(delivered.annotations.isEmpty)
  }

  @Test(arguments: [("0", 0.0), ("1", 1.0), ("0.5", 0.5)])
  func theEndsOfTheScaleAreRisks(value: String, risk expected: Double) {
    var (reader, delivered) = (reader(), Delivered())
    delivered.read(edit(7) + risk(value, of: 7), by: &reader, at: start)
    #expect(delivered.facts(7)?.risk == expected)
  }

  @Test func theLaterPredictionWinsWhicheverComesLast() {
    for isHeld in [false, true] {
      var (reader, delivered) = (reader(), Delivered())
      if !isHeld { delivered.read(edit(7), by: &reader, at: start) }
      delivered.read(risk("0.8", of: 7, at: "2026-11-22T09:10:05Z"), by: &reader, at: start)
      delivered.read(risk("0.1", of: 7, at: "2026-11-22T09:10:01Z"), by: &reader, at: start)
      delivered.read(risk("0.8", of: 7, at: "2026-11-22T09:10:05Z"), by: &reader, at: start)
      if isHeld { delivered.read(edit(7), by: &reader, at: start) }
      #expect(delivered.facts(7)?.risk == 0.8)
      #expect(delivered.annotations.count == (isHeld ? 0 : 1), "a repeated prediction is no news")
      delivered.read(risk("0.3", of: 7, at: "2026-11-22T09:11:00Z"), by: &reader, at: start)
      #expect(delivered.facts(7)?.risk == 0.3)
    }
  }

  @Test func aPredictionWaitsForMinutesAndNoLonger() {
    var (reader, delivered) = (reader(), Delivered())
    delivered.read(risk("0.8", of: 7) + risk("0.8", of: 8), by: &reader, at: start)
    delivered.read(edit(7), by: &reader, at: start.addingTimeInterval(EditJoin.patience))
    delivered.read(edit(8), by: &reader, at: start.addingTimeInterval(EditJoin.patience + 1))
    #expect(delivered.facts(7)?.risk == 0.8 && delivered.facts(8) == EditFacts())
  }

  @Test func predictionsOfNoEditAreHeldInLimits() {
    var join = EditJoin()
    for revision in 1...3 * EditJoin.heldLimit {
      let notice = EditNotice(
        key: .init(wiki: "enwiki", revision: revision), facts: EditFacts(risk: 0.5), title: "A", reverted: 1...revision)
      #expect(join.take(notice, at: start).isEmpty)
    }
    #expect(join.heldCount == EditJoin.heldLimit)
    func facts(_ revision: Int) -> EditFacts? {
      var event = WikiEvent(
        kind: .unspecified, title: "B", time: nil,
        edit: WikiEdit(revision: WikiRevision(wiki: "enwiki", old: nil, new: revision)))
      join.take(&event, at: start)
      return event.edit?.facts
    }
    #expect(facts(2 * EditJoin.heldLimit) == EditFacts(), "the oldest are forgotten")
    #expect(facts(3 * EditJoin.heldLimit)?.risk == 0.5)
  }

  @Test(arguments: [
    #"{"rev_reverted_oldest_id":9,"rev_reverted_newest_id":3}"#, "{}", "[]", "7",
    #"{"rev_reverted_oldest_id":-5,"rev_reverted_newest_id":"x"}"#,
    #"{"rev_reverted_oldest_id":10,"rev_reverted_newest_id":9223372036854775807}"#,
  ])
  func anImpossibleRevertRevertsNothing(revert: String) {
    var (reader, delivered) = (reader(), Delivered())
    let change = """
      data: {"meta":{"stream":"mediawiki.page_change.v1"},"page_change_kind":"edit","wiki_id":"enwiki",\
      "page":{"page_title":"A_page"},"revision":{"rev_id":10,"revert":\(revert)}}


      """
    delivered.read(edit(5) + edit(10) + edit(11) + change, by: &reader, at: start)
    #expect([5, 10, 11].allSatisfy { delivered.facts($0)?.isReverted == false })
  }

  @Test func anotherKindOfPageChangeSaysNothingOfTheAuthor() {
    var (reader, delivered) = (reader(), Delivered())
    for kind in ["delete", "undelete", "visibility_change", "nonsense"] {
      let change = """
        data: {"meta":{"stream":"mediawiki.page_change.v1"},"page_change_kind":"\(kind)","wiki_id":"enwiki",\
        "performer":{"edit_count":3},"revision":{"rev_id":5,"is_content_visible":false}}


        """
      delivered.read(edit(5) + change, by: &reader, at: start)
    }
    #expect(delivered.facts(5) == EditFacts())
  }

  @Test func canariesOfTheseStreamsAreDropped() {
    var (reader, delivered) = (reader(), Delivered())
    let canary = """
      data: {"meta":{"stream":"mediawiki.page_change.v1","domain":"canary"},"page_change_kind":"edit",\
      "wiki_id":"enwiki","performer":{"edit_count":3},"revision":{"rev_id":5}}


      """
    delivered.read(edit(5) + canary, by: &reader, at: start)
    #expect(delivered.annotations.isEmpty && delivered.facts(5) == EditFacts())
  }

  @Test func aReaderOfChangesOnlyJoinsNothing() {
    var reader = EventStreamReader(wikis: .all)
    reader.connected(at: start, isResumed: false)
    var delivered = Delivered()
    delivered.read(edit(7) + risk("0.8", of: 7), by: &reader, at: start)
    #expect(delivered.events.count == 1 && delivered.annotations.isEmpty)
  }
}
