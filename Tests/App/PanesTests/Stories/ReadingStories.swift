import Foundation
import Model
import Questions
import Screen
import Simulation
import Testing

/// Stories of an open question.
@Suite struct ReadingStories {
  @Test(arguments: StoryPicture.sizes) func aQuestionIsRead(size: Size) async throws {
    try await StoryHouse.tell("reading", at: size) { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎")
      house.look("a question loads")
      house.type("jjn")
      house.look("keys before there is a text")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.look("it is there", styles: true)
      house.type("g")
      house.look("the start")
      house.type("jj")
      house.look("two lines down")
      house.type("k")
      house.look("one up")
      house.type("n")
      house.look("the first answer")
      house.type("n")
      house.look("the second answer")
      house.type("nn")
      house.look("there is no third")
      house.type("G")
      house.look("the end")
      house.type("⇞")
      house.look("a page up")
      house.type(" ")
      house.look("a page down")
      house.type("⎋")
      house.look("back in the list")
      house.type("j⏎")
      house.look("another question loads")
      house.type("⌫k⏎")
      house.look("back at the first one, which is held")
      #expect(house.detailsAsked == ["1", "2"])
      house.type("r")
      house.look("it is loaded again")
      house.answerDetail(QuestionDetail(question: Sample.questions[0], answers: []))
      house.look("it has lost its text and answers")
    }
  }

  @Test func aQuestionCannotBeLoaded() async throws {
    try await StoryHouse.tell("reading-fails") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("jj⏎")
      house.failDetail(StoryMaterial.unreachable)
      house.look("the trouble of a question", styles: true)
      house.type("jGn")
      house.look("there is nothing to scroll")
      house.type("r")
      house.look("it is asked for again")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[2]))
      house.look("and is there")
      house.type("Gr")
      house.failDetail(.notFound("question 3"))
      house.look("later it is not found, and the text stays")
      house.pass(300)
      house.look("it is not asked for by itself")
      house.type("⎋")
      house.look("the list has no trouble")
      #expect(house.detailsAsked == ["3", "3", "3"])
    }
  }

  @Test func answersFail() async throws {
    try await StoryHouse.tell("answers-fail") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎")
      let whole = StoryMaterial.detail(of: Sample.questions[0])
      var partial = whole
      (partial.answers, partial.hasAllAnswers) = ([], false)
      partial.answersTrouble = StoryMaterial.unreachable
      house.answerDetail(partial)
      house.look("the question is there", styles: true)
      house.type("G")
      house.look("in place of the answers stands why there are none")
      house.pass(300)
      house.type("r")
      house.look("they are asked for again")
      partial.answers = Array(whole.answers.prefix(1))
      house.answerDetail(partial)
      house.type("G")
      house.look("some are there")
      house.type("r")
      house.answerDetail(whole)
      house.type("G")
      house.look("all are there")
      house.pass(60)
      house.type("gr")
      partial.answers = []
      house.answerDetail(partial)
      house.look("they are not refreshed")
      house.type("n")
      house.look("and are there")
      #expect(house.detailsAsked == ["1", "1", "1", "1"])
    }
  }

  @Test func commentsAreRead() async throws {
    try await StoryHouse.tell("comments") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.type("c")
      house.look("comments load")
      house.answerComments(Sample.comments(on: [1]), request: 1)
      house.answerComments(Sample.comments(on: [11, 12]), request: 2)
      house.look("they are there", styles: true)
      house.type(" ")
      house.look("a page down")
      house.type("n")
      house.look("the next answer")
      house.type("c")
      house.look("hidden, at the same place")
      house.type("c")
      house.look("shown again")
      #expect(house.commentsAsked == ["question 1", "answers 2"])
      house.type("gL")
      house.look("their links are among the others")
      house.type("⎋/release⏎")
      house.look("a search finds what they say")
      house.type("⎋r")
      house.look("all of it is loaded again")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.failComments(StoryMaterial.unreachable, request: 3)
      house.answerComments([], request: 4)
      house.look("those on the question fail")
      house.type("G")
      house.look("those on the answers are gone")
      house.type("⎋")
      house.look("the list")
    }
  }

  @Test func commentsFail() async throws {
    try await StoryHouse.tell("comments-fail") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎c")
      house.look("they wait for the question")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.answerComments([], request: 1)
      house.failComments(StoryMaterial.unreachable, request: 2)
      house.look("none on the question")
      house.type("n")
      house.look("why there are none on the answers")
      house.type("G")
      house.look("the second answer")
    }
  }

  @Test func anAnswerThatComesLateChangesNothing() async throws {
    try await StoryHouse.tell("reading-late") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎⎋j⏎")
      house.look("the second question is open")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]), request: 1)
      house.look("the first one's answer is for nobody")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[1]))
      house.look("the second one's is shown")
      house.type("⎋r⏎")
      house.answerQuestions(StoryMaterial.page(1...3))
      house.look("the list is loaded while a question is open")
      house.type("⎋")
      house.look("and is seen after it")
    }
  }
}
