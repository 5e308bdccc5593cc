import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  fileprivate static let questions = Command.Category("Stack Overflow", order: 2)
  fileprivate static let filter = Command.Category("While filtering (letters are text)", order: 3)
}

extension StackOverflowPane {
  /// In the order of the footer.
  func makeCommands() -> [Command] {
    let mode = Mode(viewModel.state, text)
    return listCommands(mode) + textCommands(mode) + questionCommands(mode) + filterCommands(mode) + [
      .refresh { [viewModel] in viewModel.refresh.send() }
    ]
  }

  /// What keys can do now.
  private struct Mode {
    let isList: Property<Bool>
    let isFiltering: Property<Bool>
    let isReading: Property<Bool>
    /// The list is shown, whether its filter takes text or not.
    let showsList: Property<Bool>
    let hasRows: Property<Bool>
    let hasSelection: Property<Bool>
    let isFiltered: Property<Bool>
    let hasNextAnswer: Property<Bool>

    init(_ state: Property<StackOverflowState>, _ text: Property<OpenText>) {
      isList = state.map { $0.reading == nil && !$0.list.filter.isEditing }.skipRepeats()
      isFiltering = state.map { $0.reading == nil && $0.list.filter.isEditing }.skipRepeats()
      isReading = state.map { $0.reading != nil }.skipRepeats()
      showsList = isReading.negate()
      hasRows = state.map { $0.reading == nil && !$0.list.questions.isEmpty }.skipRepeats()
      hasSelection = state.map {
        $0.reading == nil && !$0.list.filter.isEditing && $0.list.selection != nil
      }.skipRepeats()
      isFiltered = state.map { !$0.list.filter.isEditing && $0.reading == nil && $0.list.filter.isShown }.skipRepeats()
      hasNextAnswer = text.map(\.hasNextAnswer).skipRepeats()
    }
  }

  // MARK: - Lists and texts

  private func listCommands(_ mode: Mode) -> [Command] {
    ListCommands(
      name: "list", label: "move", hasRows: mode.hasRows, isEnabled: mode.showsList, hasEnds: mode.isList,
      page: { [weak self] in self?.page ?? 1 }, move: { [viewModel] in viewModel.moves.send($0) }
    ).commands
  }

  private func textCommands(_ mode: Mode) -> [Command] {
    ListCommands(
      name: "text", label: "scroll", hasRows: mode.isReading, isEnabled: mode.isReading, hasEnds: mode.isReading,
      page: { [weak self] in self?.text.value.page ?? 1 }, move: { [weak self] in self?.scroll($0) }
    ).commands
  }

  // MARK: - Questions

  private func questionCommands(_ mode: Mode) -> [Command] {
    let viewModel = viewModel
    let isNotFiltering = mode.isFiltering.negate()
    let tabs = (1...9).map { number in
      Command(
        Command.ID("tab.show-\(number)"), "show that tab", in: .questions,
        keys: [.character(Character("\(number)"))], isEnabled: isNotFiltering
      ) { viewModel.tabSelections.send(number - 1) }
    }
    return [
      Command(
        "question.open", "open the question", in: .questions, keys: [.enter], hint: Command.Hint("open", rank: 2),
        isEnabled: mode.hasSelection
      ) { viewModel.open.send() }
    ] + tabs + [
      Command(
        "tab.previous", "previous, next tab", in: .questions, keys: [.left, "h"], hint: Command.Hint("tab", rank: 8),
        isEnabled: isNotFiltering
      ) { viewModel.previousTab.send() },
      Command(
        "tab.next", "previous, next tab", in: .questions, keys: [.right, "l"], hint: Command.Hint("tab", rank: 8),
        isEnabled: isNotFiltering
      ) { viewModel.nextTab.send() },
      // Also on an empty list, so that what is typed next is never taken for commands.
      Command(
        "filter.edit", "filter by title, tags and asker", in: .questions, keys: ["/"],
        hint: Command.Hint("filter", rank: 3), isEnabled: mode.isList
      ) { viewModel.editFilter.send() },
      Command(
        "filter.clear", "clear the filter", in: .questions, keys: [.escape, .backspace],
        hint: Command.Hint("clear filter", rank: 3), isEnabled: mode.isFiltered
      ) { viewModel.clearFilter.send() },
      Command(
        "question.next-answer", "next answer", in: .questions, keys: ["n"],
        hint: Command.Hint("next answer", rank: 2), isEnabled: mode.hasNextAnswer
      ) { [weak self] in self?.goToNextAnswer() },
      Command(
        "question.close", "back to the list", in: .questions, keys: [.escape, .backspace],
        hint: Command.Hint("back", rank: 2), isEnabled: mode.isReading
      ) { viewModel.close.send() },
    ]
  }

  // MARK: - Filter

  private func filterCommands(_ mode: Mode) -> [Command] {
    let viewModel = viewModel
    func edit(_ name: String, _ title: SafeText, _ keys: [KeyEvent], _ edit: TextEdit) -> Command {
      Command(
        Command.ID("filter.\(name)"), title, in: .filter, keys: keys, isEnabled: mode.isFiltering
      ) { viewModel.edits.send(edit) }
    }
    return [
      Command(
        "filter.keep", "keep the filter, go to the list", in: .filter, keys: [.enter],
        hint: Command.Hint("keep", rank: 2), isEnabled: mode.isFiltering
      ) { viewModel.acceptFilter.send() },
      Command(
        "filter.cancel", "clear the filter", in: .filter, keys: [.escape], hint: Command.Hint("clear", rank: 2),
        isEnabled: mode.isFiltering
      ) { viewModel.clearFilter.send() },
      edit("left", "a character", [.left, .control("b")], .moveLeft),
      edit("right", "a character", [.right, .control("f")], .moveRight),
      edit("word-left", "a word", [.controlLeft, .alt("b"), .alt(.left)], .moveWordLeft),
      edit("word-right", "a word", [.controlRight, .alt("f"), .alt(.right)], .moveWordRight),
      edit("start", "its start, its end", [.home, .control("a")], .moveToStart),
      edit("end", "its start, its end", [.end, .control("e")], .moveToEnd),
      edit("delete-backward", "delete before, after", [.backspace], .deleteBackward),
      edit("delete-forward", "delete before, after", [.delete, .control("d")], .deleteForward),
      edit("delete-to-space", "delete a word", [.control("w")], .deleteToSpace),
      edit("delete-word-forward", "delete a word", [.alt("d"), .alt(.delete)], .deleteWordForward),
      edit("delete-word-backward", "delete the letters before", [.alt(.backspace)], .deleteWordBackward),
      edit("delete-to-start", "delete to the start, to the end", [.control("u")], .deleteToStart),
      edit("delete-to-end", "delete to the start, to the end", [.control("k")], .deleteToEnd),
    ]
  }
}
