import Foundation
import Model
import Questions
import Screen
import Simulation
import Testing

/// Stories of refreshing, of what fails, and of where questions come from.
@Suite struct LoadingStories {
  @Test func aRefreshKeepsTheOldRowsUntilTheNewOnesAreThere() async throws {
    try await StoryHouse.tell("refresh") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page(1...8))
      house.type("jj")
      house.pass(90)
      house.look("a minute and a half after loading")
      house.type("r")
      house.look("the old rows stay, and it is busy", styles: true)
      house.pass(0.35)
      house.look("the spinner turns")
      house.answerQuestions(StoryMaterial.page([20, 21, 1, 2, 3, 4]))
      house.look("new rows, and the same question is selected")
      house.type("r")
      house.answerQuestions(StoryMaterial.page([30, 31, 32, 33, 34, 35]))
      house.look("it is gone: what stands in its place is selected")
      house.type("rr")
      house.answerQuestions(StoryMaterial.page(40...43), request: 4)
      house.look("the first of two refreshes was cancelled")
      house.answerQuestions(StoryMaterial.page(44...47))
      house.look("the second brings its rows")
      house.type("R")
      house.look("all panes are refreshed")
      #expect(house.reconnects == 1)
      #expect(house.questionsAsked.count == 6)
    }
  }

  @Test func aRefreshThatFailsTellsAndTriesAgain() async throws {
    try await StoryHouse.tell("refresh-fails") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page(1...8))
      house.pass(100)
      house.type("jr")
      house.failQuestions(StoryMaterial.unreachable)
      house.look("the trouble, and when it tries again", styles: true)
      house.pass(59)
      house.look("a second before")
      house.pass(1.05)
      house.look("it tries again by itself")
      house.failQuestions(.httpStatus(503, host: "api.stackexchange.com"))
      house.look("another trouble, and a longer wait")
      house.type("j")
      house.look("the rows can be moved through")
      house.pass(120.05)
      house.answerQuestions(StoryMaterial.page(1...10))
      house.look("the trouble is over")
      #expect(house.questionsAsked.count == 4)
    }
  }

  @Test func theFirstLoadFails() async throws {
    try await StoryHouse.tell("first-load-fails") { house in
      house.start()
      house.failQuestions(StoryMaterial.unreachable)
      house.look("nothing to show but the trouble", styles: true)
      house.type("jG⏎/⎋n")
      house.look("keys find nothing to do")
      house.type("r")
      house.look("a person tries again")
      house.failQuestions(.malformedAnswer(host: "api.stackexchange.com", detail: "not JSON"))
      house.look("and fails")
      house.type("2")
      house.look("another tab loads")
      house.failQuestions(.inTrouble(by: "Stack Exchange", words: "down for maintenance"))
      house.look("and cannot be")
      house.pass(600)
      house.look("it tries again by itself")
      house.failQuestions(.refused(name: "bad_parameter", message: "tagged"))
      house.look("and is refused")
      house.pass(86_400)
      house.look("which nobody but a person can change")
      house.type("1")
      house.look("the first tab tries again once it is shown")
      house.answerQuestions(StoryMaterial.page)
      house.look("loaded")
    }
  }

  @Test func theServiceAsksForAPause() async throws {
    try await StoryHouse.tell("pause-requested") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page(1...8))
      house.type("r")
      house.failQuestions(.throttled(until: house.now.addingTimeInterval(600)))
      house.look("throttled for ten minutes")
      house.pass(300)
      house.look("five minutes later it is quiet")
      house.type("r")
      house.failQuestions(.pauseRequested(until: house.now.addingTimeInterval(300)))
      house.look("a person is told of the pause")
      house.pass(300.05)
      house.look("then it tries again")
      house.failQuestions(.throttled(until: nil))
      house.look("throttled without an end")
      #expect(house.questionsAsked.count == 4)
      house.type("2")
      house.failQuestions(.pauseRequested(until: house.now.addingTimeInterval(20)))
      house.look("a pause in an empty tab")
    }
  }

  @Test func aLowQuotaIsTold() async throws {
    try await StoryHouse.tell("quota") { house in
      house.start()
      house.answerQuestions(QuestionPage(questions: Sample.questions, quotaRemaining: 250, quotaMax: 300))
      house.look("enough requests are left")
      house.type("r")
      house.answerQuestions(QuestionPage(questions: Sample.questions, quotaRemaining: 29, quotaMax: 300))
      house.look("few are left")
      house.type("2")
      house.look("on any tab")
      house.answerQuestions(QuestionPage(questions: Sample.questions, quotaRemaining: 1, quotaMax: 300))
      house.look("the last one")
      house.type("⏎")
      var detail = StoryMaterial.detail(of: Sample.questions[0])
      (detail.quotaRemaining, detail.quotaMax) = (9_990, 10_000)
      house.answerDetail(detail)
      house.type("⎋")
      house.look("a new day")
    }
  }

  @Test func theDemonstrationComesAndGoes() async throws {
    try await StoryHouse.tell("demo") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page(9_001...9_008, hasMore: true), from: .demo)
      house.look("questions of the demonstration")
      house.type("/actor⏎")
      house.look("filtered")
      house.type("⏎")
      house.answerDetail(StoryMaterial.detail(of: StoryMaterial.question(9_005)))
      house.look("one is open")
      house.type("⎋⎋2")
      house.answerQuestions(StoryMaterial.page(9_011...9_014, tag: "android"))
      house.look("another tab of the demonstration")
      house.type("r")
      house.look("a refresh tries the live service")
      house.answerQuestions(StoryMaterial.page(1...5, tag: "android"), from: .live)
      house.look("which answers")
      house.type("1")
      house.look("the first tab has nothing of the demonstration")
      house.answerQuestions(StoryMaterial.page(1...6))
      house.look("it is live")
    }
  }
}
