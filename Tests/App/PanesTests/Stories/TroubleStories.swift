import Foundation
import Model
import Screen
import Simulation
import Testing

/// Stories of errors where there is nothing else to show: they are told whole.
@Suite struct TroubleStories {
  private static let long = ServiceError.unreachable(
    host: "conair.example.org",
    reason: "the certificate is not valid for this name; ask whoever runs the server, or name another one")

  @Test(arguments: [StoryPicture.size, Size(width: 40, height: 10)])
  func errorsInEmptyPanesAreToldWhole(size: Size) async throws {
    try await StoryHouse.tell("trouble-whole", at: size) { house in
      house.start()
      house.failQuestions(Self.long)
      house.failTemperatures(Self.long)
      house.send(.disconnected(Self.long, retry: house.now.addingTimeInterval(30)))
      house.passBatch()
      house.look("the questions' error", styles: true)
      house.type("⇥")
      house.look("Wikipedia's")
      house.type("/zürich⏎")
      house.look("with a filter above it")
      house.type("⎋⇥")
      house.look("ConAir's")
      house.type("⇥r")
      house.look("the questions are asked for again")
      house.failQuestions(.throttled(until: house.now.addingTimeInterval(600), by: "Stack Exchange"))
      house.look("the service asks for a pause")
      house.pass(660)
      house.failQuestions(.throttled(until: nil, by: "Stack Exchange"))
      house.look("after it r is of use")
    }
  }

  @Test(arguments: [StoryPicture.size, Size(width: 40, height: 10)])
  func anErrorInAnOpenQuestionIsToldWhole(size: Size) async throws {
    try await StoryHouse.tell("trouble-reading", at: size) { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎")
      house.failDetail(Self.long)
      house.look("the error of a question without a text")
      house.type("/abc⏎")
      house.look("with a search")
      house.type("r")
      house.look("it is asked for again")
      house.failDetail(.pauseRequested(until: house.now.addingTimeInterval(300), by: "Stack Exchange"))
      house.look("the service asks for a pause")
      house.type("r")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.type("⎋r")
      house.failDetail(Self.long)
      house.look("beside a text, a line tells it")
    }
  }
}
