import Foundation
import Model

/// What programs with one stored state have asked it to keep, as far as the screen does not tell it; and the alarms that they
/// have raised.
// Unchecked: all of it runs on the thread that moves the clock.
final class Keeping: @unchecked Sendable {
  private var raised: [(event: RoomEvent, client: Int)] = []
  private var faults: [String] = []

  /// The span that a person chose last for the chart of edits, and for that of rooms.
  private(set) var editSpan: TimeInterval?
  private(set) var roomSpan: RoomSpan?
  private(set) var quota: (quota: RememberedQuota, server: QuestionServer)?
  private(set) var hasGreeted = false

  func note(_ change: StateChange) {
    switch change {
    case .editSpan(let seconds): editSpan = seconds
    case .span(let span): roomSpan = span
    case .quota(let quota, let server): self.quota = (quota, server)
    case .greeted: hasGreeted = true
    default: break
    }
  }

  /// Seconds within which two beginnings are those of one event of the world's rooms.
  private static let tolerance: TimeInterval = 300

  func raise(_ event: RoomEvent, by client: Int) {
    if let former = raised.last(where: { former in
      former.event.room == event.room && former.event.limit == event.limit
        && abs(former.event.since.timeIntervalSince(event.since)) < Self.tolerance
    }) {
      faults.append(
        "an alarm of “\(event.name)” is raised by program “\(client)”, which “\(former.client)” has raised before")
    }
    raised.append((event, client))
  }

  /// What is stored may have been lost.
  func forget() {
    (raised, faults) = ([], [])
    (editSpan, roomSpan, quota, hasGreeted) = (nil, nil, nil, false)
  }

  func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }
}
