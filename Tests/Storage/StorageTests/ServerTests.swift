import Edits
import EditsEdge
import Foundation
import Model
import ModelTesting
import SignalsTesting
import Testing
import Text

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// What is kept of one server is never taken for another's.
@Suite struct ServerTests {
  private let folder: TemporaryFolder
  private let feed = QuestionFeed(tags: ["swift"])
  private let station = QuestionServer(kept: "http://127.0.0.1:8642/2.3")

  init() throws { folder = try TemporaryFolder() }

  private func list(_ ids: Int..., from server: QuestionServer) -> CachedQuestions {
    let questions = ids.map { Question(id: $0, title: "x") }
    return Samples.questions(QuestionPage(questions: questions, provenance: .server(server)))
  }

  private func detail(_ title: String, from server: QuestionServer) -> CachedDetail {
    let question = Question(id: 7, title: SafeText(oneLine: title))
    return CachedDetail(
      detail: QuestionDetail(question: question, answers: [], provenance: .server(server)), fetched: Samples.date)
  }

  // MARK: - The cache

  @Test func eachServerHasItsOwnList() async {
    let cache = CacheDatabase(folder.cache)
    cache.keepNow(list(1, 2, from: .standard), of: feed)
    #expect(await cache.questions(of: feed, from: station).only == nil)
    cache.keepNow(list(3, from: station), of: feed)
    #expect(await cache.questions(of: feed, from: .standard).only == list(1, 2, from: .standard))
    #expect(await cache.questions(of: feed, from: station).only == list(3, from: station))
  }

  @Test func eachServerHasItsOwnQuestions() async {
    let cache = CacheDatabase(folder.cache)
    for server in [QuestionServer.standard, station] { cache.keepNow(detail(server.address, from: server)) }
    for server in [QuestionServer.standard, station] {
      let key = QuestionKey(.server(server), site: "stackoverflow", id: 7)
      #expect(await cache.detail(of: key).only == detail(server.address, from: server))
    }
    #expect(await cache.detail(of: QuestionKey(.demonstration, site: "stackoverflow", id: 7)).only == nil)
  }

  @Test func eachServerHasItsOwnSites() async {
    let cache = CacheDatabase(folder.cache)
    let sites = CachedSites(
      SiteList([Site(id: "unix", name: "U")], provenance: .server(station)), fetched: Samples.date)
    cache.keep(sites)
    var invented = sites
    invented.list.provenance = .demonstration
    invented.list.sites = []
    cache.keep(invented)
    #expect(cache.flush(within: 300))
    #expect(await cache.sites(of: station).only == sites)
    #expect(await cache.sites(of: .standard).only == nil)
  }

  @Test func eachServerHasItsOwnWikis() async {
    let cache = CacheDatabase(folder.cache)
    let wikis = CachedWikis([Wiki("scnwiki", "Sicilian")], fetched: Samples.date)
    cache.keep(wikis, of: "https://stream.wikimedia.org/")
    #expect(cache.flush(within: 300))
    #expect(await cache.wikis(of: "https://stream.wikimedia.org/").only == wikis)
    #expect(await cache.wikis(of: "https://example.org/").only == nil)
  }

  @Test func aServerWasReachedWhereSomethingOfItIsThere() async {
    let cache = CacheDatabase(folder.cache)
    cache.keepNow(list(1, from: station), of: feed)
    #expect(await cache.hasAnything(of: station).only)
    #expect(await cache.hasAnything(of: .standard).only == false)
  }

  @Test func theLimitHoldsOverAllServers() throws {
    let (limit, scheduler) = (1 << 20, TestScheduler())
    let cache = CacheDatabase(folder.cache, limit: limit, on: scheduler)
    for number in 0..<60 {
      var page = Samples.page(500)
      page.provenance = .server(QuestionServer(kept: "http://127.0.0.1:\(number)/2.3"))
      scheduler.advance(by: .seconds(1))
      cache.keep(Samples.questions(page), of: feed)
      scheduler.advance()
      #expect(cache.flush(within: 300))
    }
    try Raw.checkpoint(folder.cache)
    let size = try #require(try FileManager.default.attributesOfItem(atPath: folder.cache.path)[.size] as? Int)
    #expect(size <= limit && size > limit / 2)
    let servers: [String] = try Raw.values("SELECT server FROM entry", in: folder.cache)
    #expect(servers.contains("http://127.0.0.1:59/2.3") && !servers.contains("http://127.0.0.1:0/2.3"))
  }

  // MARK: - The state

  @Test func eachServerHasItsOwnMarks() async {
    let state = StateDatabase(folder.state)
    let (own, others) = (
      QuestionKey(.server(.standard), site: "stackoverflow", id: 7),
      QuestionKey(.server(station), site: "stackoverflow", id: 7)
    )
    state.keepNow(
      .read(own, answers: 1, at: Samples.date), .read(others, answers: 5, at: Samples.date), .unread(own),
      .keep(detail("own", from: .standard), site: "stackoverflow"),
      .keep(detail("other's", from: station), site: "stackoverflow"))
    #expect(await state.remembered.only.questions.marks == QuestionMarks(read: [others: 5], kept: [own, others]))
    #expect(await state.kept(others).only == detail("other's", from: station))
    state.keepNow(.drop(others))
    #expect(await state.kept(own).only == detail("own", from: .standard))
    #expect(await state.keptQuestions(of: "stackoverflow", from: .standard).only.map(\.title) == ["own"])
    #expect(await state.keptQuestions(of: "stackoverflow", from: station).only == [])
  }

  @Test func theMarksOfAllServersHaveOneLimit() async throws {
    try folder.makeInner()
    let state = StateDatabase(folder.state)
    state.keepNow(.pane("conair"))
    try Raw.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(QuestionMarks.limit))
      INSERT INTO read_question SELECT 'http://' || i % 7, 'unix', i, i, 1 FROM n
      """, in: folder.state)
    state.keepNow(.read(QuestionKey(site: "unix", id: 1), answers: 1, at: Samples.date))
    #expect(
      try Raw.values("SELECT COUNT(*) FROM read_question", in: folder.state) == [QuestionMarks.limit])
    #expect(await state.remembered.only.questions.marks.read.count == QuestionMarks.limit)
  }

  @Test func nothingOfTheDemonstrationIsMarked() async {
    let state = StateDatabase(folder.state)
    let key = QuestionKey(.demonstration, site: "unix", id: 7)
    let invented = QuestionDetail(question: Question(id: 7, title: "x"), answers: [], provenance: .demonstration)
    state.keepNow(
      .read(key, answers: 1, at: Samples.date),
      .keep(CachedDetail(detail: invented, fetched: Samples.date), site: "unix"))
    #expect(await state.remembered.only == RememberedState())
    #expect(await state.kept(key).only == nil)
  }

  @Test func eachServerHasItsOwnQuotaForAsLongAsADayCounts() async throws {
    let state = StateDatabase(folder.state)
    let (own, others) = (
      RememberedQuota(remaining: 9, max: 300, date: Samples.date),
      RememberedQuota(remaining: 9_000, max: nil, date: Samples.date)
    )
    state.keepNow(.quota(own, of: .standard), .quota(others, of: station))
    #expect(await state.quota(of: .standard).only == own)
    #expect(await state.quota(of: station).only == others)
    for day in 1...3 {
      let server = QuestionServer(kept: "http://127.0.0.1:\(day)/2.3")
      state.keepNow(
        .quota(RememberedQuota(remaining: day, max: 2, date: Samples.date + Double(day) * 86_400), of: server))
    }
    #expect(try Raw.values("SELECT remaining FROM quota ORDER BY date", in: folder.state) == [2, 3])
  }

  // MARK: - Addresses

  @Test func noFileHoldsAPasswordOfAnAddress() async throws {
    let url = try #require(URL(string: "https://ada:c4n4ry@API.example.org:443/2.3/?key=c4n4ry#c4n4ry"))
    let server = QuestionServer(url)
    let (cache, state) = (CacheDatabase(folder.cache), StateDatabase(folder.state))
    cache.keepNow(list(1, from: server), of: feed)
    state.keepNow(.read(QuestionKey(.server(server), site: "unix", id: 1), answers: 1, at: Samples.date))
    #expect(await cache.questions(of: feed, from: QuestionServer(kept: "https://api.example.org/2.3")).only != nil)
    for name in folder.names {
      let bytes = try Data(contentsOf: folder.url.appending(path: "reactui/\(name)"))
      #expect(bytes.range(of: Data("c4n4ry".utf8)) == nil, "\(name)")
    }
  }
}
