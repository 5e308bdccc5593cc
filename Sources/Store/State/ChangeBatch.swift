import Foundation
import Locks
import Model

/// The changes that one write brings into the state: of each value the latest, however often it changes before the write begins.
///
/// A key that is held down repeats faster than a disk writes. So what waits takes the memory of the values, not of the presses.
final class ChangeBatch: Sendable {
  private struct Changes: Sendable {
    var byKey: [StateChange.Key: (number: Int, change: StateChange)] = [:]
    var count = 0
    var isClosed = false

    mutating func add(_ change: StateChange) {
      count += 1
      let key = StateChange.Key(change, number: count)
      var number = count
      switch (key, byKey[key]) {
      case (.dropped(let question), _): byKey[.kept(question)] = nil
      // A newer version of a kept question keeps its place among those that are kept.
      case (.kept, let former?): number = former.number
      default: break
      }
      byKey[key] = (number, change)
    }
  }

  private let changes = LockedState(Changes())

  init(_ change: StateChange) { changes.withLock { $0.add(change) } }

  /// - Returns: `false` if the write has begun.
  func add(_ change: StateChange) -> Bool {
    changes.withLock { changes in
      if changes.isClosed { return false }
      changes.add(change)
      return true
    }
  }

  /// Begins the write: returns the changes in the order in which they were made. A write that is repeated has the same ones.
  func begin() -> [StateChange] {
    changes.withLock { changes in
      changes.isClosed = true
      return changes.byKey.values.sorted { $0.number < $1.number }.map(\.change)
    }
  }
}

extension StateChange {
  /// What a change writes: a later change with the same key replaces it.
  enum Key: Hashable {
    case value(String)
    case order(QuestionFeed)
    case tabFate(QuestionFeed)
    case read(QuestionKey)
    /// Apart from ``dropped(_:)``: a question that is dropped and kept again comes first among those that are kept.
    case kept(QuestionKey)
    case dropped(QuestionKey)
    case quota(QuestionServer)
    case isHidden(Room.Mark)
    case event(Room.Mark, RoomLimit, since: Date)
    case readEdit(EditAnnotation.Key, of: String)
    /// It replaces nothing.
    case own(Int)

    /// - Parameter number: The change's own.
    init(_ change: StateChange, number: Int) {
      self =
        switch change {
        case .pane: .value("pane")
        case .tab: .value("tab")
        case .greeted: .value("greeted")
        case .tabOrder: .value("tab-order")
        case .isDense: .value("dense")
        case .share: .value("share")
        case .layout: .value("layout")
        case .alone: .value("room-alone")
        case .span: .value("room-span")
        case .roomOrder: .value("room-order")
        case .palette: .value("palette")
        case .wikipedia(let change): .value(change.name)
        case .order(let feed, _): .order(feed)
        case .tabFate(let feed, _): .tabFate(feed)
        case .read(let question, _, _), .unread(let question): .read(question)
        case .keep(let cached, let site):
          .kept(QuestionKey(cached.detail.provenance, site: site, id: cached.detail.question.id))
        case .drop(let question): .dropped(question)
        case .quota(_, let server): .quota(server)
        case .isHidden(let room, _): .isHidden(room)
        case .event(let event): .event(event.room, event.limit, since: event.since)
        case .readEdit(let edit, let server, _), .unreadEdit(let edit, let server): .readEdit(edit, of: server)
        case .rates: .own(number)
        }
    }
  }
}
