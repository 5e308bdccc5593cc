import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Settings name another server while the program runs, or named one when it ran before: nothing of the one may be taken
/// for the other's.
@Suite struct ServerChangeTests {
  private let station = QuestionServer(kept: "http://127.0.0.1:8642/2.3")
  private let store = MemoryStateStore()
  private let cache = MemoryQuestionCache()

  /// A pane that the public server has answered with these questions.
  private func loaded(_ ids: some Sequence<Int>, quota: Quota = Quota()) -> StackOverflowScene {
    let scene = StackOverflowScene(store: store, cache: cache)
    scene.start()
    scene.scheduler.perform { store.arrive(RememberedState()) }
    scene.scheduler.advance()
    scene.answer(0, page(ids, from: .standard, quota: quota))
    return scene
  }

  private func turn(_ scene: StackOverflowScene, to server: QuestionServer) {
    scene.scheduler.perform { scene.service.turn(to: server) }
    scene.scheduler.advance()
  }

  private func page(
    _ ids: some Sequence<Int>, from server: QuestionServer, quota: Quota = Quota()
  ) -> QuestionPage {
    QuestionPage(
      questions: ids.map { .sample($0) }, hasMore: true, provenance: .server(server),
      quotaRemaining: quota.remaining, quotaMax: quota.max)
  }

  private func detail(_ id: Int, answers: Int = 2, from server: QuestionServer) -> QuestionDetail {
    var detail = QuestionDetail.sample(id, answers: answers)
    detail.provenance = .server(server)
    return detail
  }

  // MARK: - Lists

  @Test func theListsOfAnotherServerAreNotThere() {
    cache.add([1, 2], of: QuestionFeed())
    cache.add(
      CachedQuestions(page: page([7], from: station), fetched: .distantPast), of: QuestionFeed(tags: ["android"]))
    let scene = StackOverflowScene(cache: cache)
    turn(scene, to: station)
    scene.start()
    scene.scheduler.advance()
    #expect(scene.rows == [])
    scene.perform(.selectTab(1))
    scene.scheduler.advance()
    #expect(scene.rows == [7])
  }

  @Test func theListOfTheNextServerTakesThePlaceOfTheOneBefore() {
    cache.add(CachedQuestions(page: page([7], from: station), fetched: .distantPast), of: QuestionFeed())
    let scene = loaded(1...3)
    turn(scene, to: station)
    #expect(scene.rows == [7] && scene.list.isFromThePast)
    #expect(scene.asked.count == 2, "it is asked for once")
    scene.answer(1, page([8, 1], from: station))
    #expect(scene.rows == [8, 1], "no older rows of the other server stay below")
    #expect(scene.state.provenance == .server(station))
    #expect(cache[QuestionFeed()]?.page.questions.map(\.id) == [1, 2, 3])
    #expect(cache[QuestionFeed(), station]?.page.questions.map(\.id) == [8, 1])
  }

  @Test func whatIsUnderWayToAServerThatIsLeftIsCancelled() {
    let scene = loaded(1...3)
    scene.perform(.selectTab(1), .refresh)
    turn(scene, to: station)
    #expect(scene.asked.count == 4 && scene.service.pages.open == [3], "it is asked for once")
    scene.answer(2, page([4], from: .standard))
    #expect(scene.rows == [] && scene.state.provenance == .server(station))
    #expect(cache[QuestionFeed(tags: ["android"])] == nil)
    scene.answer(3, page([7], from: station))
    #expect(scene.rows == [7])
    scene.perform(.selectTab(0))
    scene.scheduler.advance()
    #expect(scene.rows == [], "each tab has forgotten")
  }

  /// An answer has come in, and waits for the interface, when the server is exchanged.
  @Test func anAnswerOnItsWayIsNotTakenForTheNextServers() {
    let scene = loaded(1...3)
    scene.perform(.refresh)
    scene.service.pages.answer(1, page([4, 5], from: .standard))
    scene.scheduler.perform { scene.service.turn(to: station) }
    scene.scheduler.advance()
    #expect(scene.rows == [])
    #expect(scene.service.pages.open == [2])
    #expect(cache[QuestionFeed()]?.page.questions.map(\.id) == [1, 2, 3])
  }

  // MARK: - Questions

  @Test func aQuestionOfTheSameNumberIsAnotherOneThere() {
    let scene = loaded(1...3)
    scene.perform(.open)
    scene.answerDetail(0, detail(1, answers: 5, from: .standard))
    turn(scene, to: station)
    #expect(scene.state.reading == nil)
    scene.answer(1, page([1, 2], from: station))
    scene.perform(.open)
    scene.scheduler.advance()
    #expect(scene.state.reading?.detail == nil && scene.askedDetails == [1, 1])
    scene.answerDetail(1, detail(1, answers: 1, from: station))
    #expect(cache[1]?.detail.answers.count == 5)
    #expect(cache[1, station]?.detail.answers.count == 1)
  }

  // MARK: - Marks

  @Test func marksAreOfTheirServer() {
    let scene = loaded(1...3)
    func isRead(_ id: Int) -> Bool { scene.state.mark(of: .sample(id)).isRead }
    scene.perform(.open)
    scene.answerDetail(0, detail(1, from: .standard))
    scene.perform(.close, .toggleKept)
    scene.scheduler.advance()
    #expect(isRead(1) && scene.state.mark(of: .sample(1)).isKept)
    turn(scene, to: station)
    scene.answer(1, page(1...3, from: station))
    #expect(!isRead(1) && !scene.state.mark(of: .sample(1)).isKept)
    scene.perform(.move(.lines(1)), .open)
    scene.answerDetail(1, detail(2, from: station))
    scene.perform(.close)
    #expect(isRead(2))
    turn(scene, to: .standard)
    scene.answer(2, page(1...3, from: .standard))
    #expect(isRead(1) && !isRead(2))
    let read = store.changes(of: QuestionChange.self).compactMap {
      if case .read(let key, _, _) = $0 { key } else { nil }
    }
    #expect(
      Set(read) == [QuestionKey(site: "stackoverflow", id: 1), .init(.server(station), site: "stackoverflow", id: 2)])
  }

  @Test func keptQuestionsAreListedByServer() {
    store.keep(.keep(CachedDetail(detail: detail(7, from: .standard), fetched: .distantPast), site: "stackoverflow"))
    store.keep(.keep(CachedDetail(detail: detail(8, from: station), fetched: .distantPast), site: "stackoverflow"))
    let scene = loaded(1...3)
    scene.perform(.openTab(.kept()))
    scene.scheduler.advance()
    #expect(scene.rows == [7])
    turn(scene, to: station)
    #expect(scene.rows == [8])
  }

  @Test func aQuestionThatIsToBeKeptIsNotTakenFromTheNextServer() {
    let scene = loaded(1...3)
    let told = MutableProperty<[SafeText]>([])
    scene.viewModel.notices.observeValues { notice in told.modify { $0.append(notice) } }
    scene.perform(.toggleKept)
    turn(scene, to: station)
    scene.answerDetail(0, detail(1, from: station))
    #expect(store.keptDetails.value.isEmpty)
    #expect(told.value == ["The question cannot be kept: another server is asked now"])
    turn(scene, to: .standard)
    scene.answer(2, page([1], from: .standard))
    #expect(!scene.state.mark(of: .sample(1)).isKept)
  }

  // MARK: - Quota

  @Test func eachServerHasItsOwnQuota() {
    let now = Date(timeIntervalSinceReferenceDate: 0)
    store.keep(.quota(RememberedQuota(remaining: 12, max: 300, date: now), of: station))
    let scene = loaded(1...3, quota: Quota(remaining: 250, max: 300))
    #expect(scene.state.quota == Quota(remaining: 250, max: 300))
    turn(scene, to: station)
    #expect(scene.state.quota == Quota(remaining: 12, max: 300))
    turn(scene, to: QuestionServer(kept: "http://example.org"))
    #expect(scene.state.quota == Quota())
    turn(scene, to: .standard)
    #expect(scene.state.quota == Quota(remaining: 250, max: 300))
    let kept = store.changes(of: QuestionChange.self).compactMap {
      if case .quota(_, let server) = $0 { server } else { nil }
    }
    #expect(kept == [station, .standard])
  }

  @Test func aSearchThatAServerAnswersAfterItWasLeftCountsForNothing() {
    let scene = loaded(1...3)
    let field = MutableProperty<SafeText>("")
    let findings = scene.scheduler.perform { scene.viewModel.findings(for: Property(capturing: field)) }
    scene.scheduler.perform { field.value = "nio websocket" }
    scene.wait(0.6)
    #expect(findings.value.isLoading)
    turn(scene, to: station)
    scene.answer(1, page([5], from: .standard, quota: Quota(remaining: 3, max: 300)))
    #expect(scene.state.provenance == .server(station) && scene.state.quota == Quota())
  }

  // MARK: - Sites

  @Test func sitesOfTheDemonstrationAreNeverKept() {
    let scene = StackOverflowScene(cache: cache)
    let text = MutableProperty<SafeText>("")
    let suggestions = scene.scheduler.perform { scene.viewModel.suggestions(for: Property(capturing: text)) }
    func type(_ letters: SafeText) {
      scene.scheduler.perform { text.value = letters }
      scene.wait(0.3)
    }
    type("site:uni")
    scene.directory.allSites.answer(0, SiteList([Site(id: "unix", name: "U")], provenance: .demonstration))
    scene.wait(0)
    #expect(suggestions.value.words.map(\.word) == ["unix"])
    type("site:un")
    scene.directory.allSites.answer(1, SiteList([Site(id: "unix", name: "U")]))
    type("site:unix")
    #expect(scene.directory.allSites.keys.count == 2, "only those of the server are kept")
    scene.directory.provenance = .server(station)
    type("site:uni")
    #expect(scene.directory.allSites.keys.count == 3, "another server has others")
  }
}
