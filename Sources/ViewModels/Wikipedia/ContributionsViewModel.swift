import Foundation
import Model
import Signals
import Text

/// The state of the list of a user's latest edits.
public struct ContributionsState: Sendable, Equatable {
  public var user: SafeText
  /// The newest first.
  public var events: [RecentEvent] = []
  public var isLoading = false
  public var trouble: Trouble?
}

/// The latest edits of a user, requested when a person wants to see them.
public final class ContributionsViewModel: Sendable {
  public let state: Property<ContributionsState>
  let origin: Origin

  private enum Ask: Sendable { case all }

  private let load: Load<Ask, [RecentEvent]>

  init(
    of user: SafeText, on wiki: String, from origin: Origin, source: any WikiEditSource, on scheduler: any DateScheduler
  ) {
    self.origin = origin
    load = Load(
      asks: .never, repeating: .afterFailure(of: .all, .exponential(initial: 60, maximum: 900)),
      while: Property(value: true), on: scheduler
    ) { _, _ in
      source.contributions(of: user, on: wiki, from: origin)
        .map { events in events.compactMap { RecentEvent(contribution: $0, at: scheduler.currentDate) } }
    }
    state = load.state.map {
      ContributionsState(user: user, events: $0.value ?? [], isLoading: $0.asking != nil, trouble: $0.trouble)
    }
    .skipRepeats()
  }
}

extension RecentEvent {
  /// Creates an edit that is not in the list of events, whose numbers are not negative.
  fileprivate init?(contribution event: WikiEvent, at now: Date) {
    guard let revision = event.edit?.revision, revision.new > 0 else { return nil }
    self.init(id: -revision.new, event: event, time: event.time ?? now)
  }
}

/// An edit chosen from another list than the pane's, which comes with it: a user's latest edits, or those of hot pages.
public struct ChosenEdit: Sendable {
  var event: RecentEvent
  var events: [RecentEvent]
  var origin: Origin
}
