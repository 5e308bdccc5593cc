import Foundation
import Model

/// The failures of a service: every case of ``ServiceError``.
public enum Failing: String, Sendable, Hashable, CaseIterable {
  case unreachable, timedOut, connectionLost, unavailable, notFoundStatus, malformed, refused, inTrouble, challenged
  case throttled, throttledUntil, pauseRequested, notFound

  /// - Parameters:
  ///   - now: The time by the world's clock.
  ///   - seconds: The length of the pause that the service asks for, if the error includes one.
  func error(at now: Date, seconds: Int) -> ServiceError {
    let end = now.addingTimeInterval(Double(seconds))
    return switch self {
    case .unreachable: .unreachable(host: "simulated.example", reason: "no route to host")
    case .timedOut: .timedOut(host: "simulated.example", seconds: 10)
    case .connectionLost: .connectionLost(host: "simulated.example")
    case .unavailable: .httpStatus(503, host: "simulated.example")
    case .notFoundStatus: .httpStatus(404, host: "simulated.example")
    case .malformed: .malformedAnswer(host: "simulated.example", detail: "HTML instead of JSON")
    case .refused: .refused(name: "bad_parameter", message: "page above 25 requires access token")
    case .inTrouble: .inTrouble(words: "maintenance")
    case .challenged: .challenged(host: "simulated.example")
    case .throttled: .throttled(Pause(until: nil, heard: now))
    case .throttledUntil: .throttled(Pause(until: end, by: "Stack Exchange", heard: now))
    case .pauseRequested: .pauseRequested(Pause(until: end, by: "Stack Exchange", heard: now))
    case .notFound: .notFound("question 7")
    }
  }
}
