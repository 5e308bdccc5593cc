import Edits
import Foundation
import Model
import Questions
import Rooms

/// What programs with one stored state have asked it to keep, as far as the screen does not tell it; and the alarms that they
/// have raised.
// Unchecked: all of it runs on the thread that moves the clock.
final class Keeping: @unchecked Sendable {
  private var raised: [(event: RoomEvent, client: Int)] = []
  private var faults: [String] = []
  /// Whether something may not have been stored.
  var isIncomplete: () -> Bool = { false }

  struct Asked {
    /// The span that a person chose last for the chart of edits, and for that of rooms.
    var editSpan: TimeInterval?
    var roomSpan: RoomSpan?
    /// The question that a person selected last in each tab, and the room.
    var questions: [QuestionTab.ID: QuestionKey] = [:]
    var room: Room.Mark?
    var quota: (quota: RememberedQuota, server: QuestionServer)?
    var hasGreeted = false
  }

  private(set) var asked = Asked()

  func note(_ change: any StateChange) {
    if case .choice(.span(let seconds))? = change as? EditChange { asked.editSpan = seconds }
    switch change as? RoomChange {
    case .span(let span)?: asked.roomSpan = span
    case .selected(let room)?: asked.room = room
    default: break
    }
    switch change as? QuestionChange {
    case .quota(let quota, let server)?: asked.quota = (quota, server)
    case .selected(let question, let tab)?: asked.questions[tab] = question
    case .order(let tab, _)?, .tabFate(let tab, .closed?)?: asked.questions[tab] = nil
    default: break
    }
    if case .greeted? = change as? DashboardChange { asked.hasGreeted = true }
  }

  func raise(_ event: RoomEvent, by client: Int) {
    // Where nothing can be stored, each program raises it.
    guard !isIncomplete() else { return }
    if let former = raised.last(where: { former in
      former.event.room == event.room && former.event.limit == event.limit
        && abs(former.event.since.timeIntervalSince(event.since)) < 1
    }) {
      faults.append(
        "an alarm of “\(event.name)” is raised by program “\(client)”, which “\(former.client)” has raised before")
    }
    raised.append((event, client))
  }

  /// All clocks were set. Where they were set back, those times come again, with other events.
  func clockWasSet(to now: Date) {
    raised.removeAll { $0.event.since > now }
  }

  /// What is stored may have been lost.
  func forget() {
    (raised, faults) = ([], [])
    asked = Asked()
  }

  func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }
}
