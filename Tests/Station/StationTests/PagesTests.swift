import Foundation
import FoundationXML
import Testing

@testable import Station

/// The pages that links of the demonstration lead to.
@Suite(.timeLimit(.minutes(2))) struct PagesTests {
  private static let policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  @Test func aQuestionsLinkLeadsToAPageThatShowsItWhereverTheStationIs() async throws {
    for _ in 0..<2 {
      try await RunningStation.run { running in
        let reply = try await running.get("/2.3/questions?site=stackoverflow&pagesize=100&filter=withbody")
        for item in try reply.items {
          let link = try #require(item["link"] as? String)
          let id = try #require(item["question_id"] as? Int)
          #expect(link.hasPrefix("\(running.base)/questions/\(id)"))
        }
        let item = try #require(try reply.items.first { $0["answer_count"] as? Int ?? 0 > 1 })
        let link = try #require(item["link"] as? String)
        let page = try await running.get(String(link.dropFirst(running.base.count)))
        #expect(page.status == 200)
        #expect(page.headers["Content-Type"] == ["text/html; charset=utf-8"])
        #expect(page.headers["Content-Security-Policy"] == [Self.policy])
        #expect(page.headers["X-Content-Type-Options"] == ["nosniff"])
        // Titles come encoded from the API, as they stand in HTML.
        #expect(page.body.contains("<h1>\(try #require(item["title"] as? String))</h1>"))
        #expect(page.body.contains(try #require(item["body"] as? String)))
        let id = try #require(item["question_id"] as? Int)
        let answers = try await running.get("/2.3/questions/\(id)/answers?site=stackoverflow&filter=withbody").items
        #expect(answers.count > 1)
        for answer in answers { #expect(page.body.contains(try #require(answer["body"] as? String))) }
        // The title behind the number is for people.
        #expect(try await running.get("/questions/\(id)").body == page.body)
        #expect(try await running.get("/questions/\(id)/another-title").body == page.body)
      }
    }
  }

  @Test func linksGoByTheNameThatTheStationWasAskedBy() async throws {
    try await RunningStation.run { running in
      let path = "/2.3/questions?site=stackoverflow&pagesize=1"
      for (host, base) in [("LOCALHOST:\(running.address.port)", "localhost:\(running.address.port)"), ("x", "x")] {
        let reply = try await running.get(path, headers: ["Host": host])
        let link = try #require(try reply.items.first?["link"] as? String)
        #expect(link.hasPrefix("http://\(base)/questions/"))
      }
    }
  }

  @Test func aCommentsLinksLeadToPagesOfTheStation() async throws {
    try await RunningStation.run { running in
      let questions = try await running.get("/2.3/questions?site=stackoverflow&pagesize=100").items
      let ids = questions.compactMap { $0["question_id"] as? Int }.map(String.init).joined(separator: ";")
      let comments = try await running.get("/2.3/questions/\(ids)/comments?site=stackoverflow&filter=withbody").items
      let links = comments.compactMap { $0["body"] as? String }.flatMap { body in
        body.matches(of: /href="([^"]*)"/).map { String($0.1) }
      }
      #expect(!links.isEmpty)
      for link in Set(links) {
        #expect(link.hasPrefix("\(running.base)/questions/"))
        #expect(try await running.get(String(link.dropFirst(running.base.count))).status == 200)
      }
    }
  }

  @Test func everyPageIsWellFormedAndLeadsToNoPostOnTheRealSites() async throws {
    let archive = try QuestionArchive.demo()
    let pages = Pages(archive: archive, epoch: Timestamp(milliseconds: 1_795_176_000_000))
    for question in archive.questions {
      let html = String(buffer: pages.response(to: "/questions/\(question.id)").body)
      #expect(Self.mistake(in: html) == nil, "\(question.id)")
      #expect(!html.contains("stackoverflow.com") && !html.contains("imgur.com"), "\(question.id)")
    }
  }

  @Test func textIsEscaped() {
    let evil = #"<script>alert("1")</script>&"#
    let answer = ArchivedQuestion.Answer(id: 2, score: 1, accepted: true, author: evil, age: 1, body: "<p>b</p>")
    let question = ArchivedQuestion(
      id: 1, title: evil, tags: [evil], score: 1, views: 2, age: 60, activity: 30, asker: evil, closed: evil,
      body: "<p>a</p>", answers: [answer])
    let html = QuestionPage(question: question, epoch: Timestamp(milliseconds: 0)).html
    #expect(!html.contains("<script") && !html.contains(#""1""#))
    #expect(html.ranges(of: "&lt;script&gt;").count == 6)
    #expect(Self.mistake(in: html) == nil)
  }

  @Test func everyPictureIsThere() async throws {
    let archive = try QuestionArchive.demo()
    let bodies = archive.questions.flatMap { [$0.body] + $0.answers.map(\.body) }
    let images = bodies.flatMap { $0.matches(of: /<img[^>]*>/).map { String($0.output) } }
    #expect(images.count == 5)
    try await RunningStation.run { running in
      for image in images {
        let parts = try #require(image.wholeMatch(of: /<img src="(\/images\/[A-Za-z0-9]+\.svg)" alt="([^"]+)">/))
        let reply = try await running.get(String(parts.1))
        #expect(reply.status == 200)
        #expect(reply.headers["Content-Type"] == ["image/svg+xml"])
        #expect(reply.headers["Content-Security-Policy"] == [Self.policy])
        #expect(reply.body.contains(parts.2))
        #expect(XMLParser(data: Data(reply.body.utf8)).parse())
      }
      let all = "/2.3/questions?site=stackoverflow&pagesize=100&filter=withbody&page="
      var sources: [String] = []
      for page in 1...4 {
        for item in try await running.get(all + "\(page)").items {
          let body = try #require(item["body"] as? String)
          sources += body.matches(of: /<img src="([^"]*)"/).map { String($0.output.1) }
        }
      }
      #expect(!sources.isEmpty)
      for source in sources { #expect(source.hasPrefix(running.base + "/images/")) }
    }
  }

  @Test func whatThereIsNotIs404AndTheStyleIsThere() async throws {
    try await RunningStation.run { running in
      for path in [
        "/questions", "/questions/1", "/questions/x", "/questions/-1", "/images/", "/images/x.svg", "/images/%22.svg",
        "/questions/99999999999999999999", "/questions/1/2/3", "/images/a/b",
      ] {
        #expect(try await running.get(path).status == 404, "\(path)")
      }
      #expect(try await running.send(.POST, "/questions/1").status == 405)
      let style = try await running.get("/style.css")
      #expect(style.headers["Content-Type"] == ["text/css; charset=utf-8"])
    }
  }

  /// The first thing that is wrong with how elements are nested in a page.
  private static func mistake(in html: String) -> String? {
    let empty: Set<Substring> = ["meta", "link", "br", "hr", "img", "!DOCTYPE"]
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      let text = rest[start...].dropFirst()
      guard let end = text.firstIndex(of: ">") else { return "a tag without an end" }
      let tag = text[..<end]
      rest = text[end...].dropFirst()
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return "</\(tag.dropFirst())> closes something else" }
      } else {
        let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "!" }
        guard !name.isEmpty else { return "a < that is no tag" }
        if !empty.contains(name) { open.append(name) }
      }
    }
    return open.last.map { "<\($0)> stays open" }
  }
}
