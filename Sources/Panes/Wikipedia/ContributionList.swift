import Model
import Screen
import Signals
import Text
import ViewModels

/// A user's latest edits, as a list to choose from.
struct ContributionList {
  let contributions: ContributionsViewModel
  let open: @UI @Sendable (RecentEvent.ID) -> Void

  /// - Parameter context: its time is used for the ages in the list as long as the list is shown.
  func list(_ context: PaneContext) -> ChoiceList {
    let state = contributions.state
    let glyphs = Theme().glyphs
    return ChoiceList(
      "Edits by \(state.value.user)", field: nil, verb: "show",
      whenEmpty: { _ in Self.sentence(state.value, context) }, openedBy: "edit.contributions",
      following: { [contributions] _ in
        contributions.state.map { state in state.events.map { Self.choice($0, context, glyphs) } }
      },
      choose: { [contributions, open] choice in
        withExtendedLifetime(contributions) { Int(choice.id).map(open) ?? () }
      })
  }

  private static func choice(_ event: RecentEvent, _ context: PaneContext, _ glyphs: GlyphSet) -> Choice {
    let age = context.ago(event.time)
    let change: SafeText = event.event.lengthChange.map { SafeText(change: Double($0)) } ?? ""
    let comment = event.event.edit?.comment?.editSummary ?? ""
    let detail = [age, change, comment].filter { !$0.isEmpty }.joined(separator: " \(glyphs.dot) ")
    return Choice(id: "\(event.id)", title: event.event.title, detail: detail)
  }

  /// The text shown instead of an empty list.
  private static func sentence(_ state: ContributionsState, _ context: PaneContext) -> SafeText {
    if let trouble = state.trouble { return trouble.error.sentence(clock: context.clock) }
    return state.isLoading ? "Loading the edits" : "The wiki knows no edits by this name"
  }
}
