import Model
import ModelTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Two questions with the same number on two sites are two questions wherever they are listed.
@Suite struct SameNumberTests {
  private let here = Question(id: 7, title: "Near")
  private let there = Question(id: 7, site: "unix", title: "Far")

  @Test func theyAreTwoRowsOfAListOfWhichOneIsSelected() {
    var list = FilteredList<Question>(orElse: .nearest)
    list.replace(with: [here, there])
    #expect(list.select(there.identity) && list.selectedRow == 1)
    #expect(list.rows.row(of: here.identity) == 0 && list.rows.row(of: there.identity) == 1)
    list.replace(with: [there, here])
    #expect(list.selected == there && list.selectedRow == 0, "the selection stays with its site")
    list.filter(by: FilterWords("near"))
    list.replace(with: [here, there])
    #expect(list.rows.map(\.title) == ["Near"], "each has its own folded texts")
  }

  @Test func oneThatIsReadLeavesTheOtherUnread() {
    let feed = QuestionFeed()
    var unread = UnreadQuestions()
    unread.rows[feed] = .init(questions: [here, there], provenance: .server(.standard))
    unread.marks.read = [QuestionKey(.server(.standard), here.identity): 0]
    #expect(unread.next(1, from: nil, in: feed, among: [feed]) == .init(tab: feed, question: there.identity))
    #expect(unread.rows[feed]?.all.map(\.key.site) == ["stackoverflow", "unix"])
  }

  @Test func marksAreOfTheQuestionsOwnSite() {
    var state = StackOverflowState(tabs: ["Both"], selectedTab: 0, list: QuestionListState(questions: [here, there]))
    state.marks.kept = [QuestionKey(.server(.standard), there.identity)]
    #expect(!state.mark(of: here).isKept && state.mark(of: there).isKept)
  }

  @Test func answersOfOneAreNotKeptForTheOther() {
    var answer = QuestionDetail(question: here, answers: [])
    answer.hasAllAnswers = false
    let known = QuestionDetail(question: there, answers: [Answer(id: 1)])
    #expect(answer.keepingAnswers(of: known).answers.isEmpty)
  }

  @Test func theRowsOfAFeedAreOfItsSite() {
    let feed = QuestionFeed(site: "unix")
    let rows = QuestionRows().joined(with: QuestionPage(questions: [here]), of: QuestionQuery(feed))
    #expect(rows.questions.map(\.identity) == [there.identity])
    let cached = CachedQuestions(page: QuestionPage(questions: [here]), fetched: .distantPast)
    #expect(QuestionRows(cached, of: feed).questions.map(\.site) == ["unix"])
  }
}
