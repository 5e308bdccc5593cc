import Foundation
import Model
import NetTesting
import SignalsTesting
import Testing

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// The clock of a server of questions.
@Suite(.timeLimit(.minutes(2))) struct ServerClockTests {
  private static let now = Date(timeIntervalSince1970: 1_795_302_000)
  private let clock = TestScheduler(startDate: now)
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  @Test func aStackExchangeServersClockIsKnownToo() async throws {
    let server = try AnsweringServer { [now = Self.now] _ in
      AnsweringServer.Response(#"{"items":[],"has_more":false}"#, dated: now.addingTimeInterval(-120))
    }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
    let client = StackExchangeClient(baseURL: url, transport: transport, clock: clock)
    var listening = Listening(client.questions(QuestionQuery()))
    _ = try await listening.value()
    #expect(client.clockLead == -120)
  }
}
