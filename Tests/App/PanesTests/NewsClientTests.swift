import Clients
import Foundation
import Model
import News
import Signals
import SignalsTesting
import Testing
import Text

/// The news of a server, whose answer takes the network's place.
@Suite struct NewsClientTests {
  private struct OneAnswer: Wire {
    let clock: TestScheduler
    let status: Int
    let body: String

    var reading: any Scheduler { clock }

    func attempt(_ request: WireRequest) -> SignalProducer<WirePart, AttemptFailure> {
      let parts: [WirePart] = [.head(status: status, headers: []), .body(Array(body.utf8))]
      return SignalProducer(parts)
    }
  }

  /// Returns what comes of a request, and the sentences about it.
  private func result(
    _ body: String, status: Int = 200
  ) throws -> (answer: NewsAnswer?, failure: ServiceError?, notices: [SafeText]) {
    let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))
    let wire = OneAnswer(clock: clock, status: status, body: body)
    let client = NewsClient(
      try #require(URL(string: "http://news.example/items.json")),
      transport: Transport(version: "1", projectURL: "https://example.com", wire: wire), clock: clock)
    let notices = client.notices.record()
    let answers = client.items().record()
    clock.advance()
    return (answers.values.first, answers.ending?.error, notices.values)
  }

  @Test func itsItemsAreReadOneByOne() throws {
    let (answer, _, notices) = try result(
      #"""
      [{"id": 3, "title": "Swift on Mars", "points": 120, "text": "It has landed.\n\nIt compiles."},
       {"id": 2, "points": 3}, "news",
       {"id": "1", "title": "\u001b[31mred", "points": "40"}, {"id": 3, "title": "Twice", "points": 1}]
      """#)
    let expected = [
      NewsItem(id: 3, title: "Swift on Mars", points: 120, text: ["It has landed.", "", "It compiles."]),
      NewsItem(id: 1, title: "�[31mred", points: 40),
    ]
    #expect(answer == NewsAnswer(expected))
    #expect(notices == ["News: 2 of 5 items cannot be read and are left out"])
  }

  @Test func longTextsAreCut() throws {
    let long = String(repeating: "x", count: 300_000)
    let answer = try result(#"[{"id": 1, "title": "\#(long)", "points": 1, "text": "\#(long)"}]"#).answer
    let item = try #require(answer?.items.first)
    #expect(item.title.string.count == TextLimit.title.scalars + 1)
    #expect(item.text.map(\.string.count) == [TextLimit.post.scalars + 1])
  }

  @Test func anEmptyListIsNoMistake() throws {
    #expect(try result("[]").answer == NewsAnswer([]))
  }

  @Test(arguments: [
    (500, "", "HTTP 500"), (200, "<p>news</p>", "HTML instead of JSON"),
    (200, #"{"items": []}"#, "JSON of an unknown shape"), (200, #"[{"id": 1}]"#, "unreadable items"),
  ])
  func whatGoesWrongIsAnErrorWithASentence(status: Int, body: String, sentence: String) throws {
    let (answer, failure, _) = try result(body, status: status)
    #expect(answer == nil && failure?.sentence.string.contains(sentence) == true, "\(failure?.sentence ?? "none")")
  }
}
