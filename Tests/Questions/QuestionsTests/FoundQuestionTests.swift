import Foundation
import Locks
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Finding in what was loaded, and opening what was found above the list.
@Suite struct FoundQuestionTests {
  private let cache = FindingCache()
  private let scene: StackOverflowScene

  init() {
    scene = StackOverflowScene(cache: cache)
    scene.start()
    scene.wait(0)
    scene.answer(0, .sample([1, 2, 3]))
  }

  private static func found(_ id: Int, site: String = "unix", place: FoundQuestion.Place = .title) -> FoundQuestion {
    FoundQuestion(question: .sample(id), key: QuestionKey(.server(.standard), site: site, id: id), place: place)
  }

  private func openFound(_ index: Int = 0, site: String = "unix") {
    let questions = [7, 8, 2].map { Self.found($0, site: site, place: .answer(70)) }
    scene.perform(.inTab(.openFound(questions, at: index)))
  }

  // MARK: - Finding

  @Test func textIsThrottledAndTheSecondQuestionCancelsTheFirst() {
    let text = MutableProperty<SafeText>("")
    let findings = scene.viewModel.loadedFindings(for: Property(text))
    for word: SafeText in ["s", "sw", "swi", "swift"] { scene.scheduler.perform { text.value = word } }
    scene.wait(0.1)
    #expect(cache.asked.last == "swift" && cache.asked.count <= 2)
    #expect(findings.value.isSearching && findings.value.found == nil && findings.value.text == "swift")
    scene.scheduler.perform { text.value = "swift actor" }
    scene.wait(0.1)
    #expect(cache.asked.last == "swift actor")
    cache.answer("swift", FoundQuestions([Self.found(1)]))
    scene.wait(0)
    #expect(findings.value.found == nil, "the answer to what was typed before")
    cache.answer("swift actor", FoundQuestions([Self.found(2)], isComplete: false))
    scene.wait(0)
    #expect(findings.value.found?.questions == [Self.found(2)] && findings.value.isSearching)
    cache.answer("swift actor", FoundQuestions([Self.found(2), Self.found(3)]))
    scene.wait(0)
    #expect(findings.value.found?.questions.count == 2 && !findings.value.isSearching)
    #expect(findings.value.words == FilterWords("swift actor"))
    scene.scheduler.perform { text.value = "  " }
    scene.wait(0.1)
    #expect(cache.asked.count <= 3 && findings.value.found == FoundQuestions())
  }

  @Test func nothingIsKeptOfTheDemonstration() {
    let scene = StackOverflowScene(origin: .demo, cache: cache)
    let text = MutableProperty<SafeText>("swift")
    let findings = scene.viewModel.loadedFindings(for: Property(text))
    scene.wait(1)
    #expect(findings.value.hindrance == .demonstration && cache.asked.isEmpty)
  }

  @Test func withoutAnIndexNothingIsFound() {
    let scene = StackOverflowScene()
    let text = MutableProperty<SafeText>("swift")
    let findings = scene.viewModel.loadedFindings(for: Property(text))
    scene.wait(1)
    #expect(findings.value.hindrance == .noIndex)
    let other = self.scene.viewModel.loadedFindings(for: Property(text))
    self.scene.wait(1)
    cache.answer("swift", nil)
    self.scene.wait(0)
    #expect(other.value.hindrance == .noIndex && !other.value.isSearching)
  }

  // MARK: - Opening

  @Test func aFoundQuestionIsOpenedOnItsSiteAndClosingGoesBack() {
    scene.perform(.move(.lines(1)))
    openFound(1)
    #expect(scene.state.reading?.question.id == 8)
    #expect(scene.state.found == FoundPlace(number: 2, count: 3, site: "unix", text: .answer(70)))
    #expect(scene.list.selection == 2, "the list stands")
    scene.wait(1)
    #expect(scene.askedDetails == [8])
    scene.answerDetail(0, .sample(8))
    #expect(scene.state.marks.read.keys.contains(QuestionKey(.server(.standard), site: "unix", id: 8)))
    #expect(!scene.state.marks.read.keys.contains(QuestionKey(.server(.standard), site: "stackoverflow", id: 8)))
    scene.perform(.toggleKept)
    #expect(scene.state.marks.kept == [QuestionKey(.server(.standard), site: "unix", id: 8)])
    scene.perform(.close)
    #expect(scene.state.reading == nil && scene.state.found == nil && scene.list.selection == 2)
  }

  @Test func theNextOneIsTheNextThatWasFound() {
    openFound(0)
    #expect(scene.state.hasNextQuestion && !scene.state.hasPreviousQuestion)
    scene.perform(.step(1))
    #expect(scene.state.reading?.question.id == 8)
    scene.perform(.step(1), .step(1))
    #expect(scene.state.reading?.question.id == 2 && !scene.state.hasNextQuestion && scene.state.hasPreviousQuestion)
    #expect(scene.list.selection == 1)
    scene.perform(.step(-1))
    #expect(scene.state.reading?.question.id == 8)
  }

  @Test func aQuestionThatWasOpenIsOpenAgain() {
    scene.perform(.open)
    #expect(scene.state.reading?.question.id == 1)
    openFound(0)
    openFound(1)
    #expect(scene.state.reading?.question.id == 8)
    scene.perform(.close)
    #expect(scene.state.reading?.question.id == 1 && scene.state.found == nil)
    scene.perform(.close)
    #expect(scene.state.reading == nil)
  }

  @Test func aRefreshOfTheListLeavesItOpenAndWithoutAListItOpens() {
    let scene = StackOverflowScene(cache: cache)
    scene.start()
    scene.wait(0)
    scene.perform(.inTab(.openFound([Self.found(7)], at: 0)))
    #expect(scene.state.reading?.question.id == 7)
    scene.fail(0, .unreachable(host: "stackoverflow.com", reason: ""))
    scene.wait(1)
    #expect(scene.state.reading?.question.id == 7, "a list that fails does not close it")
    scene.perform(.close)
    #expect(scene.state.reading == nil)
  }

  @Test func aQuestionOfTheListReplacesIt() {
    openFound(0)
    scene.perform(.inTab(.openListed(3)))
    #expect(scene.state.reading?.question.id == 3 && scene.state.found == nil)
    scene.perform(.close)
    #expect(scene.state.reading == nil)
  }

  @Test func anotherTabHasItsOwn() {
    openFound(0)
    scene.perform(.nextTab)
    #expect(scene.state.reading == nil && scene.state.found == nil)
    scene.perform(.previousTab)
    #expect(scene.state.reading?.question.id == 7 && scene.state.found?.number == 1)
  }

  @Test func aQuestionOfAServerThatIsLeftIsClosed() {
    var list = QuestionList(QuestionFeed())
    _ = list.reduce(.action(.openFound([Self.found(7)], at: 0)))
    _ = list.reduce(.source(.server(.standard)))
    #expect(list.opened?.question.id == 7)
    _ = list.reduce(.source(.demonstration))
    #expect(list.opened == nil && list.visit == nil)
    _ = list.reduce(.action(.openFound([Self.found(7)], at: 0)))
    _ = list.reduce(.source(nil))
    #expect(list.opened == nil)
    _ = list.reduce(.action(.openFound([Self.found(7)], at: 1)))
    #expect(list.opened == nil, "there is no such one")
  }
}

/// A cache whose searches a test answers, as often as it wants.
private final class FindingCache: QuestionCache {
  private let answers = Signal<(SafeText, FoundQuestions?), Never>.pipe()
  private let texts = LockedState<[SafeText]>([])

  /// The texts that were searched for.
  var asked: [SafeText] { texts.withLock { $0 } }

  func answer(_ text: SafeText, _ found: FoundQuestions?) { answers.input.send(value: (text, found)) }

  func found(_ text: SafeText, from server: QuestionServer) -> SignalProducer<FoundQuestions?, Never> {
    SignalProducer { [self] observer, lifetime in
      texts.withLock { $0.append(text) }
      lifetime += answers.output.filter { $0.0 == text }.map { $0.1 }.observe(observer)
    }
  }

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    SignalProducer(value: nil)
  }
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) {}
  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  func keep(_ detail: CachedDetail, site: String) {}
}
