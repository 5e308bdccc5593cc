import Model
import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  static let questions = Command.Category("Stack Overflow", order: 2)
}

extension StackOverflowPane {
  /// In the order of the footer.
  func makeCommands() -> [Command] {
    // The text changes after the state that it is of, and with each.
    let mode = text.map { [state = viewModel.state] text in Mode(state.value, text) }.skipRepeats()
    let field = FieldCommands(
      begin: viewModel.editFilter, edits: viewModel.edits, accept: viewModel.acceptFilter, clear: viewModel.clearFilter,
      isEditing: mode.map(\.isTyping))
    return listCommands(mode) + textCommands(mode) + questionCommands(mode, field) + tabCommands(mode)
      + markCommands(mode) + field.editing + [
        .refresh { [viewModel] in viewModel.refresh.send() }
      ]
  }

  /// What keys can do now: all of it in one value, so that a state that changes nothing of it, as most keys leave behind,
  /// is told to no command.
  struct Mode: Sendable, Equatable {
    /// The filter or the search takes text.
    var isTyping: Bool
    /// A question is open, whether its search takes text or not.
    var isReading: Bool
    var hasRows: Bool
    var hasSelection: Bool
    /// A filter stands, and a search in the open question.
    var isFiltered: Bool
    var isSearched: Bool
    /// A question is open, and there is no search in it.
    var isUnsearched: Bool
    var hasNextAnswer: Bool
    var hasPreviousAnswer: Bool
    /// A question is open or selected.
    var hasQuestion: Bool
    var canClose: Bool
    var canReopen: Bool

    /// The list is shown, whether its filter takes text or not.
    var showsList: Bool { !isReading }
    /// The list is shown, and its filter takes no text.
    var isList: Bool { !isReading && !isTyping }
    /// A question is open, and its search takes no text.
    var isText: Bool { isReading && !isTyping }

    init(_ state: StackOverflowState, _ text: OpenText) {
      isTyping = state.takesText
      isReading = state.reading != nil
      hasRows = !isReading && !state.list.questions.isEmpty
      hasSelection = !isReading && !isTyping && state.list.selection != nil
      isFiltered = !isReading && !isTyping && state.list.filter.isShown
      isSearched = !isTyping && state.reading?.search.isShown == true
      isUnsearched = isReading && !isTyping && !isSearched
      hasNextAnswer = isUnsearched && text.hasNextAnswer
      hasPreviousAnswer = isUnsearched && text.hasPreviousAnswer
      hasQuestion = !isTyping && state.question != nil
      canClose = !isReading && !isTyping && state.canClose
      canReopen = !isReading && !isTyping && state.canReopen
    }
  }

  // MARK: - Lists and texts

  private func listCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      name: "list", label: "move", hasRows: mode.map(\.hasRows), isEnabled: mode.map(\.showsList),
      hasEnds: mode.map(\.isList),
      page: { [weak self] in self?.page ?? 1 }, move: { [viewModel] in viewModel.moves.send($0) }
    ).commands
  }

  private func textCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      name: "text", label: "scroll", hasRows: mode.map(\.isReading), isEnabled: mode.map(\.isReading),
      hasEnds: mode.map(\.isText),
      page: { [weak self] in self?.text.value.page ?? 1 }, move: { [weak self] in self?.scroll($0) }
    ).commands
  }

  // MARK: - Questions

  private func questionCommands(_ mode: Property<Mode>, _ field: FieldCommands) -> [Command] {
    let viewModel = viewModel
    let isNotTyping = mode.map { !$0.isTyping }
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
        isEnabled: mode.map(\.hasSelection)
      ) { viewModel.open.send() },
      Command(
        "tab.sort", "open the question, sort the list", name: "sort the list", in: .questions, keys: ["s"],
        isEnabled: mode.map(\.isList)
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
      field.begin("filter.edit", "filter", isEnabled: mode.map(\.isList)),
      field.clear("filter.clear", "clear filter", isEnabled: mode.map(\.isFiltered)),
      answer("question.next-answer", ["n"], "next answer", 1, isEnabled: mode.map(\.hasNextAnswer)),
      answer("question.previous-answer", ["N"], nil, -1, isEnabled: mode.map(\.hasPreviousAnswer)),
      match("search.next", ["n"], 1, isEnabled: mode.map(\.isSearched)),
      match("search.previous", ["N"], -1, isEnabled: mode.map(\.isSearched)),
      field.clear("search.clear", "clear search", isEnabled: mode.map(\.isSearched)),
      field.begin("search.edit", "search", isEnabled: mode.map(\.isText)),
      Command(
        "question.close", "back to the list", in: .questions, keys: [.escape, .backspace],
        hint: Command.Hint("back", rank: 2), isEnabled: mode.map(\.isUnsearched)
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
