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
    /// The open and the selected question, which stay while the tab is the selected one.
    var held: [QuestionKey]
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
