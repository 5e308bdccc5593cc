import Model
import Screen
import ViewModels

/// The state that a program must restore after a restart.
@UI
struct Kept {
  private var read: [QuestionKey: Int]
  private var kept: Set<QuestionKey>
  private var isDense: Bool
  private var pane: PaneID
  private var palette: PaletteHistory

  init(_ program: SimulatedProgram) {
    let state = program.stackOverflow.state.value
    // Marks on the demonstration's questions are not stored.
    read = state.marks.read.filter { $0.key.provenance.server != nil }
    kept = state.marks.kept.filter { $0.provenance.server != nil }
    isDense = state.isDense
    pane = program.dashboard.state.value.focus
    palette = program.dashboard.palette.value
  }

  func faults(of next: Kept) -> [String] {
    var faults: [String] = []
    let missing = read.keys.filter { next.read[$0] == nil }.count
    if missing > 0 { faults.append("\(missing) questions that were read are unread after a start") }
    if !kept.isSubset(of: next.kept) { faults.append("a question that was kept is gone after a start") }
    if isDense != next.isDense { faults.append("the lines of rows are other ones after a start") }
    if pane != next.pane { faults.append("\(next.pane.name) has the focus after a start, and \(pane.name) had it") }
    if palette != next.palette { faults.append("the palette begins with something else after a start") }
    return faults
  }
}
