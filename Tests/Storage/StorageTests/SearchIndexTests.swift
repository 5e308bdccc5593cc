import Foundation
import GRDB
import Model
import Signals
import Testing
import Text

@testable import Assembly
@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// Finding questions by words in everything that was loaded.
@Suite struct SearchIndexTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.search }

  init() throws { folder = try TemporaryFolder() }

  private func cache(limit: Int = SearchIndex.standardLimit) -> CacheDatabase {
    CacheDatabase(folder.cache, beside: SearchIndex(file, limit: limit))
  }

  private func question(
    _ id: Int, _ title: SafeText, tags: [SafeText] = [], asker: SafeText? = nil, body: SafeText? = nil
  ) -> Question {
    Question(
      id: id, title: title, tags: tags, asker: asker,
      body: body.map { RichText(blocks: [.paragraph([.init($0)])]) })
  }

  private func keep(
    _ questions: [Question], site: String = "stackoverflow", of server: QuestionServer = .standard,
    at seconds: Double = 0, in cache: CacheDatabase
  ) {
    let page = QuestionPage(questions: questions, provenance: .server(server))
    cache.keepNow(
      CachedQuestions(page: page, fetched: Samples.date.addingTimeInterval(seconds)), of: QuestionFeed(site: site))
  }

  private func detail(
    _ question: Question, answers: [SafeText] = [], comment: SafeText? = nil, at seconds: Double = 0
  ) -> CachedDetail {
    let detail = QuestionDetail(
      question: question,
      answers: answers.enumerated().map { Answer(id: 100 + $0, body: RichText(blocks: [.code(["", $1])])) })
    let fetched = Samples.date.addingTimeInterval(seconds)
    let known = comment.map {
      KnownComments(
        [Comment(id: 1, post: 100, body: RichText(blocks: [.paragraph([.init($0)])]))], on: [100], fetched: fetched)
    }
    return CachedDetail(detail: detail, fetched: fetched, comments: CachedComments(ofAnswers: known))
  }

  private func found(
    _ text: SafeText, from server: QuestionServer = .standard, in cache: CacheDatabase
  ) async -> [FoundQuestion] {
    await cache.found(text, from: server).last??.questions ?? []
  }

  // MARK: - Words

  @Test func wordsAreFoundAsAFilterFoldsThem() async {
    let cache = cache()
    keep(
      [
        question(1, "Łódź naïve Große", tags: ["c++"], asker: "Ana-Lucía"), question(2, "Concurrency in Swift"),
        question(3, "東京都の天気"),
      ], in: cache)
    for text: SafeText in ["lodz", "GROSSE naive", "ŁÓD", "c++", "lucia ana", "Ana-Lucía"] {
      #expect(await found(text, in: cache).map(\.key.id) == [1], "\(text)")
    }
    #expect(await found("天気", in: cache).map(\.key.id) == [3])
    #expect(await found("swift conc", in: cache).map(\.key.id) == [2], "the last word may go on")
    #expect(await found("conc ", in: cache).isEmpty, "a blank ends it")
    #expect(await found("conc swift", in: cache).isEmpty)
    #expect(await found("swift lodz", in: cache).isEmpty, "all words must occur")
  }

  @Test(arguments: [
    "\"", "\"\"", "a\"b", "AND", "a AND", "OR b", "NOT", "NEAR(a b)", "NEAR", "*", "a*", "**", "^a", "title:swift",
    "title:",
    "-swift", "+", "(", ")", "(a", "{title} : a", "a\u{0}b", "'; DROP TABLE document; --", "\\", "words MATCH 1",
    "\u{FFFD}",
  ])
  func whatIsTypedIsNeverSyntax(text: String) async throws {
    let cache = cache()
    let told = Told(cache.notices)
    let title = SafeText(oneLine: "Beginning \(text) and end")
    keep([question(1, title), question(2, "Other")], in: cache)
    let result = try #require(await cache.found(SafeText(oneLine: text), from: .standard).last)
    let questions = try #require(result).questions
    let hasTerms = FullTextQuery(SafeText(oneLine: text)).expression != nil
    #expect(questions.map(\.key.id) == (hasTerms ? [1] : []))
    #expect(told.all.isEmpty)
  }

  @Test func aLongPasteIsWords() async {
    let cache = cache()
    keep([question(1, "Other")], in: cache)
    for text in [
      String(repeating: "word ", count: 2_000), String(repeating: "x", count: 10_000),
      String(repeating: "a.", count: 5_000),
    ] {
      #expect(await cache.found(SafeText(oneLine: text), from: .standard).last??.questions == [])
    }
  }

  // MARK: - Texts

  @Test func answersAndCommentsAreFoundWithTheirLine() async throws {
    let cache = cache()
    let asked = question(1, "Why?", tags: ["swift"], body: "A body about semaphores")
    cache.keepNow(detail(asked, answers: ["let x = 1", "use an actor here"], comment: "Reentrancy matters"))
    var expected = asked
    expected.body = nil
    let answer = try #require(await found("ACTOR swift", in: cache).first)
    #expect(answer.question == expected && answer.key == QuestionKey(site: "stackoverflow", id: 1))
    #expect(answer.place == .answer(101) && answer.line == "use an actor here")
    let comment = try #require(await found("reentr", in: cache).first)
    #expect(comment.place == .comment(on: 100) && comment.line == "Reentrancy matters")
    let body = try #require(await found("semaphores", in: cache).first)
    #expect(body.place == .question && body.line == "A body about semaphores")
    let title = try #require(await found("why swift", in: cache).first)
    #expect(title.place == .title && title.line == nil)
  }

  @Test func aLateWordIsShownWithWhatStandsBeforeIt() throws {
    let text = SafeText(oneLine: String(repeating: "word ", count: 60) + "actor after")
    let texts = SearchedTexts(detail(question(1, "Why?", body: text)))
    let line = try #require(texts.best(for: FilterWords("actor"))).line.string
    #expect(line.hasPrefix("…") && line.hasSuffix("word actor after") && line.count < 60)
    let long = SearchedTexts(detail(question(1, "Why?", body: SafeText(oneLine: String(repeating: "y", count: 2_000)))))
    #expect(long.posts[0].lines.count == 4)
  }

  @Test func aTitleComesFirstAndOfEqualOnesTheNewer() async {
    let cache = cache()
    keep((10..<40).map { question($0, "Other \($0)") }, in: cache)
    cache.keepNow(detail(question(1, "Why?"), answers: ["an actor", "an actor", "an actor"]))
    keep([question(2, "An actor is it")], at: 10, in: cache)
    keep([question(3, "An actor is it")], at: 20, in: cache)
    #expect(await found("actor", in: cache).map(\.key.id) == [3, 2, 1])
  }

  @Test func aListTakesNothingAwayFromAnOpenedQuestionAndAnOlderVersionNothing() async {
    let cache = cache()
    cache.keepNow(detail(question(1, "First title"), answers: ["an actor"], at: 10))
    keep([question(1, "Second title")], at: 20, in: cache)
    #expect(await found("actor second", in: cache).map(\.key.id) == [1])
    #expect(await found("first", in: cache).isEmpty)
    keep([question(1, "Third title")], at: 5, in: cache)
    #expect(await found("actor second", in: cache).count == 1)
    #expect(await found("third", in: cache).isEmpty)
    cache.keepNow(detail(question(1, "Fourth"), answers: ["no more"], at: 30))
    #expect(await found("actor", in: cache).isEmpty)
    #expect(await found("fourth more", in: cache).count == 1)
  }

  @Test func whatOneServerSaidIsNotFoundForAnotherAndSitesAreTold() async {
    let cache = cache()
    let other = QuestionServer(kept: "https://other.example/2.3")
    keep([question(1, "An actor")], in: cache)
    keep([question(1, "An actor on Unix")], site: "unix", in: cache)
    keep([question(1, "An actor elsewhere")], of: other, in: cache)
    #expect(
      Set(await found("actor", in: cache).map(\.key)) == [
        QuestionKey(site: "stackoverflow", id: 1), QuestionKey(site: "unix", id: 1),
      ])
    #expect(await found("actor", from: other, in: cache).map(\.key.provenance) == [.server(other)])
    #expect(await found("elsewhere", in: cache).isEmpty)
  }

  @Test func moreThanTheLimitIsSaid() async throws {
    let cache = cache()
    keep((1...60).map { question($0, "Actor \($0)") }, in: cache)
    let result = try #require(await cache.found("actor", from: .standard).last)
    #expect(result?.questions.count == FoundQuestions.limit && result?.hasMore == true && result?.isComplete == true)
  }

  // MARK: - The file

  @Test func aCacheWithoutAnIndexIsReadIntoItOnce() async throws {
    let former = CacheDatabase(folder.cache)
    for number in 0..<20 {
      former.keepNow(
        Samples.questions(QuestionPage(questions: [question(number, "Former actor \(number)")])),
        of: QuestionFeed(site: "unix", tags: ["tag\(number)"]))
    }
    former.keepNow(detail(question(50, "Why?"), answers: ["a former reply"]))
    try Raw.execute("UPDATE content SET bytes = x'09' WHERE id = 3", in: folder.cache)
    let cache = cache()
    let all = await cache.found("former", from: .standard).everything.compactMap { $0 }
    #expect(all.map(\.isComplete) == [false, true])
    #expect(all.map(\.questions.count) == [0, 20], "an entry that cannot be read is missing")
    #expect(Set(all[1].questions.map(\.key.site)) == ["unix", "stackoverflow"])
    #expect(await self.cache().found("former", from: .standard).everything.count == 1)
  }

  @Test func twoProgramsThatReadTheCacheDoNoHarm() async throws {
    let former = CacheDatabase(folder.cache)
    for number in 0..<30 {
      former.keepNow(
        Samples.questions(QuestionPage(questions: [question(number, "Actor \(number)")])),
        of: QuestionFeed(tags: ["tag\(number)"]))
    }
    let (one, other) = (cache(), cache())
    async let first = one.found("actor", from: .standard).last
    async let second = other.found("actor", from: .standard).last
    let results = await [first, second]
    #expect(results.allSatisfy { ($0 ?? nil)?.questions.count == 30 })
    try check()
  }

  /// The index is whole.
  private func check() throws {
    try Raw.execute("INSERT INTO words (words) VALUES ('integrity-check')", in: file)
    let documents: [Int] = try Raw.values("SELECT id FROM document ORDER BY id", in: file)
    #expect(try Raw.values("SELECT rowid FROM words ORDER BY rowid", in: file) == documents)
  }

  @Test func whatWasLoadedLongestAgoGoesFirst() async throws {
    let cache = cache(limit: 50_000)
    for number in 0..<20 {
      keep((0..<50).map { question(number * 50 + $0, "Batch\(number) question \($0) of many") }, in: cache)
    }
    #expect(await found("batch0 ", in: cache).isEmpty)
    #expect(await found("batch19 question", in: cache).count == 50)
    let size: [Int] = try Raw.values("SELECT SUM(size) FROM document", in: file)
    #expect(size[0] <= 50_000 && size[0] > 25_000)
    try check()
  }

  @Test func theIndexIsEmptiedAndGoesOn() async throws {
    let cache = cache()
    keep([question(1, "Confidential actor")], in: cache)
    #expect(SearchIndex(file).summary().counts == [.init(name: "questions to find", one: "question to find", count: 1)])
    #expect(CacheDatabase(folder.cache).clear(of: Features.cached).removed == ["1 list"])
    let removal = SearchIndex(file).clear()
    #expect(removal.removed == ["1 question to find"] && removal.failure == nil)
    #expect(await found("actor", in: cache).isEmpty)
    try Raw.checkpoint(file)
    #expect(try Data(contentsOf: file).firstRange(of: Data("confidential".utf8)) == nil)
    keep([question(2, "Another actor")], in: cache)
    #expect(await found("actor", in: cache).map(\.key.id) == [2])
    try check()
  }

  @Test func aDamagedIndexIsMadeAgainFromTheCache() async throws {
    do {
      let cache = cache()
      keep((1...200).map { question($0, "An actor \($0)") }, in: cache)
    }
    try Raw.checkpoint(file)
    try Raw.spoil(file)
    Raw.removeCompanions(of: file)
    let cache = cache()
    let told = Told(cache.notices)
    _ = await found("actor", in: cache)
    #expect(await found("actor", in: cache).count == 50)
    #expect(told.all.first?.hasPrefix("search.sqlite was damaged: ") == true, "\(told.all)")
    #expect(await cache.questions(of: QuestionFeed()).only?.page.questions.count == 200)
  }

  @Test func aSystemWithoutFullTextSearchIsTold() async throws {
    let schema = StoreSchema.search { _ in throw StoreError("this system's SQLite has no full-text search (FTS5)") }
    let opening = StoreOpening(file: StoreFile(url: file), schema: schema)
    let cache = CacheDatabase(folder.cache, beside: SearchIndex(opening, on: QueueScheduler()))
    let told = Told(cache.notices)
    keep([question(1, "An actor")], in: cache)
    #expect(await cache.found("actor", from: .standard).last == .some(nil))
    #expect(told.all == ["F cannot search: this system's SQLite has no full-text search (FTS5)."])
    #expect(await cache.questions(of: QuestionFeed()).only?.page.questions.count == 1)
    #expect(await self.cache().found("actor", from: .standard).last??.questions.count == 1, "and elsewhere it is read")
  }

  @Test func anIndexThatIsLockedLosesNothingElse() async throws {
    let opening = StoreOpening(file: StoreFile(url: file), schema: .search, wait: LockWait(limit: 0.05))
    let cache = CacheDatabase(folder.cache, beside: SearchIndex(opening, on: QueueScheduler()))
    let told = Told(cache.notices)
    keep([question(1, "An actor")], in: cache)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM document") }
    keep([question(2, "Another actor")], in: cache)
    #expect(await found("actor", in: cache).map(\.key.id) == [1])
    #expect(told.all == ["F cannot search: search.sqlite cannot be used: another program has locked it."])
    #expect(await cache.questions(of: QuestionFeed()).only?.page.questions.map(\.id) == [2])
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }
}

extension SignalProducer where Error == Never {
  /// All values of a start.
  fileprivate var everything: [Value] {
    get async { await collect().only }
  }

  /// The last value of a start.
  fileprivate var last: Value? {
    get async { await everything.last }
  }
}
