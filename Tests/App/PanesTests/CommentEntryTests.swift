import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What stands below posts while comments are shown.
@Suite struct CommentEntryTests {
  private let question = Sample.questions[0]
  private let unreachable = ServiceError.unreachable(host: "example.org", reason: "no route")

  private func below(_ answer: Int, _ state: CommentsState) -> [CommentEntry] {
    CommentEntry.all(on: Sample.answers[answer], isFirst: answer == 0, state)
  }

  @Test func commentsStandBelowTheirPost() {
    let state = CommentsState(isShown: true, content: Sample.commentsContent)
    #expect(CommentEntry.all(on: question, state) == Sample.comments(on: [1]).map { .comment($0) })
    #expect(below(0, state) == Sample.comments(on: [11]).map { .comment($0) })
    #expect(below(1, state) == [.note("No comments")])
  }

  @Test func eachPlaceSaysThatTheyLoad() {
    let state = CommentsState(isShown: true, isLoading: true)
    #expect(CommentEntry.all(on: question, state) == [.loading] && below(1, state) == [.loading])
    var known = CommentsState(isShown: true, isLoading: true, content: Sample.commentsContent)
    #expect(below(1, known) == [.note("No comments")], "what is known stays")
    known.content.ofAnswers.trouble = unreachable
    #expect(below(0, known).count == 1, "what failed is asked for again")
  }

  @Test func aFailureIsToldOnceWhereItBelongs() {
    var state = CommentsState(isShown: true)
    state.content.ofQuestion = Sample.commentsContent.ofQuestion
    state.content.ofAnswers.trouble = unreachable
    #expect(CommentEntry.all(on: question, state).count == 2)
    #expect(below(0, state) == [.trouble("No comments: No connection to example.org: no route")])
    #expect(below(1, state) == [.note("Comments not loaded")])
    state.content = Sample.commentsContent
    state.content.ofAnswers.trouble = unreachable
    #expect(below(0, state).first == .trouble("Comments not refreshed: No connection to example.org: no route"))
    #expect(below(0, state).count == 2 && below(1, state) == [.note("No comments")])
  }

  @Test func anAnswerThatIsNewerThanTheCommentsSaysSo() {
    let state = CommentsState(isShown: true, content: Sample.commentsContent)
    #expect(CommentEntry.all(on: Answer(id: 99), isFirst: false, state) == [.note("Comments not loaded")])
  }

  @Test func commentsOfAnEarlierRunHaveTheirAge() {
    var state = CommentsState(isShown: true, content: Sample.commentsContent)
    state.content.ofAnswers.isFromThePast = true
    #expect(CommentEntry.all(on: question, state).first == .past(Sample.now))
    #expect(below(0, state).count == 1)
  }

  @Test func whoSaysItStandsBehindIt() {
    func text(_ comment: Questions.Comment) -> [RichText.Block] { comment.text(.unicode).blocks }
    let body = RichText(blocks: [.paragraph([.init("Yes.")])])
    let code = RichText(blocks: [.code(["x"])])
    #expect(
      text(.init(id: 1, post: 1, author: "Ada", body: body)) == [.paragraph([.init("Yes."), .init(" –\u{A0}Ada")])])
    #expect(
      text(.init(id: 1, post: 1, score: 3, author: "Ada", body: body))
        == [.paragraph([.init("Yes."), .init(" –\u{A0}Ada · ▲\u{A0}3")])])
    #expect(text(.init(id: 1, post: 1, score: -3, body: body)) == body.blocks, "an account of which nothing is left")
    #expect(text(.init(id: 1, post: 1, author: "Ada", body: code)) == code.blocks + [.paragraph([.init("–\u{A0}Ada")])])
    #expect(text(.init(id: 1, post: 1)) == [])
  }

  @Test func aCommentThatSaysNothingIsALineAllTheSame() {
    var content = Sample.commentsContent
    content.ofQuestion.known?.byPost[1] = [Questions.Comment(id: 1, post: 1)]
    let state = Sample.stackOverflow(
      reading: Sample.reading { $0.comments = CommentsState(isShown: true, content: content) })
    #expect(draw(state, 80, 30).text.contains("   •   "))
  }
}
