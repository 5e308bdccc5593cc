import Foundation
import Model
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

@Suite struct TroubleTests {
  private let errors: [ServiceError] = [
    .unreachable(host: "h.example", reason: "connection refused"), .timedOut(host: "h.example", seconds: 10),
    .connectionLost(host: "h.example"), .httpStatus(503, host: "h.example"),
    .malformedAnswer(host: "h.example", detail: "HTML instead of JSON"),
    .refused(name: "throttle_violation", message: "too many requests from this IP"),
    .throttled(until: Sample.now), .throttled(until: nil), .pauseRequested(until: Sample.now),
    .notFound("Question 1"),
  ]

  @Test func everyErrorIsASentenceWithItsFacts() {
    let sentences = errors.map { $0.sentence(clock: .utc).string }
    #expect(
      sentences == [
        "h.example cannot be reached: connection refused", "h.example did not answer within 10 s",
        "The connection to h.example was lost", "h.example answered with status 503",
        "h.example sent something unreadable: HTML instead of JSON", "Refused: too many requests from this IP",
        "Too many requests; the service answers again at 14:03", "Too many requests; try again later",
        "The service asked for a pause until 14:03:20", "Question 1 does not exist any more",
      ])
  }

  @Test func theTimesNeverPushTheSentenceOut() {
    let trouble = Trouble(errors[0], since: Sample.now, retry: Sample.now.addingTimeInterval(12))
    for width in 4...100 {
      var canvas = Canvas(size: Size(width: width, height: 1))
      let context = PaneContext(isFocused: true, now: Sample.now, clock: .utc)
      TroubleLine(trouble: trouble).draw(context, x: 0, y: 0, width: width, into: &canvas)
      let start = canvas.text.prefix(while: { $0 != " " && $0 != "…" })
      #expect("h.example".hasPrefix(start) && !start.isEmpty, "at \(width): \(canvas.text)")
      if width >= 80 { #expect(canvas.text.hasSuffix("since 14:03, again at 14:03:32")) }
    }
  }
}
