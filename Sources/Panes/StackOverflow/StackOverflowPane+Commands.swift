import Model
import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  fileprivate static let questions = Command.Category("Stack Overflow", order: 2)
}

extension StackOverflowPane {
  /// In the order of the footer.
  func makeCommands() -> [Command] {
    let mode = Mode(viewModel.state, text)
    let field = FieldCommands(
      begin: viewModel.editFilter, edits: viewModel.edits, accept: viewModel.acceptFilter, clear: viewModel.clearFilter,
      isEditing: mode.isTyping)
    return listCommands(mode) + textCommands(mode) + questionCommands(mode, field) + field.editing + [
      .refresh { [viewModel] in viewModel.refresh.send() }
    ]
  }

  /// What keys can do now.
  private struct Mode {
    /// The list is shown, and its filter takes no text.
    let isList: Property<Bool>
    /// The filter or the search takes text.
    let isTyping: Property<Bool>
    /// A question is open, whether its search takes text or not.
    let isReading: Property<Bool>
    /// The list is shown, whether its filter takes text or not.
    let showsList: Property<Bool>
    /// A question is open, and its search takes no text.
    let isText: Property<Bool>
    let hasRows: Property<Bool>
    let hasSelection: Property<Bool>
    /// A filter stands, and a search in the open question.
    let isFiltered: Property<Bool>
    let isSearched: Property<Bool>
    let hasNextAnswer: Property<Bool>
    let hasPreviousAnswer: Property<Bool>

    init(_ state: Property<StackOverflowState>, _ text: Property<OpenText>) {
      isTyping = state.map(\.takesText).skipRepeats()
      isReading = state.map { $0.reading != nil }.skipRepeats()
      showsList = isReading.negate()
      isList = state.map { $0.reading == nil && !$0.takesText }.skipRepeats()
      isText = state.map { $0.reading != nil && !$0.takesText }.skipRepeats()
      hasRows = state.map { $0.reading == nil && !$0.list.questions.isEmpty }.skipRepeats()
      hasSelection = state.map { $0.reading == nil && !$0.takesText && $0.list.selection != nil }.skipRepeats()
      isFiltered = state.map { $0.reading == nil && !$0.takesText && $0.list.filter.isShown }.skipRepeats()
      isSearched = state.map { !$0.takesText && $0.reading?.search.isShown == true }.skipRepeats()
      let isUnsearched = isText.and(isSearched.negate())
      hasNextAnswer = isUnsearched.and(text.map(\.hasNextAnswer)).skipRepeats()
      hasPreviousAnswer = isUnsearched.and(text.map(\.hasPreviousAnswer)).skipRepeats()
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
      name: "text", label: "scroll", hasRows: mode.isReading, isEnabled: mode.isReading, hasEnds: mode.isText,
      page: { [weak self] in self?.text.value.page ?? 1 }, move: { [weak self] in self?.scroll($0) }
    ).commands
  }

  // MARK: - Questions

  private func questionCommands(_ mode: Mode, _ field: FieldCommands) -> [Command] {
    let viewModel = viewModel
    let isNotTyping = mode.isTyping.negate()
    let tabs = (1...9).map { number in
      Command(
        Command.ID("tab.show-\(number)"), "show that tab", name: "show tab \(number)", in: .questions,
        keys: [.character(Character("\(number)"))], isEnabled: isNotTyping
      ) { viewModel.tabSelections.send(number - 1) }
    }
    return [
      Command(
        "question.open", "open the question, sort the list", name: "open the question", in: .questions, keys: [.enter],
        hint: Command.Hint("open", rank: 2),
        isEnabled: mode.hasSelection
      ) { viewModel.open.send() },
      Command(
        "tab.sort", "open the question, sort the list", name: "sort the list", in: .questions, keys: ["s"],
        isEnabled: mode.isList
      ) { [weak self] in self?.offerOrders() },
    ] + tabs + [
      Command(
        "tab.previous", "previous, next tab", name: "previous tab", in: .questions, keys: [.left, "h"],
        hint: Command.Hint("tab", rank: 8),
        isEnabled: isNotTyping
      ) { viewModel.previousTab.send() },
      Command(
        "tab.next", "previous, next tab", name: "next tab", in: .questions, keys: [.right, "l"],
        hint: Command.Hint("tab", rank: 8),
        isEnabled: isNotTyping
      ) { viewModel.nextTab.send() },
      field.begin("filter.edit", "filter", isEnabled: mode.isList),
      field.clear("filter.clear", "clear filter", isEnabled: mode.isFiltered),
      answer("question.next-answer", ["n"], "next answer", 1, isEnabled: mode.hasNextAnswer),
      answer("question.previous-answer", ["N"], nil, -1, isEnabled: mode.hasPreviousAnswer),
      match("search.next", ["n"], 1, isEnabled: mode.isSearched),
      match("search.previous", ["N"], -1, isEnabled: mode.isSearched),
      field.clear("search.clear", "clear search", isEnabled: mode.isSearched),
      field.begin("search.edit", "search", isEnabled: mode.isText),
      Command(
        "question.close", "back to the list", in: .questions, keys: [.escape, .backspace],
        hint: Command.Hint("back", rank: 2), isEnabled: mode.isText.and(mode.isSearched.negate())
      ) { viewModel.close.send() },
    ]
  }

  /// Lets a person choose among the orders that the tab's feed knows.
  private func offerOrders() {
    let (tab, feed) = (viewModel.state.value.tabID, viewModel.state.value.list.feed)
    let choices = feed.orders.map {
      Choice(
        id: $0.rawValue, title: $0.name, detail: $0.detail, isCurrent: $0 == feed.knownOrder)
    }
    choiceInput.send(
      value: ChoiceList("sort", choices, openedBy: "tab.sort") { [viewModel] choice in
        // The settings may have taken the tab away meanwhile.
        guard viewModel.state.value.tabID == tab else { return }
        QuestionOrder(rawValue: choice.id).map(viewModel.orderChoices.send)
      })
  }

  private func answer(
    _ id: Command.ID, _ keys: [KeyEvent], _ hint: SafeText?, _ step: Int, isEnabled: Property<Bool>
  ) -> Command {
    Command(
      id, "next, previous answer or match", name: step > 0 ? "next answer" : "previous answer", in: .questions,
      keys: keys, hint: hint.map { Command.Hint($0, rank: 2) },
      isEnabled: isEnabled
    ) { [weak self] in self?.goToAnswer(step) }
  }

  private func match(_ id: Command.ID, _ keys: [KeyEvent], _ step: Int, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "next, previous answer or match", name: step > 0 ? "next match" : "previous match", in: .questions,
      keys: keys, hint: Command.Hint("match", rank: 2),
      isEnabled: isEnabled
    ) { [weak self] in self?.goToMatch(step) }
  }
}
