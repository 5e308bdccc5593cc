import PaneKit
import Screen
import Text

/// The line above the list while it is filtered: the filter's text at the left, the number of matches at the right.
struct FilterLine {
  private let filter: FilterState
  /// The number of matching questions, and of all loaded ones; the service may have more.
  private let count: Int
  private let total: Int
  private let hasMore: Bool
  private let isLoadingMore: Bool
  /// Whether the number is meaningful: not before anything was loaded.
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
    guard filter.isShown else { return }
    FieldLine(label: "Filter", field: filter, note: hasCount ? countText(canvas.theme) : nil).draw(into: &canvas)
  }

  private func countText(_ theme: Theme) -> SafeText {
    let text: SafeText = "\(count) of \(total)\(hasMore ? "+" : "")"
    return isLoadingMore ? "\(text), loading more\(theme.glyphs.ellipsis)" : text
  }
}
