import Model
import PaneKit
import Screen
import Signals
import Text

/// A user's latest edits, as a list to choose from, in the columns of Wikipedia's own list.
///
///            14:03    +58      Zürich Hauptbahnhof   History: after the fire
///     20 Nov 13:03   +300  N   User talk:Ingrid      reply
struct ContributionList {
  let contributions: ContributionsViewModel
  /// The edit to which a person comes back.
  let selected: RecentEvent.ID?
  let open: @UI @Sendable (RecentEvent.ID) -> Void
  /// Watches the page or the user of an edit, or no longer.
  let watch: @UI @Sendable (WatchedSubject.Kind, RecentEvent) -> Void

  /// - Parameter context: its day is the one whose times have no date as long as the list is shown.
  func list(_ context: PaneContext) -> ChoiceList {
    let state = contributions.state
    var list = ChoiceList(
      "Edits by \(state.value.user)", field: nil, verb: "show",
      whenEmpty: { _ in Self.sentence(state.value, context) }, openedBy: .wikipedia.contributions,
      following: { [contributions] _ in
        contributions.state.map { state in
          let edits = state.events.compactMap(\.event.edit)
          let hasReverted = edits.contains(where: \.facts.isReverted)
          let hasMarks = hasReverted || edits.contains { $0.isNew || $0.isMinor }
          return state.events.map { Self.choice($0, hasMarks: hasMarks, hasReverted: hasReverted, context) }
        }
      },
      choose: { [contributions, open] choice in
        withExtendedLifetime(contributions) { Int(choice.id).map(open) ?? () }
      })
    list.isAwaited = { [contributions] _ in contributions.state.map { $0.isLoading && $0.events.isEmpty }.skipRepeats()
    }
    list.selected = selected.map { "\($0)" }
    list.others = [(CommandSpec.wikipedia.watchPage, .page), (CommandSpec.wikipedia.watchUser, .user)].map {
      (spec: CommandSpec, kind: WatchedSubject.Kind) in
      ChoiceList.Other(spec: spec) { [contributions, watch] choice in
        if let edit = Int(choice.id).flatMap(contributions.edit) { watch(kind, edit.event) }
      }
    }
    return list
  }

  /// - Parameters:
  ///   - hasMarks: Whether any of the edits is marked; otherwise there is no column for it.
  ///   - hasReverted: Whether any of the edits has been reverted.
  private static func choice(
    _ event: RecentEvent, hasMarks: Bool, hasReverted: Bool, _ context: PaneContext
  ) -> Choice {
    let edit = event.event.edit
    let isToday = context.clock.isSameDay(event.time, context.now)
    var choice = Choice(id: "\(event.id)", title: event.event.title, detail: edit?.comment?.editSummary ?? "")
    choice.facts = [
      isToday ? context.clock.minutes(event.time) : context.time(of: event.time),
      event.event.lengthChange.map { SafeText(change: Double($0)) } ?? "",
      hasMarks ? edit?.marks(withFacts: hasReverted) ?? "" : "",
    ]
    return choice
  }

  /// The text shown instead of an empty list.
  private static func sentence(_ state: ContributionsState, _ context: PaneContext) -> SafeText {
    if let trouble = state.trouble { return trouble.error.sentence(clock: context.clock) }
    return state.isLoading ? "Loading the edits" : "The wiki knows no edits by this name"
  }
}
