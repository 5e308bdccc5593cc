import Model
import Screen
import Signals
import Text
import ViewModels

extension Command.Category {
  static let questions = Command.Category("Stack Overflow", order: 2)
  fileprivate static let reading = Command.Category("A question", order: 4)
}

extension StackOverflowPane {
  /// In the order of the footer.
  func makeCommands() -> [Command] {
    // The text changes with each state, and after it.
    let mode = text.map { [state = viewModel.state] text in Mode(state.value, text) }.skipRepeats()
    let field = FieldCommands(
      begin: { [viewModel] in viewModel.send(.inTab(.editFilter)) },
      edit: { [viewModel] in viewModel.send(.inTab(.edit($0))) },
      accept: { [viewModel] in viewModel.send(.inTab(.acceptFilter)) },
      clear: { [viewModel] in viewModel.send(.inTab(.clearFilter)) },
      isEditing: mode.map(\.isTyping))
    return listCommands(mode) + textCommands(mode) + readingCommands(mode) + questionCommands(mode, field)
      + tabCommands(mode) + markCommands(mode) + field.editing + [
        .refresh { [viewModel] in viewModel.send(.refresh) }
      ]
  }

  /// The state of all commands in one value, so that a change of the pane's state that does not affect it, as after most
  /// keys, notifies no command.
  struct Mode: Sendable, Equatable {
    /// Whether the filter or the search takes text.
    var isTyping: Bool
    /// Whether a question is open, even while its search takes text.
    var isReading: Bool
    var hasRows: Bool
    var hasSelection: Bool
    /// Whether there is a filter; whether there is a search in the open question.
    var isFiltered: Bool
    var isSearched: Bool
    /// Whether a question is open and has no search.
    var isUnsearched: Bool
    var hasNextAnswer: Bool
    var hasPreviousAnswer: Bool
    /// Whether a question is open, no field takes text, and there is a next question, or a previous one.
    var hasNextQuestion: Bool
    var hasPreviousQuestion: Bool
    /// Whether the open question contains a link or a block of code.
    var hasParts: Bool
    /// Whether a question is open, and its text is there or being loaded.
    var canShowComments: Bool
    /// Whether any code of the open question is wider than the pane.
    var hasWideCode: Bool
    /// Whether a question is open or selected.
    var hasQuestion: Bool
    var canClose: Bool
    var canReopen: Bool
    /// Whether the list's feed has orders.
    var hasOrders: Bool
    /// The number of tabs, up to the number of keys for them.
    var tabCount: Int

    /// Whether the list is shown, even while its filter takes text.
    var showsList: Bool { !isReading }
    /// Whether the list is shown and its filter does not take text.
    var isList: Bool { !isReading && !isTyping }
    /// Whether a question is open and its search does not take text.
    var isText: Bool { isReading && !isTyping }

    init(_ state: StackOverflowState, _ text: QuestionScroll) {
      tabCount = min(state.tabs.count, 9)
      isTyping = state.takesText
      isReading = state.reading != nil
      hasRows = !isReading && !state.list.questions.isEmpty
      hasSelection = !isReading && !isTyping && state.list.selection != nil
      isFiltered = !isReading && !isTyping && state.list.filter.isShown
      isSearched = !isTyping && state.reading?.search.isShown == true
      isUnsearched = isReading && !isTyping && !isSearched
      hasNextAnswer = isUnsearched && text.hasNextAnswer
      hasPreviousAnswer = isUnsearched && text.hasPreviousAnswer
      hasNextQuestion = isReading && !isTyping && state.hasNextQuestion
      hasPreviousQuestion = isReading && !isTyping && state.hasPreviousQuestion
      hasParts = isReading && !isTyping && text.document?.hasParts == true
      canShowComments = !isTyping && state.reading.map { $0.detail != nil || $0.load.isUnderWay } ?? false
      hasWideCode = isReading && !isTyping && text.hasWideCode
      hasQuestion = !isTyping && state.question != nil
      canClose = !isReading && !isTyping && state.canClose
      hasOrders = !state.list.feed.orders.isEmpty
      canReopen = !isReading && !isTyping && state.canReopen
    }
  }

  // MARK: - Lists and texts

  private func listCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      name: "list", label: "move", hasRows: mode.map(\.hasRows), isEnabled: mode.map(\.showsList),
      hasEnds: mode.map(\.isList),
      page: { [weak self] in self?.page ?? 1 }, move: { [viewModel] in viewModel.send(.inTab(.move($0))) }
    ).commands
  }

  private func textCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      name: "text", label: "scroll", hasRows: mode.map(\.isReading), isEnabled: mode.map(\.isReading),
      hasEnds: mode.map(\.isText),
      page: { [weak self] in self?.text.value.page ?? 1 }, move: { [weak self] in self?.scroll($0) }
    ).commands
  }

  // MARK: - An open question

  private func readingCommands(_ mode: Property<Mode>) -> [Command] {
    let viewModel = viewModel
    let code = Command.Hint("code", rank: 13, when: mode.map(\.hasWideCode))
    let question = Command.Hint("question", rank: 5, keepingPlace: mode.map(\.isText))
    return [
      Command(
        "code.left", "scroll code sideways", name: "code to the left", in: .reading, keys: [.left], hint: code,
        isEnabled: mode.map(\.isText)
      ) { [weak self] in self?.scroll(byColumns: -Self.codeStep) },
      Command(
        "code.right", "scroll code sideways", name: "code to the right", in: .reading, keys: [.right], hint: code,
        isEnabled: mode.map(\.isText)
      ) { [weak self] in self?.scroll(byColumns: Self.codeStep) },
      Command(
        "question.next", "next, previous question", name: "next question", in: .reading, keys: ["J"], hint: question,
        isEnabled: mode.map(\.hasNextQuestion)
      ) { viewModel.send(.inTab(.stepQuestion(1))) },
      Command(
        "question.previous", "next, previous question", name: "previous question", in: .reading, keys: ["K"],
        hint: question, isEnabled: mode.map(\.hasPreviousQuestion)
      ) { viewModel.send(.inTab(.stepQuestion(-1))) },
      Command(
        "question.comments", "show, hide the comments", name: "comments", in: .reading, keys: ["c"],
        hint: Command.Hint("comments", rank: 6, when: mode.map(\.isUnsearched)), isEnabled: mode.map(\.canShowComments)
      ) { viewModel.send(.inTab(.toggleComments)) },
      Command(
        "question.parts", "links and code of the question", in: .reading, keys: ["L"],
        hint: Command.Hint("links", rank: 7), isEnabled: mode.map(\.hasParts)
      ) { [weak self] in self?.offerParts() },
    ]
  }

  /// Lists the links and the blocks of code of the open question.
  private func offerParts() {
    guard let source = text.value.document?.source else { return }
    let parts = ReadingPart.all(
      of: source.detail?.question ?? source.question, source.detail?.answers ?? [],
      source.comments?.content ?? LoadedComments())
    let choices = parts.enumerated().map { $1.choice($0, source.theme.glyphs) }
    let part = { @Sendable (choice: Choice) in Int(choice.id).map { parts[$0] } }
    var list = ChoiceList("Links and code", choices, verb: "open or copy", openedBy: "question.parts") {
      [request] choice in
      guard let part = part(choice) else { return }
      request.send(value: part.page.map(ProgramRequest.open) ?? .copy(part.text))
    }
    list.copy = { [request] choice in part(choice).map { request.send(value: .copy($0.text)) } }
    layerInput.send(value: LayerRequest(list))
  }

  /// The columns by which a key scrolls code.
  private static let codeStep = 8

  // MARK: - Questions

  private func questionCommands(_ mode: Property<Mode>, _ field: FieldCommands) -> [Command] {
    let viewModel = viewModel
    let tabs = (1...9).map { number in
      Command(
        Command.ID("tab.show-\(number)"), "show that tab", name: "show tab \(number)", in: .questions,
        keys: [.character(Character("\(number)"))], isEnabled: mode.map { !$0.isTyping && $0.tabCount >= number }
      ) { viewModel.send(.selectTab(number - 1)) }
    }
    return [
      Command(
        "question.open", "open the question", in: .questions, keys: [.enter],
        hint: Command.Hint("open", rank: 2, keepingPlace: mode.map(\.isList)),
        isEnabled: mode.map(\.hasSelection)
      ) { viewModel.send(.inTab(.open)) },
      Command(
        "tab.sort", "choose the order of the list", name: "sort the list", in: .questions, keys: ["s"],
        isEnabled: mode.map { $0.isList && $0.hasOrders }
      ) { [weak self] in self?.offerOrders() },
    ] + tabs + [
      tab("tab.previous", -1, [.left, "h"], isEnabled: mode.map(\.isList)),
      tab("tab.next", 1, [.right, "l"], isEnabled: mode.map(\.isList)),
      // In a question the arrows scroll code, even if none is wide: a key that scrolls in one text must not leave the next
      // one.
      tab("question.previous-tab", -1, ["h"], isEnabled: mode.map(\.isText)),
      tab("question.next-tab", 1, ["l"], isEnabled: mode.map(\.isText)),
      field.begin("filter.edit", "filter", isEnabled: mode.map(\.isList)),
      field.clear("filter.clear", "clear filter", isEnabled: mode.map(\.isFiltered)),
      answer(
        "question.next-answer", ["n"], "next answer", 1, isEnabled: mode.map(\.hasNextAnswer),
        keepingPlace: mode.map(\.isUnsearched)),
      answer(
        "question.previous-answer", ["N"], nil, -1, isEnabled: mode.map(\.hasPreviousAnswer),
        keepingPlace: mode.map(\.isUnsearched)),
      match("search.next", ["n"], 1, isEnabled: mode.map(\.isSearched)),
      match("search.previous", ["N"], -1, isEnabled: mode.map(\.isSearched)),
      field.clear("search.clear", "clear search", isEnabled: mode.map(\.isSearched)),
      field.begin("search.edit", "search", isEnabled: mode.map(\.isText)),
      Command(
        "question.close", "back to the list", in: .reading, keys: [.escape, .backspace],
        hint: Command.Hint("back", rank: 2), isEnabled: mode.map(\.isUnsearched)
      ) { viewModel.send(.inTab(.close)) },
    ]
  }

  /// Offers the orders of the tab's feed.
  private func offerOrders() {
    let (tab, feed) = (viewModel.state.value.tabID, viewModel.state.value.list.feed)
    let choices = feed.orders.map {
      Choice(
        id: $0.rawValue, title: $0.name, detail: $0.detail, isCurrent: $0 == feed.knownOrder)
    }
    let list = ChoiceList("sort", choices, openedBy: "tab.sort") { [viewModel] choice in
      // The settings may have removed the tab in the meantime.
      guard viewModel.state.value.tabID == tab else { return }
      QuestionOrder(rawValue: choice.id).map { viewModel.send(.sort($0)) }
    }
    layerInput.send(value: LayerRequest(list))
  }

  private func tab(_ id: Command.ID, _ step: Int, _ keys: [KeyEvent], isEnabled: Property<Bool>) -> Command {
    Command(
      id, "previous, next tab", name: step > 0 ? "next tab" : "previous tab", in: .questions, keys: keys,
      hint: Command.Hint("tab", rank: 13), isEnabled: isEnabled
    ) { [viewModel] in viewModel.send(.stepTab(step)) }
  }

  private func answer(
    _ id: Command.ID, _ keys: [KeyEvent], _ hint: SafeText?, _ step: Int, isEnabled: Property<Bool>,
    keepingPlace isUnsearched: Property<Bool>
  ) -> Command {
    Command(
      id, "next, previous answer or match", name: step > 0 ? "next answer" : "previous answer", in: .reading,
      keys: keys, hint: hint.map { Command.Hint($0, rank: 4, keepingPlace: isUnsearched) }, isEnabled: isEnabled
    ) { [weak self] in self?.goToAnswer(step) }
  }

  private func match(_ id: Command.ID, _ keys: [KeyEvent], _ step: Int, isEnabled: Property<Bool>) -> Command {
    Command(
      id, "next, previous answer or match", name: step > 0 ? "next match" : "previous match", in: .reading,
      keys: keys, hint: Command.Hint("match", rank: 2),
      isEnabled: isEnabled
    ) { [weak self] in self?.goToMatch(step) }
  }
}
