import Screen
import Signals
import ViewModels

/// The ConAir pane: its view model's state.
@UI
final class ConAirPane {
  private let state: UIProperty<ConAirState>

  init(_ viewModel: ConAirViewModel) {
    state = UIProperty(viewModel.state.value)
    state <~ viewModel.state
  }

  var view: ConAirView { ConAirView(state: state.value) }
}
