import PaneKit
import Screen
import Text

/// What a list of questions keeps from frame to frame, because most keys change none of it.
final class KeptQuestionList {
  let rows = KeptRows<QuestionRow>()
  let tabs = KeptPicture<Tabs>()
  private var known: (rows: Rows, reserve: QuestionRow.Reserve)?

  /// What the tab bar's picture depends on.
  struct Tabs: Equatable {
    var bar: TabBar
    var isFocused: Bool
  }

  /// What the columns of rows of one line depend on. Copies of the same questions and marks are equal without a look at them.
  struct Rows: Equatable {
    private let questions: VisibleRows<Question>
    private let provenance: Provenance
    private let sites: [String]
    private let marks: QuestionMarks
    private let picks: Set<QuestionIdentity>
    private let rules: [QuestionKey: SafeText]

    init(state: StackOverflowState, rules: [QuestionKey: SafeText]) {
      (questions, provenance) = (state.list.questions, state.provenance)
      sites = state.list.rowSites
      (marks, picks, self.rules) = (state.marks, state.list.picks, rules)
    }
  }

  /// Returns the columns for what is special about any question, which are looked for only in other rows than the last.
  func reserve(_ rows: Rows, _ look: () -> QuestionRow.Reserve) -> QuestionRow.Reserve {
    if let known, known.rows == rows { return known.reserve }
    let reserve = look()
    known = (rows, reserve)
    return reserve
  }
}
