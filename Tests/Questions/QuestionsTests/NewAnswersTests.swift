import Model
import Testing
import Text

@testable import PaneKit
@testable import Questions

@Suite struct NewAnswersTests {
  private static func key(_ id: Int) -> QuestionKey { QuestionKey(.server(.standard), site: "stackoverflow", id: id) }

  private func tabs(_ tabs: [(name: String, answers: [Int: Int?])]) -> LoadedTabs {
    var loaded = LoadedTabs()
    for tab in tabs {
      let questions = tab.answers.sorted { $0.key < $1.key }.map { id, answers in
        Question(id: id, title: "Question \(id)", answerCount: answers)
      }
      loaded.reduce(
        .loaded(LoadedQuestions(questions: questions, server: .standard), in: QuestionFeed(tags: [tab.name])))
    }
    return loaded
  }

  @Test func onlyReadAndKeptQuestionsAreToldEachOnce() {
    let marks = QuestionMarks(read: [Self.key(1): 1, Self.key(4): 2], kept: [Self.key(2)])
    let former = tabs([("swift", [1: 1, 2: 0, 3: 0, 4: 2])])
    let loaded = tabs([("swift", [1: 2, 2: 1, 3: 5, 4: 2]), ("ios", [1: 2])])
    #expect(loaded.newAnswers(since: former, marks).map(\.id) == [1, 2])
    #expect(loaded.newAnswers(since: loaded, marks).isEmpty)
  }

  @Test func whatIsLoadedFirstOrHasNoNumberIsNotNew() {
    let marks = QuestionMarks(read: [Self.key(1): 0], kept: [Self.key(2)])
    #expect(tabs([("swift", [1: 3])]).newAnswers(since: LoadedTabs(), marks).isEmpty)
    #expect(tabs([("swift", [1: nil])]).newAnswers(since: tabs([("swift", [1: 0])]), marks).isEmpty)
    #expect(tabs([("swift", [2: 4])]).newAnswers(since: tabs([("swift", [2: nil])]), marks).isEmpty)
  }

  /// The open question had the answers before the next refresh of its list.
  @Test func whatAPersonHasReadIsNotNew() {
    let marks = QuestionMarks(read: [Self.key(1): 4])
    let former = tabs([("swift", [1: 2])])
    #expect(tabs([("swift", [1: 4])]).newAnswers(since: former, marks).isEmpty)
    #expect(tabs([("swift", [1: 5])]).newAnswers(since: former, marks).map(\.id) == [1])
  }
}
