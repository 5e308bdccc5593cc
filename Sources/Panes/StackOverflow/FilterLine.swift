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
    guard filter.isShown else { return }
    FieldLine(label: "Filter", field: filter, note: hasCount ? countText(canvas.theme) : nil).draw(into: &canvas)
  }

  private func countText(_ theme: Theme) -> SafeText {
    let text: SafeText = "\(count) of \(total)\(hasMore ? "+" : "")"
    return isLoadingMore ? "\(text), loading more\(theme.glyphs.ellipsis)" : text
  }
}
