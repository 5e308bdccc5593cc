import Charting
import Screen
import Signals
import Text
import ViewModels

extension Command {
  /// Writes the rates that the chart shows.
  @UI static func writingRates(
    of viewModel: WikipediaViewModel, layers: Signal<LayerRequest, Never>.Observer,
    request: Signal<ProgramRequest, Never>.Observer
  ) -> Command {
    WriteField.command(
      isEnabled: viewModel.state.map { $0.chart.hasValues && !$0.filter.isEditing }.skipRepeats(),
      whenDisabled: "There is no chart to write yet", layers: layers
    ) {
      let chart = viewModel.state.value.chart
      return WriteField(name: "edits", suffix: ".csv") { context in
        chart.table(in: context.clock) { line in
          line.name.isEmpty ? "edits per second" : "\(SafeText(oneLine: line.name)) per second"
        }
      } request: {
        request.send(value: $0)
      }
    }
  }
}
