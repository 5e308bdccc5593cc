import Foundation
import Model
import PaneKit
import Signals
import Text

/// The state of the list of a user's latest edits.
public struct ContributionsState: Sendable, Equatable {
  public var user: SafeText
  /// The newest first.
  public var events: [RecentEvent] = []
  public var isLoading = false
  public var trouble: ServiceFailure?
}

/// The latest edits of a user, requested when a person wants to see them.
public final class ContributionsViewModel: Sendable {
  public let state: Property<ContributionsState>
  private let origin: Origin

  private enum Ask: Sendable { case all }

  private let load: Load<Ask, [RecentEvent]>?

  init(
    of user: SafeText, on wiki: String, from origin: Origin, source: any WikiEditSource, on scheduler: any DateScheduler
  ) {
    self.origin = origin
    let load = Load<Ask, [RecentEvent]>(
      asks: .never, repeating: .afterFailure(of: .all, .exponential(initial: 60, maximum: 900)),
      while: Property(value: true), on: scheduler
    ) { _, _ in
      source.contributions(of: user, on: wiki, from: origin)
        .map { events in events.compactMap { RecentEvent(contribution: $0, at: scheduler.currentDate) } }
    }
    self.load = load
    state = load.state.map {
      ContributionsState(user: user, events: $0.value ?? [], isLoading: $0.asking != nil, trouble: $0.trouble)
    }
    .skipRepeats()
  }

  /// Lists the edits again among which one was chosen, as they were.
  init(_ user: SafeText, _ chosen: ChosenEdit) {
    origin = chosen.origin
    load = nil
    state = Property(value: ContributionsState(user: user, events: chosen.events))
  }

  /// Returns one of the edits with the others, to open it; `nil` if it is not among them.
  public func edit(_ id: RecentEvent.ID) -> ChosenEdit? {
    let (user, events) = (state.value.user, state.value.events)
    return events.first { $0.id == id }.map {
      ChosenEdit(event: $0, events: events, origin: origin, list: .contributions(of: user))
    }
  }
}

extension RecentEvent {
  /// Creates an edit that is not in the list of events, whose numbers are not negative.
  fileprivate init?(contribution event: WikiEvent, at now: Date) {
    guard let revision = event.edit?.revision, revision.new > 0 else { return nil }
    self.init(id: -revision.new, event: event, time: event.time ?? now)
  }
}
