import Screen
import Signals
import Text
import ViewModels

/// The commands that choose how much time the chart of the rooms shows.
@UI
struct SpanCommands {
  private let viewModel: ConAirViewModel
  private let hasChart: Property<Bool>

  init(_ viewModel: ConAirViewModel) {
    self.viewModel = viewModel
    hasChart = viewModel.state.map(\.hasChart).skipRepeats()
  }

  var all: [Command] {
    [
      command("chart.span-shorter", "show a shorter span, down to 1 h", ["["], viewModel.shortenSpan),
      command("chart.span-longer", "show a longer span, up to 1 y", ["]"], viewModel.lengthenSpan),
    ]
  }

  private func command(
    _ id: Command.ID, _ name: SafeText, _ keys: [KeyEvent], _ input: Input<Void>
  ) -> Command {
    Command(
      id, "shorter, longer span: 1 h to 1 y", name: name, in: .charts, keys: keys,
      hint: Command.Hint("span", rank: 5), isEnabled: hasChart
    ) { input.send() }
  }
}
