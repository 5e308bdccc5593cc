import Foundation
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct StackExchangeTests {
  private static let list = "/2.3/questions?site=stackoverflow"

  @Test(arguments: ["android", "ios", "ruby", "windows-phone", nil])
  func everyTabHasThirtyQuestionsAndMostHaveAnswers(tag: String?) async throws {
    try await RunningStation.run { running in
      let tagged = tag.map { "&tagged=\($0)" } ?? ""
      let reply = try await running.get(Self.list + "&sort=hot&pagesize=100&filter=withbody" + tagged)
      let items = try reply.items
      #expect(items.count >= 30)
      #expect(items.allSatisfy { ($0["body"] as? String)?.isEmpty == false })
      #expect(items.count { ($0["answer_count"] as? Int ?? 0) > 0 } > items.count / 2)
    }
  }

  @Test func severalTagsMustAllBeThere() async throws {
    try await RunningStation.run { running in
      let ios = Set(try await running.get(Self.list + "&pagesize=100&tagged=ios").ids)
      let swift = Set(try await running.get(Self.list + "&pagesize=100&tagged=swift").ids)
      let both = try await running.get(Self.list + "&pagesize=100&tagged=ios%3Bswift").ids
      #expect(!both.isEmpty)
      #expect(Set(both).isSubset(of: ios.intersection(swift)))
      #expect(try await running.get(Self.list + "&tagged=a;b;c;d;e;f").items.isEmpty)
    }
  }

  @Test func pagesFollowEachOtherUntilThereIsNoMore() async throws {
    try await RunningStation.run { running in
      let all = try await running.get(Self.list + "&tagged=ios&sort=votes&pagesize=100").ids
      var collected: [Int] = []
      for page in 1...all.count {
        let reply = try await running.get(Self.list + "&tagged=ios&sort=votes&pagesize=7&page=\(page)")
        collected += try reply.ids
        if try reply.object["has_more"] as? Bool == false { break }
      }
      #expect(collected == all)
    }
  }

  @Test func aPageSizeOfZeroHasNoItemsButMore() async throws {
    try await RunningStation.run { running in
      let reply = try await running.get(Self.list + "&pagesize=0")
      #expect(try reply.items.isEmpty)
      #expect(try reply.object["has_more"] as? Bool == true)
    }
  }

  @Test(arguments: [("votes", "score"), ("creation", "creation_date"), ("activity", "last_activity_date")])
  func sortsFallUnlessAskedToRise(sort: String, field: String) async throws {
    try await RunningStation.run { running in
      let falling = try await running.get(Self.list + "&tagged=ios&pagesize=100&sort=\(sort)").items
      let rising = try await running.get(Self.list + "&tagged=ios&pagesize=100&sort=\(sort)&order=asc").items
      let values = falling.compactMap { $0[field] as? Int }
      #expect(values.count == falling.count)
      #expect(values == values.sorted(by: >))
      #expect(rising.compactMap { $0[field] as? Int } == values.sorted())
    }
  }

  @Test(arguments: [
    ("/2.3/questions", 400, "site is required"),
    (list + "&sort=bogus", 400, "sort"),
    (list + "&sort=relevance", 400, "sort"),
    (list + "&order=up", 400, "order"),
    (list + "&pagesize=101", 400, "pagesize"),
    (list + "&pagesize=-1", 400, "pagesize"),
    (list + "&page=0", 400, "page"),
    (list + "&page=9223372036854775808", 400, "page"),
    (list + "&filter=bogus", 400, "Invalid filter specified"),
    (list + "&page=26", 403, "page above 25 requires access token or app key"),
    ("/2.3/questions/bogus?site=stackoverflow", 404, "no method found with this name"),
    ("/2.3/users?site=stackoverflow", 404, "no method found with this name"),
  ])
  func everyErrorIsStatus400WithItsCodeInTheBody(path: String, id: Int, message: String) async throws {
    try await RunningStation.run { running in
      let reply = try await running.get(path)
      #expect(reply.status == 400)
      #expect(try reply.object["error_id"] as? Int == id)
      #expect(try reply.object["error_message"] as? String == message)
      #expect(try reply.object["error_name"] is String)
    }
  }

  @Test func aKeyOpensThePagesAbove25HoweverFarOut() async throws {
    try await RunningStation.run { running in
      for page in [26, Int.max] {
        let reply = try await running.get(Self.list + "&key=abc&page=\(page)&pagesize=100")
        #expect(reply.status == 200)
        #expect(try reply.items.isEmpty)
        #expect(try reply.object["has_more"] as? Bool == false)
      }
    }
  }

  @Test func anUnknownIDGivesNoItems() async throws {
    try await RunningStation.run { running in
      for path in ["/2.3/questions/1", "/2.3/questions/1/answers"] {
        let reply = try await running.get(path + "?site=stackoverflow")
        #expect(reply.status == 200)
        #expect(try reply.items.isEmpty)
      }
    }
  }

  @Test func aQuestionHasItsBodyAndAnswersWhenAskedForThem() async throws {
    try await RunningStation.run { running in
      let first = try #require(
        try await running.get(Self.list + "&tagged=ios&sort=votes").items.first { $0["accepted_answer_id"] != nil })
      #expect(first["body"] == nil)
      let id = try #require(first["question_id"] as? Int)
      let path = "/2.3/questions/\(id)"

      let question = try #require(try await running.get(path + "?site=stackoverflow&filter=withbody").items.first)
      #expect((question["body"] as? String)?.contains("<p>") == true)
      let answers = try await running.get(
        path + "/answers?site=stackoverflow&filter=withbody&sort=votes&order=desc"
      ).items
      #expect(answers.count == question["answer_count"] as? Int)
      #expect(answers.count { $0["is_accepted"] as? Bool == true } == 1)
      #expect(answers.allSatisfy { $0["body"] is String && $0["question_id"] as? Int == id })
      let scores = answers.compactMap { $0["score"] as? Int }
      #expect(scores == scores.sorted(by: >))
    }
  }

  @Test func theFilterTotalGivesTheNumberAlone() async throws {
    try await RunningStation.run { running in
      let all = try await running.get(Self.list + "&tagged=ruby&pagesize=100").items
      let reply = try await running.get(Self.list + "&tagged=ruby&filter=total")
      #expect(reply.body == #"{"total":\#(all.count)}"#)
    }
  }

  @Test func theQuotaCountsDownAndComesBackTheNextDay() async throws {
    try await RunningStation.run {
      $0.quota = (withoutKey: 2, withKey: 5)
    } _: { running in
      for remaining in [1, 0] {
        let object = try await running.get(Self.list).object
        #expect(object["quota_max"] as? Int == 2)
        #expect(object["quota_remaining"] as? Int == remaining)
      }
      let refused = try await running.get(Self.list)
      #expect(refused.status == 400)
      #expect(try refused.object["error_id"] as? Int == 502)
      #expect(
        try refused.object["error_message"] as? String
          == "too many requests from this IP, more requests available in 43200 seconds")
      #expect(try await running.get(Self.list + "&key=abc").object["quota_remaining"] as? Int == 4)

      running.clock.advance(by: 43_200)
      #expect(try await running.get(Self.list).object["quota_remaining"] as? Int == 1)
    }
  }

  @Test func everyAnswerIsGzipThoughNobodyAskedForIt() async throws {
    try await RunningStation.run { running in
      for path in [Self.list, "/2.3/questions?sort=bogus"] {
        let raw = try await RawClient(running.address)
        try await raw.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let head = try await raw.text(through: "\r\n\r\n").lowercased()
        #expect(head.contains("content-encoding: gzip"))
        #expect(Array(try await raw.restOfBytes().prefix(2)) == [0x1F, 0x8B])
      }
    }
  }

  @Test func theSearchWantsEveryWordAndPutsTitlesFirst() async throws {
    let question = try #require(QuestionArchive.demo().questions.first)
    let words = question.title.split { !($0.isLetter && $0.isASCII) }.filter { $0.count > 3 }.prefix(3)
    let query = "/2.3/search/advanced?site=stackoverflow&sort=relevance&q=" + words.joined(separator: "%20")
    try await RunningStation.run { running in
      let found = try await running.get(query).ids
      #expect(found.first == question.id)
      let none = try await running.get(query + "+qzxqzxq").ids
      #expect(none.isEmpty)
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct RequestSizeTests {
  @Test func aHundredIDsAreTheMostThatOneRequestMayName() async throws {
    try await RunningStation.run { running in
      let known = try await running.get("/2.3/questions?site=stackoverflow&pagesize=100").ids
      let ids = known.map(String.init).joined(separator: ";")
      let reply = try await running.get("/2.3/questions/\(ids)?site=stackoverflow&pagesize=100")
      #expect(try Set(reply.ids) == Set(known) && known.count == 100)
      for path in ["/2.3/questions/\(ids);1", "/2.3/questions/\(ids);1/answers"] {
        let refused = try await running.get(path + "?site=stackoverflow")
        #expect(try refused.object["error_id"] as? Int == 400)
        #expect(try refused.object["error_message"] as? String == "ids")
      }
    }
  }

  @Test func twentyWordsAreTheMostThatOneSearchMayHave() async throws {
    try await RunningStation.run { running in
      for (name, count, status) in [
        ("q", 20, 200), ("q", 21, 400), ("title", 20, 200), ("title", 21, 400),
        ("body", 21, 400),
      ] {
        let words = Array(repeating: "e", count: count).joined(separator: "+")
        let reply = try await running.get("/2.3/search/advanced?site=stackoverflow&\(name)=\(words)")
        #expect(reply.status == status)
        guard status == 400 else { continue }
        #expect(try reply.object["error_message"] as? String == "\(name) may have 20 words at most")
      }
    }
  }
}

@Suite struct QuestionJSONTests {
  private static let question = ArchivedQuestion(
    id: 7, title: #"Is "a < b" && c's &amp; fine?"#, tags: ["c"], score: 1, views: 2, age: 60, activity: 30,
    asker: nil, closed: nil, body: "<p>&lt;</p>", answers: [])

  private func json(_ question: ArchivedQuestion) throws -> QuestionJSON {
    let parameters = try ListParameters(["site": "stackoverflow", "filter": "withbody"], sorts: [.activity])
    return QuestionJSON(
      question, epoch: Timestamp(milliseconds: 10_000_000), parameters: parameters,
      links: StationLinks(base: "http://127.0.0.1:1"))
  }

  @Test func aTitleIsEncodedOnceAndABodyNotAtAll() throws {
    let json = try json(Self.question)
    #expect(json.title == "Is &quot;a &lt; b&quot; &amp;&amp; c&#39;s &amp;amp; fine?")
    #expect(json.body == "<p>&lt;</p>")
  }

  @Test func agesCountBackFromTheStart() throws {
    let json = try json(Self.question)
    #expect(json.creationDate == 10_000 - 3_600)
    #expect(json.lastActivityDate == 10_000 - 1_800)
  }

  @Test func aDeletedAskerIsATraceOrNothing() throws {
    var question = Self.question
    #expect(try json(question).owner == nil)
    question.id = 8
    #expect(try json(question).owner?.userType == "does_not_exist")
  }

  @Test func aClosedQuestionSaysWhyAndHasNoLicense() throws {
    var question = Self.question
    question.closed = "Needs more focus"
    #expect(try json(question).closedReason == "Needs more focus")
    #expect(try json(question).contentLicense == nil)
  }

  @Test func timeCoolsAHotQuestion() {
    let fresh = Self.question
    var old = fresh
    old.age = 6_000
    old.activity = 6_000
    let epoch = Timestamp(milliseconds: 0)
    let ranking = QuestionRanking(epoch: epoch, now: epoch)
    #expect(ranking.hotness(of: fresh) > ranking.hotness(of: old))
    let later = QuestionRanking(epoch: epoch, now: Timestamp(milliseconds: 3_600_000))
    #expect(later.hotness(of: fresh) < ranking.hotness(of: fresh))
  }
}
