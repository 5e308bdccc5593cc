import Foundation
import Model
import NIOHTTP1
import Signals

/// How far a server's clock is ahead of ours, by the `Date` of its answers (RFC 9110, §6.6.1), so that what it dates can be
/// judged by its own clock.
///
/// A `Date` is in whole seconds, and an answer may be late. So a new difference counts from the second answer that has it, and
/// one of a few seconds never.
package final class ServerClock: Sendable {
  package init() {}

  private struct State: Sendable {
    /// Seconds; `nil` before the first answer.
    var lead: TimeInterval?
    /// Another lead, which the last answer had.
    var doubt: TimeInterval?

    mutating func take(_ measured: TimeInterval) {
      guard let lead, abs(measured - lead) > ServerClock.agreement else {
        if lead == nil { lead = measured }
        doubt = nil
        return
      }
      if let doubt, abs(measured - doubt) <= ServerClock.agreement {
        self = State(lead: measured)
      } else {
        doubt = measured
      }
    }
  }

  /// A smaller difference, in seconds, is none.
  static let tolerance: TimeInterval = 30
  /// The greatest difference in seconds between two leads that agree.
  private static let agreement: TimeInterval = 5

  private let state = MutableProperty(State())

  /// The seconds by which the server's clock is ahead of ours; negative if it is behind, and zero for no more than half a
  /// minute.
  package var lead: TimeInterval {
    guard let lead = state.value.lead, abs(lead) > Self.tolerance else { return 0 }
    return lead
  }

  /// Takes the head of an answer that has just arrived.
  package func take(_ headers: HTTPHeaders, at now: Date) {
    guard let time = RetryAfter.serverTime(headers) else { return }
    // A cache says for how long it has had the answer (RFC 9111, §5.1).
    let age = headers.first(name: "Age").flatMap(NumberText.number) ?? 0
    take(time.addingTimeInterval(max(age, 0)), at: now)
  }

  /// Takes the server's time, however it was told.
  package func take(_ time: Date, at now: Date) {
    let lead = time.timeIntervalSince(now).rounded()
    guard lead.isFinite else { return }
    state.modify { $0.take(lead) }
  }

  /// Returns the time by our clock of something that the server's clock dated. What is later than the server's own time was
  /// dated by another clock, which is taken for ours.
  package func localTime(of time: Date, at now: Date) -> Date {
    let lead = lead
    return time > now.addingTimeInterval(lead + Self.tolerance) ? time : time.addingTimeInterval(-lead)
  }

  /// Requests a range of time that is by our clock, by the server's. If only the answer tells how far that is ahead, the request
  /// is made once more.
  package func asking<Value: Sendable>(
    _ window: ClosedRange<Date>,
    _ ask:
      @escaping @Sendable (_ window: ClosedRange<Date>, _ lead: TimeInterval) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let lead = lead
      lifetime += ask(window.shifted(by: lead), lead).flatMap(.concat) { [self] value in
        let known = self.lead
        return known == lead ? SignalProducer(value: value) : ask(window.shifted(by: known), known)
      }
      .start(observer)
    }
  }
}

extension ClosedRange<Date> {
  package func shifted(by seconds: TimeInterval) -> ClosedRange<Date> {
    lowerBound.addingTimeInterval(seconds)...upperBound.addingTimeInterval(seconds)
  }
}
