import Foundation
import Model
import Questions
import Text

/// Questions that have something in every field, and others that have nothing.
enum Samples {
  static let date = Date(timeIntervalSince1970: 1_790_000_000.125)

  static let body = RichText(
    blocks: [
      .heading(level: 2, [.init("Why")]),
      .paragraph([
        .init("Plain, "), .init("bold", style: .bold), .init("é漢🙂", style: [.italic, .code], link: 1),
        .init("", style: .lineBreak), .init("Ctrl", style: .key), .init("old", style: .struckThrough, link: 0),
      ]),
      .code(["let a = 1", "", "    indented  twice"]),
      .quote([.paragraph([.init("quoted")]), .quote([.rule])]),
      .list(ordered: true, start: -3, items: [[.paragraph([.init("item")]), .code(["x"])], []]),
      .list(ordered: false, start: 1, items: []),
      .table(
        rows: [[[.init("a")], []], [[.init("b", link: 1)]]], hasHead: true, alignments: [.left, .centre, .right]),
      .table(rows: [], hasHead: false),
      .rule,
    ],
    links: [.init("https://example.org/a?page=2#part"), .init("mailto:ada@example.org")])

  static let full = Question(
    id: 77_123_456, title: "How do I cancel a Task?", tags: ["swift", "c++", "日本語"], score: -12, answerCount: 3,
    viewCount: 4_096, bounty: 50, acceptedAnswerID: 5, asker: "Ada “L” Łovelace", creationDate: date,
    lastActivity: date.addingTimeInterval(7), closedReason: "Duplicate",
    link: URL(string: "https://stackoverflow.com/questions/77123456/how-do-i?page=2"), body: body)
  static let empty = Question(id: 1, title: "(no title)", score: 0, answerCount: 0)

  static let detail = QuestionDetail(
    question: full,
    answers: [
      Answer(id: 5, score: 42, isAccepted: true, author: "Grace", creationDate: date, body: body),
      Answer(id: 6, score: 0),
    ])

  static let comment = Comment(id: 9, post: 5, score: 3, author: "Łucja", creationDate: date, body: body)
  static let comments = CachedComments(
    ofQuestion: KnownComments([], on: [full.id], fetched: date.addingTimeInterval(60)),
    ofAnswers: KnownComments([comment, Comment(id: 8, post: 5, score: 0)], on: [5, 6], fetched: date))
  static let cached = CachedDetail(detail: detail, fetched: date, comments: comments)
  /// The same as earlier versions stored it, which did not know the last activity.
  static let cachedBefore: CachedDetail = {
    var before = cached
    before.detail.question.lastActivity = nil
    return before
  }()

  static func page(_ count: Int) -> QuestionPage {
    QuestionPage(
      questions: (0..<count).map { number in
        Question(
          id: 70_000_000 + number,
          title: "How to convert a string of length \(number) to an array in Swift without copying?",
          tags: ["swift", "arrays", "string", "performance"], score: number % 50, answerCount: number % 7,
          acceptedAnswerID: number % 3 == 0 ? number : nil, asker: "user\(number)",
          creationDate: date.addingTimeInterval(Double(-number)),
          link: URL(
            string: "https://stackoverflow.com/questions/\(70_000_000 + number)/how-to-convert-a-string-of-length"))
      }, hasMore: true)
  }

  static func questions(_ page: QuestionPage, fetched: Date = date) -> CachedQuestions {
    CachedQuestions(page: page, fetched: fetched)
  }
}

extension QuestionKey {
  /// A question of the public server.
  init(site: String, id: Question.ID) { self.init(.server(.standard), site: site, id: id) }
}
