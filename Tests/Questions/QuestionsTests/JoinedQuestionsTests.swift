import Foundation
import Testing
import Text

@testable import Model
@testable import Questions

/// The lists of several sites as one.
@Suite struct JoinedQuestionsTests {
  private static func list(
    _ values: [Int?], endsJoinedList: Bool = false, _ order: QuestionOrder = .votes
  ) -> JoinedQuestions.Part {
    let questions = values.enumerated().map { index, value in
      var question = Question(id: index, title: "")
      let date = value.map { Date(timeIntervalSinceReferenceDate: Double($0)) }
      switch order {
      case .activity: question.lastActivity = date
      case .creation: question.creationDate = date
      default: question.score = value
      }
      return question
    }
    return JoinedQuestions.Part(questions, endsJoinedList: endsJoinedList)
  }

  private func places(_ parts: [JoinedQuestions.Part], by order: QuestionOrder = .votes) -> [[Int]] {
    JoinedQuestions(parts, by: order).places.map { [$0.part, $0.row] }
  }

  @Test(arguments: [QuestionOrder.activity, .creation, .votes])
  func theyAreComparedByWhatTheOrderGoesBy(order: QuestionOrder) {
    let parts = [Self.list([9, 5, 1], order), Self.list([8, 7, 2], order)]
    #expect(places(parts, by: order) == [[0, 0], [1, 0], [1, 1], [0, 1], [1, 2], [0, 2]])
  }

  @Test(arguments: [QuestionOrder.hot, .week, .month, .relevance])
  func whereNothingCanBeComparedTheSitesTakeTurns(order: QuestionOrder) {
    let parts = [Self.list([1, 2, 3]), Self.list([9]), Self.list([7, 8])]
    #expect(places(parts, by: order) == [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2]])
  }

  @Test func whatComesAfterTheEndOfAListWithFurtherPagesWaits() {
    let joined = JoinedQuestions(
      [Self.list([9, 7, 6], endsJoinedList: true), Self.list([8, 5, 4], endsJoinedList: true)], by: .votes)
    #expect(joined.places.map { [$0.part, $0.row] } == [[0, 0], [1, 0], [0, 1], [0, 2]])
    #expect(joined.exhausted == [0], "its next page is to be asked for, and not that of the other")
    let more = [Self.list([9, 7, 6, 5, 3], endsJoinedList: true), Self.list([8, 5, 4], endsJoinedList: true)]
    #expect(places(more).starts(with: joined.places.map { [$0.part, $0.row] }), "nothing comes above what was shown")
    #expect(
      places(more).suffix(3) == [[0, 3], [1, 1], [1, 2]] && JoinedQuestions(more, by: .votes).exhausted == [1])
  }

  @Test func aListThatIsNotWaitedForEndsNothing() {
    let joined = JoinedQuestions([Self.list([9]), Self.list([8, 5], endsJoinedList: true)], by: .votes)
    #expect(joined.places.count == 3 && joined.exhausted == [0, 1])
    #expect(places([Self.list([]), Self.list([1])]) == [[1, 0]])
    #expect(places([Self.list([], endsJoinedList: true), Self.list([1])]) == [])
    #expect(places([]) == [])
  }

  @Test func noListIsReordered() {
    #expect(places([Self.list([1, 9]), Self.list([5])]) == [[1, 0], [0, 0], [0, 1]], "the service's order stands")
    #expect(places([Self.list([7, nil, 3]), Self.list([8, 5])]) == [[1, 0], [0, 0], [0, 1], [1, 1], [0, 2]])
    #expect(places([Self.list([nil]), Self.list([5])]) == [[0, 0], [1, 0]])
    #expect(places([Self.list([5]), Self.list([5])]) == [[0, 0], [1, 0]], "of equal ones the first site's is first")
  }
}
