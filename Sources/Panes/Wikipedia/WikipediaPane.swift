import Screen
import Signals
import ViewModels

/// The Wikipedia pane: its view model's state, and how far its list has scrolled.
@UI
final class WikipediaPane {
  private let viewModel: WikipediaViewModel
  private let state: UIProperty<WikipediaState>
  private var scroll = ListScroll()

  init(_ viewModel: WikipediaViewModel) {
    self.viewModel = viewModel
    state = UIProperty(viewModel.state.value)
    state <~ viewModel.state
  }

  /// What the pane shows; for a size, when it is on the screen.
  func view(size: Size?) -> WikipediaView {
    var view = WikipediaView(state: state.value, scroll: scroll)
    guard let size else { return view }
    view.settle(size: size)
    scroll = view.scroll
    let rows = view.visibleRows(size: size)
    if viewModel.visibleRows.value != rows { viewModel.visibleRows.value = rows }
    return view
  }
}
