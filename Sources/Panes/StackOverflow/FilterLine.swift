import Screen
import Text
import ViewModels

/// The line above the list: the filter's text on the left, on the right how many questions there are.
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
    FieldLine(label: "Filter", field: filter, note: hasCount ? countText(canvas.theme) : nil).draw(into: &canvas)
  }

  private func countText(_ theme: Theme) -> SafeText {
    let isFiltered = filter.isShown || !filter.words.isEmpty
    let total: SafeText = hasMore ? "\(self.total)+" : "\(self.total)"
    let text: SafeText = isFiltered ? "\(count) of \(total)" : total == "1" ? "1 question" : "\(total) questions"
    return isLoadingMore ? "\(text), loading more\(theme.glyphs.ellipsis)" : text
  }
}
