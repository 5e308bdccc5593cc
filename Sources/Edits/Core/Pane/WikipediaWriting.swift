import Charting
import PaneKit
import Screen
import Signals
import Text

extension Command {
  /// Writes a list of the marked edits, or the rates that the chart shows.
  @UI static func writingRates(
    of viewModel: WikipediaViewModel, disabled: @escaping @UI @Sendable () -> SafeText?,
    layers: Signal<LayerRequest, Never>.Observer, request: Signal<ProgramRequest, Never>.Observer
  ) -> Command {
    WriteField.command(
      disabled: viewModel.state.value.picks.isEmpty ? disabled().map { _ in WriteField.noChart } : nil, layers: layers
    ) {
      let marked = WriteField.marked(viewModel.markedItems, name: "edits") { request.send(value: $0) }
      if let marked { return marked }
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
  /// Writes the open edit.
  @UI static func writingEdit(
    of viewModel: WikipediaViewModel, layers: Signal<LayerRequest, Never>.Observer,
    request: Signal<ProgramRequest, Never>.Observer
  ) -> Command {
    WriteField.command(layers: layers) {
      guard let edit = viewModel.edit.value, let revision = edit.opened.event.revision else { return nil }
      return WriteField(name: "edit-\(revision.new)", suffix: ".md", isDated: false) {
        edit.markdown(in: $0.clock)
      } request: {
        request.send(value: $0)
      }
    }
  }
}
