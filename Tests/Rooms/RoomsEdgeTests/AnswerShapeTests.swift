import Foundation
import Model
import NetTesting
import Rooms
import RoomsEdge
import Signals
import StationTesting
import Testing

/// An answer with status 200 that is not what was asked for is an error, whatever was asked for.
@Suite(.timeLimit(.minutes(2))) struct AnswerShapeTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func serve(_ body: String, at path: String) {
    bench.station.responses.serve(CannedResponse(text: body), at: path)
  }

  private func expectMalformed(_ error: ServiceError) {
    guard case .malformedAnswer = error else {
      Issue.record("\(error) is not malformed")
      return
    }
  }

  private func temperatures() -> Listening<[Temperature], ServiceError> {
    Listening(bench.temperatures.temperatures(from: .distantPast, to: TestBench.start, step: 120))
  }

  @Test(arguments: [
    "{}", #"{"error":"log in first"}"#, "null", #"[{"id":1}]"#, #"[{"error":"log in first"}]"#, "[1,2]",
    #"[{"ts":"yesterday","temperature":20}]"#, #"[{"ts":"2012-12-11T00:00:00Z","temperature":"off"}]"#,
  ])
  func whatIsNoListOfReadingsIsAnError(body: String) async throws {
    serve(body, at: "/data/")
    var listening = temperatures()
    expectMalformed(try await listening.failure())
  }

  @Test func readingsThatCannotBeReadAreLeftOutAndTold() async throws {
    let told = Shared<[String]>([])
    let client = bench.temperatures
    client.notices.observeValues { notice in told.withLock { $0.append(notice.string) } }
    serve(#"[{"ts":"2012-12-11T00:00:00Z","temperature":1},{"temperature":2}]"#, at: "/data/")
    var listening = Listening(client.temperatures(from: .distantPast, to: TestBench.start, step: 120))
    #expect(try await listening.value().map(\.celsius) == [1])
    #expect(told.withLock { $0 } == ["ConAir: 1 of 2 readings cannot be read and is left out"])
  }

  @Test func gapsAreReadings() async throws {
    serve(#"[{"ts":"2012-12-11T00:00:00Z","temperature":null},{"ts":"2012-12-11T00:02:00Z"}]"#, at: "/data/")
    var listening = temperatures()
    #expect(try await listening.value().isEmpty)
  }
}
