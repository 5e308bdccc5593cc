import Foundation
import Model
import Testing

@testable import Clients

@Suite struct ReconnectPolicyTests {
  private let now = Date(timeIntervalSince1970: 0)
  private let lost = ServiceError.connectionLost(host: "host")

  private func pauses(_ error: ServiceError?, lasted: TimeInterval? = nil, count: Int, chance: Double)
    -> [TimeInterval?]
  {
    var policy = ReconnectPolicy()
    return (0..<count).map { _ in policy.pause(after: error, lasted: lasted, at: now, chance: chance) }
  }

  @Test func pausesDoubleUpToTheCap() {
    #expect(pauses(lost, count: 9, chance: 0.5) == [0.75, 1.5, 3, 6, 12, 24, 45, 45, 45])
  }

  @Test func atLeastHalfOfAPauseIsKept() {
    #expect(pauses(lost, count: 9, chance: 0) == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
  }

  @Test func nothingOverflowsAfterAWeekOfFailures() {
    #expect(pauses(lost, count: 100_000, chance: 0.5).last == 45)
  }

  @Test func aGoodConnectionsEndInGoodOrderNeedsNoPause() {
    #expect(pauses(nil, lasted: 900, count: 3, chance: 0.9) == [0, 0, 0])
  }

  @Test func aConnectionThatEndsInGoodOrderButTooSoonIsNotMadeInALoop() {
    #expect(pauses(nil, lasted: 0.1, count: 3, chance: 0.5) == [0.75, 1.5, 3])
  }

  @Test func aGoodConnectionLetsTheCountBeginAnew() {
    var policy = ReconnectPolicy()
    for _ in 0..<5 { _ = policy.pause(after: lost, lasted: nil, at: now, chance: 0.5) }
    let pause = policy.pause(after: lost, lasted: 30, at: now, chance: 0.5)
    #expect(pause == 0.75)
  }

  @Test(arguments: [
    ServiceError.httpStatus(400, host: "host"), .httpStatus(401, host: "host"), .httpStatus(403, host: "host"),
    .httpStatus(404, host: "host"), .httpStatus(301, host: "host"), .refused(name: "no_method", message: ""),
    .challenged(host: "host"), .notFound("x"),
  ])
  func whatNeedsAPersonIsNotRepeated(error: ServiceError) {
    #expect(pauses(error, count: 2, chance: 0.5) == [nil, nil])
  }

  @Test func tooManyRequestsWithoutATimeIsAMinuteAndGrows() {
    let error = ServiceError.throttled(until: nil)
    #expect(pauses(error, count: 6, chance: 0) == Array(repeating: 60, count: 6))
    #expect(pauses(error, count: 6, chance: 0.5) == [90, 120, 180, 300, 510, 510])
  }

  @Test func aTimeThatTheServerNamesIsWaitedFor() {
    #expect(pauses(.throttled(until: now.addingTimeInterval(200)), count: 1, chance: 0.5) == [230])
    #expect(pauses(.throttled(until: now.addingTimeInterval(-5)), count: 1, chance: 0.5) == [30])
  }

  @Test func aPauseThatTheServerAsksForIsWaitedForAndAsLongAgainWhileItFails() {
    let error = ServiceError.pauseRequested(until: now.addingTimeInterval(120))
    #expect(pauses(error, count: 3, chance: 0.5) == [120.5, 121, 122])
    #expect(pauses(.pauseRequested(until: now.addingTimeInterval(-5)), count: 2, chance: 0.5) == [0.5, 1])
  }

  @Test func theServersOwnPauseIsTheShortest() {
    var policy = ReconnectPolicy()
    policy.serverPause = 3
    let pauses = [0.1, 0.1, 0.9, 0.9].map { policy.pause(after: lost, lasted: nil, at: now, chance: $0) }
    #expect(pauses == [3, 3, 3.8, 7.6])
    let afterGood = policy.pause(after: nil, lasted: 900, at: now, chance: 0.9)
    #expect(afterGood == 3)
  }

  @Test(arguments: [(1e9, 3600), (.infinity, 3600), (899, 899), (-5, 0)] as [(TimeInterval, TimeInterval)])
  func noServerKeepsItsClientsAwayForEver(wish: TimeInterval, expected: TimeInterval) {
    var policy = ReconnectPolicy()
    policy.serverPause = wish
    let afterFailure = policy.pause(after: lost, lasted: nil, at: now, chance: 0)
    let afterGood = policy.pause(after: nil, lasted: 900, at: now, chance: 0)
    #expect([afterFailure, afterGood] == [max(expected, 0.5), expected])
  }
}
