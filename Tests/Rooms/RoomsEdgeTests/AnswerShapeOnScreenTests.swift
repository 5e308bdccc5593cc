import Foundation
import Model
import ModelTesting
import NetTesting
import PaneKit
import Rooms
import RoomsEdge
import Signals
import StationTesting
import Testing

@testable import Clients

/// What an answer of another shape does to what is shown: through the real client and the pane's view model.
@Suite(.timeLimit(.minutes(2))) struct AnswerShapeOnScreenTests {
  private let bench: TestBench
  private let scheduler = QueueScheduler(name: "AnswerShapeOnScreenTests")

  init() throws { bench = try TestBench() }

  private func serve(_ body: String, at path: String) {
    bench.station.responses.serve(CannedResponse(text: body), at: path)
  }

  /// The first state that is as wanted; waits for it.
  private func state<State: Sendable>(
    of property: Property<State>, where isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    var listening = Listening(property.producer.first(where: isWanted))
    return try await listening.value()
  }

  private func perform(_ act: @escaping @Sendable () -> Void) { scheduler.schedule(act) }

  @Test(arguments: [
    "{}", #"{"error":"log in first"}"#, #"[{"id":1}]"#, #"[{"ts":"x","temperature":1}]"#, #"[{"ts":1}]"#,
  ])
  func temperaturesStayOnTheScreen(body: String) async throws {
    let now = ISO8601.string(scheduler.currentDate.addingTimeInterval(-300))
    serve(#"[{"ts":"\#(now)","temperature":21.5}]"#, at: "/data/")
    let model = RoomsViewModel(bench.temperatures, scheduler: scheduler)
    perform { model.start() }
    _ = try await state(of: model.state) { $0.latest != nil }
    serve(body, at: "/data/")
    perform { model.send(.refresh) }
    let after = try await state(of: model.state) { $0.trouble != nil }
    #expect(after.latest?.celsius == 21.5)
    guard case .malformedAnswer = after.trouble?.error else {
      Issue.record("\(String(describing: after.trouble)) is not malformed")
      return
    }
  }
}
