import Screen
import Text
import ViewModels

/// The line above the list while it is filtered: the filter's text on the left, on the right how many questions match.
struct FilterLine {
  private let filter: FilterState
  /// Questions that the filter lets through, and questions in all; the service may have more.
  private let count: Int
  private let total: Int
  private let hasMore: Bool
  private let isLoadingMore: Bool
  /// Whether the number says something: not before anything was loaded.
  private let hasCount: Bool

  init(_ list: QuestionListState) {
    filter = list.filter
    count = list.questions.count
    total = list.total
    hasMore = list.hasMore
    isLoadingMore = list.isLoadingMore
    hasCount = list.total > 0 || list.load != .loading && list.load != .idle
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    guard filter.isShown else { return }
    let countWidth = hasCount ? canvas.draw(countText(theme), theme.dim, x: 0, y: 0, alignment: .right) : 0
    let label = canvas.draw("Filter", filter.isEditing ? theme.strong : theme.dim, x: 0, y: 0)
    let field = Rect(x: label + 2, y: 0, width: canvas.width - label - 4 - countWidth, height: 1)
    canvas.within(field) {
      TextField(filter.field.text, cursor: filter.isEditing ? filter.field.cursor : nil).draw(theme.plain, into: &$0)
    }
  }

  private func countText(_ theme: Theme) -> SafeText {
    let text: SafeText = "\(count) of \(total)\(hasMore ? "+" : "")"
    return isLoadingMore ? "\(text), loading more\(theme.glyphs.ellipsis)" : text
  }
}
