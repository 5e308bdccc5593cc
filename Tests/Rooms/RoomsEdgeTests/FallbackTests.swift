import Foundation
import Model
import NetTesting
import Rooms
import Signals
import Testing

@testable import Clients
@testable import RoomsEdge

/// Temperatures of a service that nobody configured.
@Suite(.timeLimit(.minutes(2))) struct FallbackTests {
  private let live: TestBench
  private let demo: TestBench

  init() throws {
    live = try TestBench()
    demo = try TestBench()
  }

  @Test func temperaturesWithoutALiveServerComeFromTheDemonstration() async throws {
    let demo = ConAirClient(
      baseURL: demo.address.conAirURL, origin: .demo, transport: live.transport, clock: live.clock)
    let service = DemonstratedRoom(demo: { demo }, clock: live.clock)
    let now = live.clock.currentDate
    var request = Listening(service.temperatures(from: now.addingTimeInterval(-3600), to: now, step: 120))
    #expect(try await !request.value().isEmpty)
    #expect(service.origin == .demo)
  }
}
