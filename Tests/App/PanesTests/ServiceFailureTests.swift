import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit

@Suite struct TroubleTests {
  private static let host: SafeText = "stream.wikimedia.org"

  private func line(_ error: ServiceError, retryAfter pause: TimeInterval? = 12, width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    let context = PaneContext(isFocused: true, now: Sample.now, clock: .utc)
    let trouble = ServiceFailure(error, since: Sample.now, retry: pause.map { Sample.now.addingTimeInterval($0) })
    TroubleLine(trouble: trouble).draw(context, x: 0, y: 0, width: width, into: &canvas)
    return canvas.text
  }

  @Test(arguments: [
    (89, "No connection to stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32"),
    (85, "No connection to stream.wikimedia.org: connection refused since 14:03, again 14:03:32"),
    (72, "stream.wikimedia.org: connection refused  since 14:03, again at 14:03:32"),
    (68, "stream.wikimedia.org: connection refused since 14:03, again 14:03:32"),
    (62, "connection refused              since 14:03, again at 14:03:32"),
    (46, "connection refused since 14:03, again 14:03:32"),
    (45, "connection refused          again at 14:03:32"),
    (34, "connection refused  again 14:03:32"),
    (32, "connection refus… again 14:03:32"),
    (25, "connectio… again 14:03:32"),
    (24, "connection refused"),
    (10, "connectio…"),
  ])
  func lessIsSaidWhereThereIsLessRoomAndTheNextAttemptGoesLast(width: Int, expected: String) {
    #expect(line(.unreachable(host: Self.host, reason: "connection refused"), width: width) == expected)
  }

  @Test(arguments: [
    (64, "No connection to stream.wikimedia.org: no such host  since 14:03"),
    (48, "stream.wikimedia.org: no such host   since 14:03"),
    (46, "no such host                       since 14:03"),
    (24, "no such host since 14:03"),
    (22, "no such h… since 14:03"),
    (18, "no such host"),
  ])
  func whereNothingIsTriedAgainItIsSaidSinceWhen(width: Int, expected: String) {
    #expect(line(.unreachable(host: Self.host, reason: "no such host"), retryAfter: nil, width: width) == expected)
  }

  @Test(arguments: [
    (60, "Stack Exchange asked to wait until 14:05         since 14:03"),
    (40, "wait until 14:05             since 14:03"),
    (27, "wait until 14:05"),
  ])
  func whereTheServiceSaidWhenItIsTriedAgainThatIsSaidOnce(width: Int, expected: String) {
    for error in [
      ServiceError.throttled(until: Sample.now.addingTimeInterval(100), by: "Stack Exchange"),
      .pauseRequested(until: Sample.now.addingTimeInterval(100), by: "Stack Exchange"),
    ] {
      #expect(line(error, retryAfter: 100, width: width) == expected)
      // A retry at another time is told.
      #expect(line(error, retryAfter: 160, width: 80).hasSuffix("since 14:03, again at 14:06:00"))
    }
  }

  @Test func aPauseThatIsLongerThanItIsGrantedIsToldWithBothTimes() {
    // A day and an hour: the same time of the day as when it is tried again.
    let pause = Pause(until: Sample.now.addingTimeInterval(90_000), by: "Stack Exchange", heard: Sample.now)
    let line = line(.throttled(pause), retryAfter: 3_600, width: 90)
    #expect(line.hasPrefix("Stack Exchange asked to wait until 22 Nov 15:03:20 "))
    #expect(line.hasSuffix("since 14:03, again at 15:03:20"))
  }

  /// What commonly goes wrong.
  private static let common: [ServiceError] = [
    .unreachable(host: host, reason: "connection refused"), .unreachable(host: host, reason: "no such host"),
    .unreachable(host: host, reason: "no route to it"), .timedOut(host: host, seconds: 30),
    .connectionLost(host: host), .httpStatus(503, host: host), .httpStatus(404, host: host),
    .httpStatus(403, host: host), .httpStatus(301, host: host), .throttled(until: nil),
  ]

  @Test(arguments: common)
  func inATileOfTheSmallestDashboardCommonTroubleIsToldWhole(error: ServiceError) {
    let line = line(error, width: 46)
    #expect(line.hasPrefix(error.shortSentence(clock: .utc).string))
    #expect(line.hasSuffix(" since 14:03, again 14:03:32") || line.hasSuffix(" since 14:03, again at 14:03:32"))
  }

  @Test(
    arguments: common + [
      .malformedAnswer(host: host, detail: "HTML instead of JSON"), .refused(name: "n", message: "page above 25"),
      .throttled(until: Sample.now), .pauseRequested(until: Sample.now), .notFound("question 7"),
    ])
  func theSentenceBeginsAtEveryWidth(error: ServiceError) {
    let sentences = [error.sentence(clock: .utc), error.host ?? "", error.shortSentence(clock: .utc)].map(\.string)
    for width in 2...120 {
      let line = line(error, width: width)
      let start = line.prefix { $0 != "…" }.prefix(8)
      #expect(!line.isEmpty && sentences.contains { $0.hasPrefix(start) }, "\(width): \(line)")
    }
  }
}
