import PaneKit
import Screen
import Signals
import Text

extension Command {
  /// The commands that open the pages of the open or selected edit in the browser.
  @UI static func wikiPages(
    _ viewModel: WikipediaViewModel, request: Signal<ProgramRequest, Never>.Observer,
    disabled: @escaping @UI @Sendable () -> SafeText? = { nil }
  ) -> [Command] {
    let specs = CommandSpec.wikipedia
    let pages: [(CommandSpec, WikiPage)] = [(specs.history, .history), (specs.talk, .talk), (specs.undo, .undo)]
    return pages.map { spec, page in
      Command(spec, disabled: disabled() ?? viewModel.model.value.chosenEdit?.obstacle(to: page)) {
        if let link = viewModel.model.value.chosenEdit?.link(to: page) { request.send(value: .open(link)) }
      }
    }
  }
}
