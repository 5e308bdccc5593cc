import Model
import Screen
import Signals
import Text
import ViewModels

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
        .refresh { [viewModel] in viewModel.send(.refresh) }, writing(mode),
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
    /// Whether a question is open whose text is still to come, and its search does not take text.
    var isAwaited: Bool
    /// Whether the list is shown whose rows are still to come, and its filter does not take text.
    var isListAwaited: Bool
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
    /// Whether that question is marked as read.
    var isRead: Bool
    /// Whether the text of a question is on the screen.
    var hasDetail: Bool
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
      isAwaited = isReading && !isTyping && text.isAwaited
      isListAwaited = !isReading && !isTyping && state.list.isAwaited
      hasNextQuestion = isReading && !isTyping && state.hasNextQuestion
      hasPreviousQuestion = isReading && !isTyping && state.hasPreviousQuestion
      hasParts = isReading && !isTyping && text.document?.hasParts == true
      canShowComments = !isTyping && state.reading.map { $0.detail != nil || $0.load.isUnderWay } ?? false
      hasWideCode = isReading && !isTyping && text.hasWideCode
      let question = isTyping ? nil : state.question
      hasQuestion = question != nil
      isRead = question.map { state.mark(of: $0).isRead } ?? false
      hasDetail = !isTyping && state.text?.detail != nil
      canClose = !isReading && !isTyping && state.canClose
      hasOrders = !state.list.feed.orders.isEmpty
      canReopen = !isReading && !isTyping && state.canReopen
    }
  }

  /// Writes the open question, or the one beside the list.
  private func writing(_ mode: Property<Mode>) -> Command {
    WriteField.command(
      isEnabled: mode.map(\.hasDetail), whenDisabled: "Open a question first, and wait for its text", layers: layerInput
    ) { [viewModel, request] in
      guard let detail = viewModel.state.value.text?.detail else { return nil }
      return WriteField(name: "question-\(detail.question.id)", suffix: ".md", isDated: false) {
        detail.markdown(in: $0.clock)
      } request: {
        request.send(value: $0)
      }
    }
  }

  // MARK: - Lists and texts

  private func listCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      specs: CommandSpec.list, label: "move", hasRows: mode.map(\.hasRows), isEnabled: mode.map(\.showsList),
      hasEnds: mode.map(\.isList),
      page: { [weak self] in self?.page ?? 1 }, move: { [viewModel] in viewModel.send(.inTab(.move($0))) }
    ).commands
  }

  private func textCommands(_ mode: Property<Mode>) -> [Command] {
    ListCommands(
      specs: CommandSpec.text, label: "scroll", hasRows: mode.map(\.isReading), isEnabled: mode.map(\.isReading),
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
      Command(.questions.codeLeft, hint: code, isEnabled: mode.map(\.isText)) { [weak self] in
        self?.scroll(byColumns: -Self.codeStep)
      },
      Command(.questions.codeRight, hint: code, isEnabled: mode.map(\.isText)) { [weak self] in
        self?.scroll(byColumns: Self.codeStep)
      },
      Command(.questions.next, hint: question, isEnabled: mode.map(\.hasNextQuestion)) {
        viewModel.send(.inTab(.stepQuestion(1)))
      },
      Command(.questions.previous, hint: question, isEnabled: mode.map(\.hasPreviousQuestion)) {
        viewModel.send(.inTab(.stepQuestion(-1)))
      },
      Command(
        .questions.comments, hint: Command.Hint("comments", rank: 6, when: mode.map(\.isUnsearched)),
        isEnabled: mode.map(\.canShowComments)
      ) { viewModel.send(.inTab(.toggleComments)) },
      Command(
        .questions.parts, hint: Command.Hint("links", rank: 7, when: mode.map(\.hasParts)),
        isEnabled: mode.map { $0.hasParts || $0.isAwaited }
      ) { [weak self] in self?.offerParts() },
    ]
  }

  /// Lists the links and the blocks of code of the open question, as soon as its text is there; not those that come later.
  private func offerParts() {
    let first = text.value
    let content = Property(
      initial: first, then: text.signal.filter { !$0.isAwaited }.take(first: first.isAwaited ? 1 : 0))
    let part = { @Sendable (choice: Choice) in
      Int(choice.id).flatMap { index in content.value.parts.dropFirst(index).first }
    }
    var list = ChoiceList(
      "Links and code", field: nil, verb: "open or copy",
      whenEmpty: { _ in
        content.value.isAwaited ? "Loading the question and its answers" : "There are no links and no code"
      },
      openedBy: .questions.parts,
      following: { _ in
        content.map { text in
          text.parts.enumerated().map { $1.choice($0, text.document?.source.theme.glyphs ?? Theme().glyphs) }
        }
      },
      choose: { [request] choice in
        guard let part = part(choice) else { return }
        request.send(value: part.page.map(ProgramRequest.open) ?? .copy(part.text))
      })
    list.isAwaited = { _ in content.map(\.isAwaited).skipRepeats() }
    list.copy = { [request] choice in part(choice).map { request.send(value: .copy($0.text)) } }
    layerInput.send(value: LayerRequest(list))
  }

  /// The columns by which a key scrolls code.
  private static let codeStep = 8

  // MARK: - Questions

  private func questionCommands(_ mode: Property<Mode>, _ field: FieldCommands) -> [Command] {
    let viewModel = viewModel
    let tabs = CommandSpec.tabs.show.enumerated().map { index, spec in
      Command(spec, isEnabled: mode.map { !$0.isTyping && $0.tabCount > index }) { viewModel.send(.selectTab(index)) }
    }
    return [
      Command(
        .questions.open,
        hint: Command.Hint("open", rank: 2, when: mode.map(\.hasSelection), keepingPlace: mode.map(\.isList)),
        isEnabled: mode.map { $0.hasSelection || $0.isListAwaited }
      ) { viewModel.send(.inTab(.open)) },
      Command(.tabs.sort, isEnabled: mode.map { $0.isList && $0.hasOrders }) { [weak self] in self?.offerOrders() },
    ] + tabs + [
      tab(.tabs.previous, -1, isEnabled: mode.map(\.isList)),
      tab(.tabs.next, 1, isEnabled: mode.map(\.isList)),
      tab(.tabs.previousOfQuestion, -1, isEnabled: mode.map(\.isText)),
      tab(.tabs.nextOfQuestion, 1, isEnabled: mode.map(\.isText)),
      field.begin(.questions.filter, isEnabled: mode.map(\.isList)),
      field.clear(.questions.clearFilter, isEnabled: mode.map(\.isFiltered)),
      Command(
        .questions.nextAnswer,
        hint: Command.Hint(
          "next answer", rank: 4, when: mode.map(\.hasNextAnswer), keepingPlace: mode.map(\.isUnsearched)),
        isEnabled: mode.map { $0.hasNextAnswer || $0.isUnsearched && $0.isAwaited }
      ) { [weak self] in self?.goToAnswer(1) },
      Command(
        .questions.previousAnswer, isEnabled: mode.map { $0.hasPreviousAnswer || $0.isUnsearched && $0.isAwaited }
      ) { [weak self] in self?.goToAnswer(-1) },
      match(.search.next, 1, isEnabled: mode.map(\.isSearched)),
      match(.search.previous, -1, isEnabled: mode.map(\.isSearched)),
      field.clear(.search.clear, isEnabled: mode.map(\.isSearched)),
      field.begin(.search.edit, isEnabled: mode.map(\.isText)),
      // Esc ends a search first, q leads back at once.
      Command(
        .questions.close, hint: Command.Hint("back", rank: 2, when: mode.map(\.isUnsearched)),
        isEnabled: mode.map(\.isText)
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
    let list = ChoiceList("Sort", choices, openedBy: .tabs.sort) { [viewModel] choice in
      // The settings may have removed the tab in the meantime.
      guard viewModel.state.value.tabID == tab else { return }
      QuestionOrder(rawValue: choice.id).map { viewModel.send(.sort($0)) }
    }
    layerInput.send(value: LayerRequest(list))
  }

  private func tab(_ spec: CommandSpec, _ step: Int, isEnabled: Property<Bool>) -> Command {
    Command(spec, hint: Command.Hint("tab", rank: 13), isEnabled: isEnabled) { [viewModel] in
      viewModel.send(.stepTab(step))
    }
  }

  private func match(_ spec: CommandSpec, _ step: Int, isEnabled: Property<Bool>) -> Command {
    Command(spec, hint: Command.Hint("match", rank: 2), isEnabled: isEnabled) { [weak self] in self?.goToMatch(step) }
  }
}
