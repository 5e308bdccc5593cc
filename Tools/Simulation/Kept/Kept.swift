import Foundation
import Model
import PaneKit
import Questions
import Screen

/// What a program shows of what is kept, before and after a restart: one rule for each ``KeptKind``.
@UI
struct Kept {
  private let questions: StackOverflowState
  private let dashboard: DashboardState
  private let palette: PaletteHistory
  private let edits: KeptEdits
  private let rooms: KeptRooms
  /// What the panes of other features show of what is kept, by the feature and a name for each.
  private let others: [[String: String]]
  /// What programs had asked the store to keep at that time.
  private let asked: Keeping.Asked
  private let now: Date

  init(_ program: SimulatedProgram, _ run: Simulation) {
    questions = program.stackOverflow.state.value
    dashboard = program.dashboard.state.value
    palette = program.dashboard.palette.value
    edits = KeptEdits(program, run)
    rooms = KeptRooms(program, run)
    others = run.others.map { other in
      program.panes.first { $0.id == other.feature.pane.id }.map(other.kept) ?? [:]
    }
    asked = run.keeping.asked
    now = run.world.clock.currentDate
  }

  /// Returns what a program that has begun since has forgotten.
  func faults(of next: Kept) -> [String] {
    faultsOfDashboard(next) + faultsOfTabs(next) + faultsOfQuestions(next)
      + edits.faults(of: next.edits, chosen: asked.editSpan)
      + rooms.faults(of: next.rooms, chosen: asked.roomSpan, selected: asked.room)
      + zip(others, next.others).flatMap { before, after in
        before.filter { after[$0.key] != $0.value }.map { "the \($0.key) is another one after a start" }
      }
  }

  private func faultsOfDashboard(_ next: Kept) -> [String] {
    var faults: [String] = []
    if dashboard.focus != next.dashboard.focus {
      faults.append("\(next.dashboard.focus.name) has the focus after a start, and \(dashboard.focus.name) had it")
    }
    if dashboard.layout != next.dashboard.layout {
      faults.append("the border is at another place, or the panes are others, after a start")
    }
    if dashboard.themeName != next.dashboard.themeName { faults.append("another theme is shown after a start") }
    if dashboard.joinsSpans != next.dashboard.joinsSpans {
      faults.append("spans are joined, or no longer, after a start")
    }
    if palette != next.palette { faults.append("the palette begins with something else after a start") }
    if asked.hasGreeted, next.dashboard.isGreeting { faults.append("a person is greeted again after a start") }
    return faults
  }

  private func faultsOfTabs(_ next: Kept) -> [String] {
    let (before, after) = (questions, next.questions)
    guard before.tabIDs == after.tabIDs else { return ["the tabs are other ones after a start"] }
    guard before.tabID == after.tabID else { return ["another tab is selected after a start"] }
    // Search and what is kept have an order of their own.
    if before.list.feed.search == nil, after.list.feed.search == nil, before.list.feed.order != after.list.feed.order {
      return ["the order of the questions is another one after a start"]
    }
    let list = after.list
    if let question = asked.questions[after.tabID], question.provenance == after.provenance,
      list.questions.contains(where: { $0.identity == question.identity }), list.selection != question.identity
    {
      return ["another question is selected after a start"]
    }
    return []
  }

  private func faultsOfQuestions(_ next: Kept) -> [String] {
    var faults: [String] = []
    // Marks on the demonstration's questions are not stored.
    let missing = questions.marks.read.keys.filter {
      $0.provenance.server != nil && next.questions.marks.read[$0] == nil
    }
    if !missing.isEmpty { faults.append("\(missing.count) questions that were read are unread after a start") }
    if !questions.marks.kept.filter({ $0.provenance.server != nil }).isSubset(of: next.questions.marks.kept) {
      faults.append("a question that was kept is gone after a start")
    }
    if questions.isDense != next.questions.isDense { faults.append("the lines of rows are other ones after a start") }
    if questions.isBelow != next.questions.isBelow { faults.append("a question has another place after a start") }
    if let (quota, server) = asked.quota, next.questions.provenance == .server(server), next.mayKnow(quota),
      next.questions.quota.remaining == nil
    {
      faults.append("the day's requests are unknown after a start")
    }
    return faults
  }

  /// Whether a quota is of the same day, and not of a time to come.
  private func mayKnow(_ quota: RememberedQuota) -> Bool {
    func day(_ date: Date) -> Double { (date.timeIntervalSince1970 / 86_400).rounded(.down) }
    return day(quota.date) == day(now) && quota.date <= now
  }
}
