import Foundation
import Model
import NetTesting
import Questions
import QuestionsEdge
import Testing

/// What the network libraries say, in words.
@Suite(.timeLimit(.minutes(2))) struct TransportFailureTests {
  @Test func httpsWithAServerThatHasNoTLSSaysWhatToTry() async throws {
    let bench = try TestBench()
    let url = try #require(URL(string: "https://127.0.0.1:\(bench.address.port)/2.3"))
    let client = StackExchangeClient(baseURL: url, transport: bench.transport, clock: bench.clock)
    var listening = Listening(client.questions(QuestionQuery()))
    let error = try await listening.failure()
    #expect(
      error == .unreachable(host: "127.0.0.1:\(bench.address.port)", reason: "no TLS there (try http:)"))
  }
}
