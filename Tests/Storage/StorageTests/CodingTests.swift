import Edits
import EditsEdge
import Foundation
import Model
import SignalsTesting
import Testing
import Text

@testable import Questions
@testable import Storage

@Suite struct CodingTests {
  @Test func aListIsReadAsItWasWritten() throws {
    var withoutBody = Samples.full
    withoutBody.body = nil
    let page = QuestionPage(questions: [Samples.full, Samples.empty], hasMore: true, quotaRemaining: 3, quotaMax: 300)
    let read = try QuestionCoding.page(of: QuestionCoding.bytes(of: page))
    #expect(read == QuestionPage(questions: [withoutBody, Samples.empty], hasMore: true))
  }

  @Test func aQuestionIsReadAsItWasWritten() throws {
    for comments in [Samples.comments, CachedComments(), CachedComments(ofAnswers: Samples.comments.ofAnswers)] {
      let cached = CachedDetail(detail: Samples.detail, fetched: Samples.date, comments: comments)
      #expect(try QuestionCoding.detail(of: QuestionCoding.bytes(of: cached), fetched: Samples.date) == cached)
    }
  }

  /// Files of former versions know no language.
  @Test func codeIsReadWithItsLanguage() throws {
    var cached = Samples.cached
    cached.detail.question.body?.blocks += [
      .code(["a = 1"], language: .python), .code([], language: CodeLanguage.none),
      .quote([.code(["x"], language: .swift)]),
    ]
    #expect(try QuestionCoding.detail(of: QuestionCoding.bytes(of: cached), fetched: Samples.date) == cached)
  }

  @Test(arguments: [(nil, nil), (0, nil), (nil, 3), (-7, 3)] as [(Int?, Int?)])
  func whatIsUnknownStaysUnknown(score: Int?, answerCount: Int?) throws {
    var cached = Samples.cached
    (cached.detail.question.score, cached.detail.question.answerCount) = (score, answerCount)
    cached.detail.answers[1].score = score
    cached.comments.ofAnswers?.byPost[5]?[0].score = score
    cached.detail.hasAllAnswers = score != nil
    #expect(try QuestionCoding.detail(of: QuestionCoding.bytes(of: cached), fetched: Samples.date) == cached)
    cached.detail.question.body = nil
    let page = QuestionPage(questions: [cached.detail.question, Samples.empty])
    #expect(try QuestionCoding.page(of: QuestionCoding.bytes(of: page)) == page)
  }

  /// Why a request failed is no news at the next start.
  @Test func whyAnswersAreMissingIsNotKept() throws {
    var cached = Samples.cached
    cached.detail.answersTrouble = .notFound("x")
    let read = try QuestionCoding.detail(of: QuestionCoding.bytes(of: cached), fetched: Samples.date)
    #expect(read == Samples.cached)
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 300, Int.max, Int.min])
  func anyNumberIsReadAsItWasWritten(number: Int) throws {
    var writer = ByteWriter()
    writer.write(number)
    var reader = ByteReader(writer.bytes)
    #expect(try reader.integer() == number)
    try reader.finish()
  }

  /// A field that the models gain has to be written and read, in another version of the format. A question's site is not: it is
  /// that of the list or of the key.
  @Test func everyFieldIsKnown() {
    #expect(Mirror(reflecting: Samples.full).children.count == 15)
    #expect(Mirror(reflecting: Samples.detail.answers[0]).children.count == 6)
    #expect(Mirror(reflecting: Samples.detail).children.count == 7)
    #expect(Mirror(reflecting: Samples.cached).children.count == 3)
    #expect(Mirror(reflecting: Samples.comments).children.count == 2)
    #expect(Mirror(reflecting: KnownComments([], on: [], fetched: Samples.date)).children.count == 2)
    #expect(Mirror(reflecting: Samples.comment).children.count == 6)
    #expect(Mirror(reflecting: QuestionPage(questions: [])).children.count == 5)
    #expect(Mirror(reflecting: Samples.body).children.count == 2)
    #expect(Mirror(reflecting: QuestionFeed()).children.count == 8)
  }

  @Test func blocksThatLieTooDeepAreNotWritten() {
    func nested(_ depth: Int) -> CachedDetail {
      var block = RichText.Block.rule
      for _ in 0..<depth { block = .quote([block]) }
      let answer = Answer(id: 1, body: RichText(blocks: [block]))
      return CachedDetail(detail: QuestionDetail(question: Samples.empty, answers: [answer]), fetched: Samples.date)
    }
    #expect(throws: Never.self) {
      try QuestionCoding.detail(of: QuestionCoding.bytes(of: nested(63)), fetched: Samples.date)
    }
    #expect(throws: MalformedBytes.self) { try QuestionCoding.bytes(of: nested(64)) }
  }

  @Test func sitesAreReadAsTheyWereWritten() throws {
    let sites = [
      Site(
        id: "unix", name: "Unix & Linux", audience: "users", url: URL(string: "https://unix.stackexchange.com"),
        isMeta: true, isClosed: true), Site(id: "x", name: "X"),
    ]
    #expect(try SiteCoding.sites(of: SiteCoding.bytes(of: sites)) == sites)
    #expect(throws: (any Error).self) { try SiteCoding.sites(of: [1, 2]) }
  }

  @Test func wikisAreReadAsTheyWereWritten() throws {
    let wikis = [Wiki("scnwiki", "Sicilian", "sicilianu"), Wiki("wikidatawiki", "Wikidata")]
    #expect(try WikiCoding.wikis(of: WikiCoding.bytes(of: wikis)) == wikis)
    #expect(throws: (any Error).self) { try WikiCoding.wikis(of: [1, 2]) }
    let foreign = #"[{"name":"../evil","language":"E"},{"name":"dewiki","language":"Ger\u001bman"}]"#
    #expect(try WikiCoding.wikis(of: Array(foreign.utf8)).map(\.name) == ["dewiki"])
    #expect(try WikiCoding.wikis(of: Array(foreign.utf8)).first?.language == SafeText(label: "Ger\u{1b}man"))
  }

  // MARK: - Foreign bytes

  @Test func everyPrefixIsRefused() throws {
    let bytes = try QuestionCoding.bytes(of: Samples.cached)
    for length in 0..<bytes.count {
      #expect(throws: MalformedBytes.self) {
        try QuestionCoding.detail(of: Array(bytes.prefix(length)), fetched: Samples.date)
      }
    }
    #expect(throws: MalformedBytes.self) { try QuestionCoding.detail(of: bytes + [0], fetched: Samples.date) }
  }

  @Test func anotherVersionIsRefused() {
    var bytes = QuestionCoding.bytes(of: QuestionPage(questions: []))
    for version in [0, bytes[0] + 1] {
      bytes[0] = version
      #expect(throws: MalformedBytes.self) { try QuestionCoding.page(of: bytes) }
    }
  }

  @Test func changedBytesAreRefusedOrSafe() throws {
    var random = SystemRandomNumberGenerator()
    let detail = try QuestionCoding.bytes(of: Samples.cached)
    let page = QuestionCoding.bytes(of: Samples.page(3))
    var (refused, read) = (0, 0)
    for _ in 0..<5000 {
      var (detail, page) = (detail, page)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        detail[Int.random(in: 1..<detail.count, using: &random)] = .random(in: 0...255, using: &random)
        page[Int.random(in: 1..<page.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      for texts in [
        (try? QuestionCoding.detail(of: detail, fetched: Samples.date)).map(Self.texts),
        (try? QuestionCoding.page(of: page)).map(Self.texts),
      ] {
        guard let texts else {
          refused += 1
          continue
        }
        read += 1
        for text in texts { #expect(SafeText(oneLine: text.string) == text) }
      }
    }
    #expect(refused > 100 && read > 100)
  }

  /// A length that is larger than what follows must not be reserved.
  @Test func aCountThatCannotBeIsRefused() {
    #expect(throws: MalformedBytes.self) {
      try QuestionCoding.page(of: [1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
    }
    #expect(throws: MalformedBytes.self) {
      try QuestionCoding.page(of: [1, 0] + [UInt8](repeating: 0xFF, count: 12))
    }
  }

  @Test func textIsMadeSafeAgain() throws {
    // One question, without any of the optional fields, whose title is an escape sequence.
    let title = Array("\u{1B}[2Jx\u{202E}".utf8)
    let bytes: [UInt8] = [1, 0, 1, 0, 2, UInt8(title.count)] + title + [0]
    let page = try QuestionCoding.page(of: bytes)
    #expect(page.questions.map(\.title.string) == ["\u{FFFD}[2Jx"])
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/a", "https:", "x"])
  func aPageThatIsNoPageIsNoLink(address: String) throws {
    let link = Array(address.utf8)
    let bytes: [UInt8] = [1, 0, 1, 64, 2, 1, 0x78, 0, UInt8(link.count)] + link
    #expect(try QuestionCoding.page(of: bytes).questions == [Question(id: 1, title: "x")])
    // The same as a link of a body, on which runs depend by number.
    let body: [UInt8] = [1, 0, 2, 1, 0x78, 0, 1, 1, UInt8(link.count)] + link + [0, 0]
    #expect(throws: MalformedBytes.self) { try QuestionCoding.detail(of: body, fetched: Samples.date) }
  }

  private static func texts(_ page: QuestionPage) -> [SafeText] { page.questions.flatMap(texts) }

  private static func texts(_ cached: CachedDetail) -> [SafeText] {
    let known = [cached.comments.ofQuestion, cached.comments.ofAnswers].compactMap { $0?.byPost.values.joined() }
    return texts(cached.detail.question)
      + cached.detail.answers.flatMap { [$0.author].compactMap { $0 } + texts($0.body) }
      + known.joined().flatMap { [$0.author].compactMap { $0 } + texts($0.body) }
  }

  private static func texts(_ question: Question) -> [SafeText] {
    [question.title] + question.tags + [question.asker, question.closedReason].compactMap { $0 }
      + (question.body.map(texts) ?? [])
  }

  private static func texts(_ body: RichText) -> [SafeText] {
    func runs(_ runs: [RichText.Run]) -> [SafeText] { runs.map(\.text) }
    func inside(_ blocks: [RichText.Block]) -> [SafeText] {
      blocks.flatMap { block -> [SafeText] in
        switch block {
        case .paragraph(let text), .heading(_, let text): runs(text)
        case .code(let lines, _): lines
        case .quote(let blocks): inside(blocks)
        case .list(_, _, let items): items.flatMap(inside)
        case .table(let rows, _, _): rows.flatMap { $0.flatMap(runs) }
        case .rule: []
        }
      }
    }
    return body.links.map(\.target) + inside(body.blocks)
  }
}

@Suite struct FeedKeyTests {
  @Test(arguments: [
    (QuestionFeed(), "{}"),
    (QuestionFeed(tags: ["ios"]), #"{"tags":["ios"]}"#),
    (QuestionFeed(otherSites: ["unix"]), #"{"otherSites":["unix"]}"#),
    (.kept(of: "unix"), #"{"selection":"kept","site":"unix"}"#),
    (.loaded(), #"{"order":"creation","selection":"loaded","when":"unread"}"#),
    (
      QuestionFeed.loaded(when: "tag:c score>=3").ordered(by: .votes),
      #"{"order":"votes","selection":"loaded","when":"tag:c score>=3"}"#
    ),
    (
      QuestionFeed(
        site: "unix", tags: ["c++", "a/b"], matching: .any, selection: .unanswered, search: "“x” \"y\"", order: .votes),
      #"{"matching":"any","order":"votes","search":"“x” \"y\"","selection":"unanswered","site":"unix","tags":["c++","a/b"]}"#
    ),
  ])
  func aFeedIsJSONWithWhatIsSpecial(feed: QuestionFeed, text: String) throws {
    #expect(try FeedKey.text(of: feed) == text)
    #expect(FeedKey.feed(of: text) == feed)
  }

  @Test(arguments: ["", "[]", "{", #"{"order":"best"}"#, #"{"tags":"ios"}"#, #"{"colour":"red"}"#, #"{ }"#])
  func whatIsNotUnderstoodWholeIsNoFeed(text: String) {
    #expect(FeedKey.feed(of: text) == nil)
  }
}
