import Model
import Screen
import Signals
import Text
import ViewModels

/// The Stack Overflow pane: its view model's state, and what only the screen knows: how far each tab's list has scrolled,
/// and the open question laid out for the pane's width.
@UI
final class StackOverflowPane {
  private let viewModel: StackOverflowViewModel
  private let state: UIProperty<StackOverflowState>
  private var scrolls: [Int: ListScroll] = [:]
  private var document: ReadingDocument?

  init(_ viewModel: StackOverflowViewModel) {
    self.viewModel = viewModel
    state = UIProperty(viewModel.state.value)
    state <~ viewModel.state
  }

  /// What the pane shows; for a size, when it is on the screen.
  func view(size: Size?, theme: Theme) -> StackOverflowView {
    let state = state.value
    var view = StackOverflowView(
      state: state, scroll: scrolls[state.selectedTab] ?? ListScroll(), document: document)
    guard let size else { return view }
    view.settle(size: size, theme: theme)
    scrolls[state.selectedTab] = view.scroll
    document = view.document
    tell(view, size: size)
    return view
  }

  /// Tells the view model how much is visible, when that has changed.
  private func tell(_ view: StackOverflowView, size: Size) {
    let rows = view.visibleRows(size: size)
    if viewModel.visibleRows.value != rows { viewModel.visibleRows.value = rows }
    guard let layout = view.readingLayout(size: size) else { return }
    if viewModel.readingLayout.value != layout { viewModel.readingLayout.value = layout }
  }
}
