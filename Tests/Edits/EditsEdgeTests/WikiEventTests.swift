import Foundation
import Model
import NetTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

@Suite struct WikiEventTests {
  private func event(_ json: String) throws -> WikiEvent? {
    WikiEvent(try LenientJSON.decode(RecentChange.self, from: Array(json.utf8)))
  }

  @Test(arguments: [
    (#""type":"edit","namespace":0"#, WikiEvent.Kind.unspecified),
    (#""type":"new","namespace":118"#, .unspecified),
    (#""type":"edit""#, .unspecified),
    (#""type":"edit","namespace":1"#, .talk),
    (#""type":"new","namespace":3"#, .user),
    (#""type":"edit","namespace":6"#, .file),
    (#""type":"edit","namespace":2"#, .unspecified),
    (#""type":"log","log_type":"newusers","log_action":"create""#, .newuser),
    (#""type":"log","log_type":"newusers","log_action":"create2""#, .newuser),
    (#""type":"log","log_type":"newusers","log_action":"byemail""#, .newuser),
    (#""type":"log","log_type":"newusers","log_action":"newusers""#, .newuser),
    (#""type":"log","log_type":"newusers","log_action":"autocreate""#, nil),
    (#""type":"log","log_type":"newusers""#, .special),
    (#""type":"log","namespace":6,"log_type":"upload""#, .upload),
    (#""type":"log","namespace":1,"log_type":"delete""#, .special),
    (#""type":"log","log_type":null"#, .special),
    (#""type":"categorize","namespace":14"#, nil),
    (#""type":"external""#, nil),
    (#""type":"unheard of""#, nil),
    (#""type":"edit","meta":{"domain":"canary"}"#, nil),
  ])
  func everyChangeHasItsKind(fields: String, kind: WikiEvent.Kind?) throws {
    #expect(try event("{\(fields)}")?.kind == kind)
  }

  @Test(arguments: [#"{"namespace":0}"#, #"{"type":null,"title":"A"}"#, "{}", "[]"])
  func whatHasNeitherMetaNorATypeIsNoChange(json: String) {
    #expect(throws: DecodingError.self) { try event(json) }
  }

  @Test(arguments: [#"{"type":"edit","title":""}"#, #"{"type":"edit","title":" "}"#, #"{"type":"new"}"#])
  func anEditOfAPageWithoutATitleIsNoEmptyRow(json: String) throws {
    #expect(try event(json)?.title == "(no title)")
  }

  @Test(arguments: [
    (#"{"type":"unspecified","content":""}"#, "(no title)"), (#"{"type":"unspecified"}"#, "(no title)"),
    // The feed names none but edited pages.
    (#"{"type":"newuser","content":""}"#, ""), (#"{"type":"talk","content":""}"#, ""),
  ])
  func norIsOneOfTheOriginalFeed(json: String, title: String) throws {
    let message = try LenientJSON.decode(UpdateMessage.self, from: Array(json.utf8))
    #expect(WikiEvent(message, wiki: "https://example.org/")?.title.string == title)
  }

  @Test func aSignUpIsNamedWithoutTheNamespace() throws {
    let json = #"{"type":"log","log_type":"newusers","log_action":"create","namespace":2,"title":"User:A:b"}"#
    #expect(try event(json)?.title == "A:b")
  }

  @Test(arguments: [
    (#"{"old":16103,"new":16121}"#, 18), (#"{"old":9}"#, nil), (#"{"old":1e30,"new":2}"#, nil), ("[]", nil),
    (#"{"old":-9223372036854775808,"new":9223372036854775807}"#, nil),
  ])
  func theLengthChangesByNewLessOld(length: String, change: Int?) throws {
    for type in ["edit", "new"] {
      #expect(try event(#"{"type":"\#(type)","length":\#(length)}"#)?.lengthChange == change)
    }
  }

  @Test(arguments: [
    (#"{"new":42}"#, 42), (#"{"old":null,"new":7}"#, 7), (#"{"old":0,"new":7}"#, 7), (#"{"old":"many","new":7}"#, nil),
    (#"{"new":1e30}"#, nil),
  ])
  func aNewPageHadNoLengthBefore(length: String, change: Int?) throws {
    #expect(try event(#"{"type":"new","length":\#(length)}"#)?.lengthChange == change)
  }

  @Test func theTimeIsThatOfMetaElseTheTimestamp() throws {
    let millis = try event(#"{"type":"edit","timestamp":1,"meta":{"dt":"2026-11-20T22:00:03.003Z"}}"#)
    #expect(millis?.time == Date(timeIntervalSince1970: 1_795_212_003.003))
    #expect(try event(#"{"type":"edit","timestamp":1493910812}"#)?.time == Date(timeIntervalSince1970: 1_493_910_812))
    #expect(try event(#"{"type":"edit","timestamp":2,"meta":{"dt":"soon"}}"#)?.time == Date(timeIntervalSince1970: 2))
    #expect(try event(#"{"type":"edit","timestamp":"soon","meta":{"dt":7}}"#)?.time == nil)
  }

  @Test func onlyPagesOfTheWebAreLinks() throws {
    let json = #"{"type":"edit","title_url":"javascript:alert(1)","meta":{"uri":"https://en.wikipedia.org/wiki/A"}}"#
    #expect(try event(json)?.link == nil)
    let page = #"{"type":"edit","meta":{"uri":"https://en.wikipedia.org/wiki/A_b"}}"#
    #expect(try event(page)?.link?.absoluteString == "https://en.wikipedia.org/wiki/A_b")
  }

  @Test func titlesCannotReachTheTerminalRaw() throws {
    let title = try #require(try event(#"{"type":"edit","title":"\u001b[31mred\u202e\ud83d"}"#)).title.string
    #expect(title == "\u{FFFD}[31mred\u{FFFD}")
  }

  @Test func messagesOfTheOriginalFeedAreRead() throws {
    let bytes = Array(try SampleFiles.text("shinobi-ws/real_seed_pretty_printed_frame.txt").utf8)
    let event = WikiEvent(
      try LenientJSON.decode(UpdateMessage.self, from: bytes), wiki: "https://en.wikipedia.org/wiki/")
    #expect(event?.kind == .unspecified)
    #expect(event?.title == "Manhattan Film Academy")
    #expect(event?.time == ISO8601.date("2014-05-15T14:46:00.828Z"))
    #expect(event?.link?.absoluteString == "https://en.wikipedia.org/wiki/Manhattan_Film_Academy")
  }

  @Test(arguments: [
    "shinobi-ws/real_seed_four_messages.jsonl", "shinobi-ws/all_seven_types.jsonl", "shinobi-ws/edit_rate_60s.jsonl",
  ])
  func recordedMessagesHaveTheirKinds(file: String) throws {
    let expect = try #require(try SampleFiles.entries(of: "shinobi-ws").first { $0.file == file }?.expect)
    let events = try SampleFiles.lines(file).map { line in
      try #require(WikiEvent(LenientJSON.decode(UpdateMessage.self, from: Array(line.utf8)), wiki: nil))
    }
    if let messages = expect.messages { #expect(events.count == messages) }
    if let types = expect.types { #expect(events.map(\.kind.rawValue) == types) }
    if let edits = expect.edits { #expect(events.count { $0.kind == .unspecified } == edits) }
    if let users = expect.newUsers { #expect(events.count { $0.kind == .newuser } == users) }
    if let buckets = expect.editsPerBucket {
      let start = try #require(ISO8601.date("2014-05-15T14:46:00Z"))
      var counts = Array(repeating: 0, count: buckets.count)
      for event in events where event.kind == .unspecified {
        counts[Int(try #require(event.time).timeIntervalSince(start)) / 5] += 1
      }
      #expect(counts == buckets)
    }
  }

  @Test func aMessageOfNoKnownTypeIsNoEvent() throws {
    let json = #"{"type":"unheard","content":"x","time":"2014-05-15T14:46:00.828Z"}"#
    #expect(WikiEvent(try LenientJSON.decode(UpdateMessage.self, from: Array(json.utf8)), wiki: nil) == nil)
  }

  @Test(arguments: [#"{"content":"x"}"#, #"{"type":null}"#, #"{"type":7}"#, "{}"])
  func whatHasNoTypeIsNoMessage(json: String) {
    #expect(throws: DecodingError.self) { try LenientJSON.decode(UpdateMessage.self, from: Array(json.utf8)) }
  }

  @Test(arguments: [#"{"type":"talk"}"#, #"{"type":"talk","time":"soon"}"#, #"{"type":"talk","time":7,"content":[]}"#])
  func aMessageWithoutATimeIsAnEventWithoutOne(json: String) throws {
    let event = WikiEvent(try LenientJSON.decode(UpdateMessage.self, from: Array(json.utf8)), wiki: nil)
    #expect(event == WikiEvent(kind: .talk, title: "", time: nil))
  }
}
