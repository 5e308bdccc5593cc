import PaneKit
import Text

/// A tab that has been selected, as a pure value: its list, and the question that is open above it or shown beside it.
struct VisitedTab: Sendable {
  let id: QuestionTab.ID
  var list: QuestionList
  /// The question that the list presents.
  var text: PresentedQuestion?
  /// The number of unread questions in the list, as its title says.
  var unread = 0
  /// What the rows of a list of what is loaded were last made of.
  var basis: Basis?

  struct Basis: Sendable, Equatable {
    /// How often something of the other tabs had changed.
    var changes: Int
    /// The feed, with its order.
    var feed: QuestionFeed
    /// The questions for which the condition does not hold, and which stay because they are open, or selected in the selected
    /// tab.
    var spared: Set<QuestionKey> = []
    /// Whether the tab was the selected one.
    var isSelected: Bool
  }

  /// The open question.
  var reading: ReadingState? {
    guard list.opened != nil, var state = text?.state else { return nil }
    state.search = list.search
    return state
  }

  /// The selected question, shown beside the list.
  var preview: ReadingState? { list.opened == nil ? text?.state : nil }

  /// The question that is open, else the selected one, in its newest known version.
  var question: ListedQuestion? {
    guard let opened = list.opened else { return list.selected }
    return text.map { ListedQuestion(question: $0.state.detail?.question ?? $0.state.question, key: opened.key) }
  }
}

extension VisitedTab {
  /// The open question, and in the selected tab the selected one.
  func held(isSelected: Bool) -> Set<QuestionKey> {
    Set([list.opened?.key, isSelected ? list.selected?.key : nil].compactMap(\.self))
  }

  /// Whether the rows of a list of what is loaded may be other ones now. A move to another row changes none, unless the one
  /// before was spared.
  func isOutdated(after changes: Int, isSelected: Bool) -> Bool {
    guard let basis, basis.changes == changes, basis.feed == list.feed else { return true }
    if basis.isSelected != isSelected || list.canJoin { return true }
    return !basis.spared.isSubset(of: held(isSelected: isSelected))
  }
}
